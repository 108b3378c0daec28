import { databaseProblem, whyDatabaseUnavailable } from './driver-errors.js';

describe('databaseProblem', () => {
  it.each([
    ['SQLITE_BUSY', /^The database is busy/],
    ['SQLITE_BUSY_SNAPSHOT', /^The database is busy/],
    ['ER_LOCK_WAIT_TIMEOUT', /^The database is busy/],
    ['SQLITE_FULL', /^The disk of the database is full/],
    ['SQLITE_IOERR_SHMSIZE', /^The disk of the database is full/],
    ['ER_RECORD_FILE_FULL', /^The disk of the database is full/],
    ['SQLITE_READONLY', /^The database is read-only/],
    ['ER_OPTION_PREVENTS_STATEMENT', /^The database is read-only/],
    ['ER_DBACCESS_DENIED_ERROR', /^The database user has too few rights/],
    ['ER_TABLEACCESS_DENIED_ERROR', /^The database user has too few rights/],
    ['ER_CON_COUNT_ERROR', /^The database has no free connection/],
  ])('says what to do after %s', (code, message) => {
    expect(databaseProblem(code)).toMatch(message);
  });

  it('returns undefined for other errors', () => {
    for (const code of ['', 'ER_NO_SUCH_TABLE', 'SQLITE_CORRUPT', 'ENOENT'])
      expect(databaseProblem(code)).toBeUndefined();
  });
});

describe('whyDatabaseUnavailable', () => {
  it.each(['ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ER_TABLEACCESS_DENIED_ERROR'])(
    'counts %s, which an operator can fix, as database trouble',
    (code) => {
      expect(whyDatabaseUnavailable(Object.assign(new Error(), { code }))).toBe('database_trouble');
    },
  );
});

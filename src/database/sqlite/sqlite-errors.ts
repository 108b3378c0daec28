import type { EngineErrors } from '../engine/engine.js';

/** Another process is writing. */
const BUSY = new Set([
  'SQLITE_BUSY',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_BUSY_TIMEOUT',
  'SQLITE_LOCKED',
]);
/** The disk is full, or fails: with more words behind it where the driver knows which call did. */
const DISK = /^SQLITE_(FULL|IOERR)/;

export const SQLITE_ERRORS: EngineErrors = {
  transient: BUSY,
  atStart: {
    SQLITE_CANTOPEN: 'the file in DATABASE_URL cannot be opened.',
    SQLITE_NOTADB: 'the file in DATABASE_URL is no SQLite database.',
  },
  whyUnavailable: ({ code = '' }) => (BUSY.has(code) || DISK.test(code) ? 'database_trouble' : undefined),
};

import { retrying } from './retry.js';

const failing = (times: number, code: string) => {
  let left = times;
  return () => {
    if (left-- > 0) throw Object.assign(new Error(code), { code });
    return 'done';
  };
};

describe('retrying', () => {
  it.each(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY'])(
    'tries again after %s',
    async (code) => {
      await expect(retrying(failing(2, code))).resolves.toBe('done');
    },
  );

  it('gives up after some tries', async () => {
    await expect(retrying(failing(100, 'SQLITE_BUSY'))).rejects.toThrow('SQLITE_BUSY');
  });

  it('does not try again what would fail again', async () => {
    await expect(retrying(failing(1, 'ER_DUP_ENTRY'))).rejects.toThrow('ER_DUP_ENTRY');
  });
});

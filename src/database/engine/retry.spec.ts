import { retrying } from './retry.js';

const errors = { transient: new Set(['BUSY']), atStart: {}, isTrouble: () => false };

const failing = (times: number, code: string) => {
  let left = times;
  return () =>
    left-- > 0 ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve('done');
};

describe('retrying', () => {
  it('tries again where another transaction was in the way', async () => {
    await expect(retrying(errors, failing(2, 'BUSY'))).resolves.toBe('done');
  });

  it('gives up after some tries', async () => {
    await expect(retrying(errors, failing(100, 'BUSY'))).rejects.toThrow('BUSY');
  });

  it('gives up when nobody waits for the result any more', async () => {
    await expect(retrying(errors, failing(1, 'BUSY'), Date.now() - 1)).rejects.toThrow('BUSY');
  });

  it('does not try again what would fail again', async () => {
    await expect(retrying(errors, failing(1, 'WRONG'))).rejects.toThrow('WRONG');
  });
});

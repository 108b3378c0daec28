import { DAY_MS, inFuture, KEYS, KeyStage } from '../key-stage.js';

// docs/contract.md, 2.13: "`MAX_KEY_DAYS` bounds `expires_at` and makes it required"

const stage = new KeyStage({ MAX_KEY_DAYS: '90' });
const { admin } = stage;
const REQUIRED = [{ parameter: 'expires_at', detail: 'is required: at most 90 days ahead' }];
const TOO_FAR = [{ parameter: 'expires_at', detail: 'should be at most 90 days ahead' }];
const body = (more: object = {}): object => ({ application: 'x', scopes: ['device:GetList'], ...more });
const errorsOf = async (...call: [string, string, object]): Promise<unknown> =>
  (await admin.problem(400, 'invalid_parameter', ...call)).errors;

it('A key without an end, or with one that is too far, is not made', async () => {
  expect(await errorsOf('POST', KEYS, body())).toEqual(REQUIRED);
  expect(await errorsOf('POST', KEYS, body({ expires_at: null }))).toEqual(REQUIRED);
  expect(await errorsOf('POST', KEYS, body({ expires_at: inFuture(90 * DAY_MS + 5_000) }))).toEqual(TOO_FAR);
  expect(await admin.list()).toEqual([]);
  expect((await stage.make({ expires_at: inFuture(90 * DAY_MS - 5_000) })).expires_at).not.toBeNull();
});

it('Neither is the end of a key taken away or put too far', async () => {
  const { id } = await stage.make({ expires_at: inFuture(DAY_MS) });
  expect(await errorsOf('PATCH', `${KEYS}/${id}`, { expires_at: null })).toEqual(REQUIRED);
  expect(await errorsOf('PATCH', `${KEYS}/${id}`, { expires_at: inFuture(91 * DAY_MS) })).toEqual(TOO_FAR);
});

it('A key from before the setting keeps its end, changed otherwise or regenerated', async () => {
  const { id, key } = await stage.make({ expires_at: inFuture(DAY_MS) });
  await stage.app.dataSource.query('UPDATE api_keys SET expires_at = NULL WHERE id = ?', [id]);
  expect(await stage.statusWith(key)).toBe(200);
  expect((await admin.update(id, { note: 'old', expires_at: null })).expires_at).toBeNull();
  expect((await admin.regenerate(id)).expires_at).toBeNull();
});

it('The conditions say so, and where the request comes from', async () => {
  const { body: conditions } = await admin.call('GET', '/internal/v1/key-conditions');
  expect(JSON.parse(conditions)).toEqual({
    max_key_days: 90,
    address: expect.stringMatching(/127\.0\.0\.1$/) as string,
    address_unclear: false,
  });
});

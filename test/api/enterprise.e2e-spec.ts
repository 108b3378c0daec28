import { SCOPE_NAMES } from '../../src/auth/scopes.js';
import { TestApp } from '../kit/app/test-app.js';
import { HOUR_MS, inFuture, KeyStage, LIST } from './key-stage.js';

// docs/contract.md, 2.15

const PATH = '/api/v1/enterprise';

const stage = new KeyStage({ RATE_LIMIT: '50/100s', RATE_LIMIT_BULK: '30/60s' });
const { admin } = stage;

describe('GET /api/v1/enterprise', () => {
  it('shows the enterprise, and what the key may do', async () => {
    const hidden_data = ['identifiers', 'exact_location'];
    const scopes = ['device:GetLocation', 'device:GetApplication', 'device:GetList'];
    const { key } = await stage.make({ hidden_data }, scopes);
    const shown = await stage.customer(key).object(PATH);
    expect(Object.entries(shown)).toEqual(
      Object.entries({
        id: stage.enterpriseId,
        name: 'Acme Logistics',
        time_zone: 'Europe/Berlin',
        retention_days: null,
        application: 'Night report',
        scopes: ['device:GetApplication', 'device:GetList', 'device:GetLocation'],
        key_expires_at: null,
        hidden_data: ['exact_location', 'identifiers'],
        limits: {
          requests: { quota: 50, seconds: 100 },
          bulk: { quota: 30, seconds: 60, concurrent: 4 },
        },
      }),
    );
  });

  it('follows the settings of the enterprise', async () => {
    const { key } = await stage.make({ expires_at: '2126-07-31T23:59:59+02:00' });
    await admin.client.patch('/internal/v1/settings', { retention_days: 90, time_zone: 'Asia/Kathmandu' });
    expect(await stage.customer(key).object(PATH)).toMatchObject({
      ...{ retention_days: 90, time_zone: 'Asia/Kathmandu' },
      key_expires_at: '2126-08-01T03:44:59.000+05:45',
    });
  });

  it('has the expiration of the key that was sent, also of an old key', async () => {
    const expires_at = inFuture(24 * HOUR_MS);
    const old = await stage.make({ expires_at });
    const { key, old_key_until } = await admin.regenerate(old.id, { overlap_hours: 2 });
    const endOf = async (of: string): Promise<number> =>
      Date.parse(String((await stage.customer(of).object(PATH)).key_expires_at));
    expect(await endOf(key)).toBe(Date.parse(expires_at));
    expect(await endOf(old.key)).toBe(Date.parse(old_key_until!));
    await admin.revokeOldKey(old.id);
    await stage.customer(old.key).problem(PATH, 401, 'invalid_key');
  });

  it.each(SCOPE_NAMES)('is open to a key with only %s', async (scope) => {
    const { key } = await stage.make({}, [scope]);
    expect((await stage.customer(key).object(`${PATH}/?format=json`)).scopes).toEqual([scope]);
  });

  it('is JSON only, takes no other parameter, and counts as an ordinary request', async () => {
    const customer = stage.customer((await stage.make()).key);
    const { headers } = await customer.get(PATH, { 'if-none-match': '*' });
    expect(headers.ratelimit).toBe('"default";r=49;t=100');
    expect((await customer.head(PATH)).status).toBe(200);
    await customer.with({ accept: 'text/csv' }).problem(PATH, 406, 'not_acceptable');
    for (const query of ['format=csv', 'fields=id', 'unknown=1'])
      await customer.problem(`${PATH}?${query}`, 400, 'invalid_parameter');
    for (let at = 0; at < 50; at++) await customer.get(PATH);
    await customer.problem(PATH, 429, 'rate_limited');
  });
});

it.each([
  [
    { RATE_LIMIT: 'off', RATE_LIMIT_BULK: '5/6s' },
    { requests: null, bulk: null },
  ],
  [
    { RATE_LIMIT: '7/9s', RATE_LIMIT_BULK: 'off' },
    { requests: { quota: 7, seconds: 9 }, bulk: null },
  ],
])('GET /api/v1/enterprise with %j shows null for a limit that is off', async (env, limits) => {
  await using otherApp = await TestApp.start(env);
  await otherApp.load({ enterprises: [{ id: 'acme', name: '' }] });
  const customer = await otherApp.customer('acme');
  expect(await customer.object(PATH)).toMatchObject({ name: '', time_zone: 'UTC', limits });
});

it('The activity has no requests to the route, because it counts per scope', async () => {
  const { key } = await stage.make();
  for (const path of [PATH, LIST, PATH]) await stage.customer(key).get(path);
  expect(await stage.app.activity(stage.enterpriseId)).toMatchObject([
    { scope: 'device:GetList', requests: 1 },
  ]);
});

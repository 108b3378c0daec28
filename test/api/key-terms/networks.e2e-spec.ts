import { FAILURES_OF_AN_ADDRESS } from '../../../src/rate-limits/failed-authentication.js';
import { ActivityRecorder } from '../../../src/modules/activity/activity-recorder.js';
import { appWith } from '../../kit/app/app-with.js';
import { anEnterprise } from '../../kit/app/builders.js';
import { problemOf } from '../../kit/http/api-client.js';
import { KEYS, LIST, KeyStage } from '../key-stage.js';

// docs/contract.md, 2.13: `allowed_networks`; the tests come over the loopback, whose word on the address counts

const stage = new KeyStage({ RATE_LIMIT: '50/100s' });
const { admin } = stage;
const HOME = '203.0.113.7';
const ABROAD = '198.51.100.9';

it('"from elsewhere 403 `address_not_allowed`", from the answer to the change on', async () => {
  const { id, key } = await stage.make();
  for (const from of [HOME, ABROAD, undefined]) expect(await stage.statusWith(key, from)).toBe(200);
  const { allowed_networks } = await admin.update(id, {
    allowed_networks: ['203.0.113.0/24', '2001:DB8:0::/48'],
  });
  expect(allowed_networks).toEqual(['203.0.113.0/24', '2001:db8::/48']);
  for (const from of [HOME, `::ffff:${HOME}`, `${HOME}:4711`, '2001:db8:0:9::1', '[2001:db8::1]:80'])
    expect([from, await stage.statusWith(key, from)]).toEqual([from, 200]);
  for (const from of [ABROAD, '2001:db8:1::1', `${HOME}, ${ABROAD}`, undefined])
    expect([from, await stage.statusWith(key, from)]).toEqual([from, 403]);
  const refusal = problemOf(await stage.ask(key, ABROAD), 403, 'address_not_allowed');
  expect(refusal.detail).toBe('The request comes from an address outside the networks of the key.');
  await admin.update(id, { allowed_networks: [] });
  expect(await stage.statusWith(key, ABROAD)).toBe(200);
});

it('"a refused address is no failed authentication", no use of the key and no part of its budget', async () => {
  const { id, key } = await stage.make({ allowed_networks: [HOME] });
  for (let at = 0; at <= FAILURES_OF_AN_ADDRESS.limit; at++)
    expect(await stage.statusWith(key, ABROAD)).toBe(403);
  const other = await admin.create('Elsewhere', ['device:GetList']);
  expect(await stage.statusWith(other.key, ABROAD)).toBe(200); // the address is not locked out
  expect((await admin.list()).map(({ last_used_at }) => last_used_at === null)).toEqual([true, false]);
  expect((await stage.ask(key, HOME)).headers.ratelimit).toMatch(/"default";r=49;/);
  expect(await admin.list()).toContainEqual(
    expect.objectContaining({ id, last_used_at: expect.any(String) as string }),
  );
});

it('is counted among the refused calls of the key', async () => {
  const { id, key } = await stage.make({ allowed_networks: [HOME] });
  for (const from of [ABROAD, ABROAD, HOME]) await stage.ask(key, from);
  await stage.app.part(ActivityRecorder).write();
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
  const path = `/internal/v1/activity?startdate=${day}&enddate=${day}`;
  const { body } = await admin.client.get(path);
  expect(JSON.parse(body)).toEqual([expect.objectContaining({ api_key_id: id, requests: 3, refused: 2 })]);
});

describe('"key (with its end and pause), networks, enterprise, scope, rate, parameters, existence"', () => {
  it('is the order of the checks', async () => {
    const { id, key } = await stage.make({ allowed_networks: [HOME], paused: true }, ['device:GetDetail']);
    const from = (address: string, more = {}) => ({ 'x-forwarded-for': address, ...more });
    const ask = async (headers: Record<string, string>, path = LIST): Promise<unknown> => {
      const { body } = await stage.customer(key).get(path, headers);
      return (JSON.parse(body) as { code?: unknown }).code;
    };
    expect(await ask(from(ABROAD))).toBe('invalid_key');
    await admin.update(id, { paused: false });
    expect(await ask(from(ABROAD, { 'x-enterprise-id': '' }))).toBe('address_not_allowed');
    expect(await ask(from(ABROAD, { 'x-enterprise-id': 'other' }))).toBe('address_not_allowed');
    expect(await ask(from(HOME, { 'x-enterprise-id': 'other' }), `${LIST}?x=1`)).toBe('enterprise_mismatch');
    expect(await ask(from(HOME), `${LIST}?x=1`)).toBe('insufficient_scope');
    expect(await ask(from(HOME), '/api/v1/device/id/nowhere?x=1')).toBe('invalid_parameter');
    expect(await ask(from(HOME), '/api/v1/device/id/nowhere')).toBe('device_not_found');
  });
});

describe('A list of networks', () => {
  const errorsOf = async (allowed_networks: unknown): Promise<unknown> => {
    const body = { application: 'x', scopes: ['device:GetList'], allowed_networks };
    return (await admin.problem(400, 'invalid_parameter', 'POST', KEYS, body)).errors;
  };

  it('has at most 50 of them, each once, however it is written', async () => {
    const many = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `2001:db8:ffff:ffff:ffff:ffff:ffff:${(at + 4096).toString(16)}`,
      );
    expect((await stage.make({ allowed_networks: many(50) })).allowed_networks).toEqual(many(50));
    expect(await errorsOf(many(51))).toEqual([
      { parameter: 'allowed_networks', detail: 'should hold at most 50 networks' },
    ]);
    for (const twice of [
      [HOME, HOME],
      [HOME, `::ffff:${HOME}`],
      ['10.0.0.1', '10.0.0.1/32'],
      ['::1', '0:0:0:0:0:0:0:1'],
    ])
      expect(await errorsOf(twice)).toEqual([
        { parameter: 'allowed_networks', detail: 'should name each network once' },
      ]);
  });

  it.each([
    [['10.0.0.1/8']],
    [['fe80::1%eth0']],
    [['depot']],
    [[5]],
    [[null]],
    [[['10.0.0.1']]],
    '10.0.0.1',
    null,
  ])('is not %j', async (networks) => {
    expect(await errorsOf(networks)).toMatchObject([{ parameter: 'allowed_networks' }]);
  });
});

describe('Behind a proxy that nobody has named in TRUST_PROXY', () => {
  const app = appWith({ enterprises: [anEnterprise()] }, { TRUST_PROXY: '10.0.0.0/8' });

  it('the address is that of the proxy, and the conditions say that it is unclear', async () => {
    const conditions = async (headers = {}): Promise<unknown> =>
      JSON.parse((await app.admin('acme').get('/internal/v1/key-conditions', headers)).body);
    expect(await conditions()).toMatchObject({ address_unclear: false });
    expect(await conditions({ 'x-forwarded-for': HOME })).toMatchObject({
      address: expect.stringMatching(/127\.0\.0\.1$/) as string,
      address_unclear: true,
    });
  });
});

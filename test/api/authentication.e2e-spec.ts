import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, DEVICE_ID, type Export } from '../kit/app/builders.js';
import { ADMIN_TOKEN, asHeader } from '../kit/app/test-app.js';
import { problemOf, type ApiClient, type Problem } from '../kit/http/api-client.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { addressOf, DEVICE_FORMS, PATH_FORMS, SCOPES } from '../kit/specification/specification.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { LIST, UNKNOWN_KEY } from './key-stage.js';

// docs/contract.md, 1.4 and 2.6

const REALM = 'Bearer realm="customer-device-api"';
const NON_ASCII = 'Käse & Söhne';

const fleetOf = (enterprise_id: string): Partial<Export> => ({
  enterprises: [anEnterprise({ id: enterprise_id })],
  devices: [aDevice({ enterprise_id }), aDevice({ enterprise_id, id: `only-${enterprise_id}` })],
});

const app = appWith(fleetOf('acme'));
beforeAll(async () => {
  for (const id of ['globex', NON_ASCII]) await app.load(fleetOf(id));
  const devices = [
    aDevice({ id: 'gone', status: 'DELETED' }),
    aDevice({ id: 'disabled', status: 'DISABLED' }),
  ];
  await app.load({ devices });
  for (const { kind } of FEED_ROUTES.slice(1))
    await app.load(only(kind, aRecord(kind, 77, { device_id: 'gone' })));
});
const customer = customerOf(app);
const withKey = (key: string): ApiClient => customer.with({ authorization: `Bearer ${key}` });
const ownKey = (): string => customer.headers.authorization!.replace('Bearer ', '');

const common = ({ request_id: _id, instance: _path, ...rest }: Problem): Partial<Problem> => rest;

describe('"Header Authorization ... value is the word Bearer, a space, then <API_KEY>"', () => {
  // RFC 9110: the name of the scheme is case-insensitive
  it.each(['bearer', 'BEARER', 'Bearer '])('accepts the scheme %j', async (scheme) => {
    expect(await customer.with({ authorization: `${scheme} ${ownKey()}` }).list(LIST)).toHaveLength(3);
  });

  it.each([
    undefined,
    '',
    'Basic dXNlcjpwYXNz',
    'Digest username="x"',
    'Token abc',
    'Bearer:abc',
    'BearerToken abc',
    UNKNOWN_KEY,
  ])('returns missing_credentials for %j', async (authorization) => {
    const received = await customer.with({ authorization }).get(LIST);
    const { detail } = problemOf(received, 401, 'missing_credentials');
    expect(received.headers['www-authenticate']).toBe(REALM);
    expect(detail).toBe('Send the API key as "Authorization: Bearer <API_KEY>".');
  });
});

describe('"Two `Authorization` headers ... are 400 `invalid_parameter`"', () => {
  const good = () => `Bearer ${ownKey()}`;
  const bad = () => `Bearer ${UNKNOWN_KEY}`;

  it.each([
    ['the same key', () => [good(), good()]],
    ['a good key first', () => [good(), bad()]],
    ['a good key last', () => [bad(), good()]],
    ['a good key and nothing', () => [good(), '']],
    ['another scheme', () => ['Basic dXNlcjpwYXNz', good()]],
  ])('with %s', async (_title, authorization) => {
    for (const form of PATH_FORMS) {
      const received = await customer.get(addressOf(form, DEVICE_ID), { authorization: authorization() });
      expect(problemOf(received, 400, 'invalid_parameter').errors).toEqual([
        { parameter: 'Authorization', detail: 'must be sent once' },
      ]);
    }
  });

  it('on the internal routes too, and with the operator token', async () => {
    const authorization = [`Bearer ${ADMIN_TOKEN}`, `Bearer ${ADMIN_TOKEN}`];
    for (const path of ['/internal/v1/api-keys', '/internal/metrics'])
      problemOf(await app.admin('acme').get(path, { authorization }), 400, 'invalid_parameter');
  });

  it('before the enterprise is checked', async () => {
    const nowhere = customer.with({ 'x-enterprise-id': undefined });
    problemOf(await nowhere.get(LIST, { authorization: [good(), good()] }), 400, 'invalid_parameter');
  });
});

describe('invalid_key', () => {
  it('is the same response for every wrong key', async () => {
    const [replaced, deleted] = await Promise.all([app.createKey('acme'), app.createKey('acme')]);
    const admin = new InternalClient(app.admin('acme'));
    await admin.regenerate(replaced.id);
    await admin.delete(deleted.id);
    const key = ownKey();
    const wrong = {
      'no token': '',
      'the wrong checksum': `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      'the right checksum, but unknown': UNKNOWN_KEY,
      'cut short': key.slice(0, -1),
      'one character more': `${key}0`,
      'another case': key.toUpperCase(),
      'a second token': `${key} ${key}`,
      'no prefix': key.slice(4),
      replaced: replaced.key,
      deleted: deleted.key,
      'the admin token': ADMIN_TOKEN,
      'an SQL string': "' OR '1'='1",
      'letters beyond ASCII': asHeader('schlüssel'),
      'very long': 'x'.repeat(8000),
    };
    const received = await Promise.all(Object.values(wrong).map((each) => withKey(each).get(LIST)));
    const problems = received.map((each) => common(problemOf(each, 401, 'invalid_key')));
    expect(problems).toEqual(problems.map(() => problems[0]));
    for (const { headers } of received)
      expect(headers['www-authenticate']).toBe(`${REALM}, error="invalid_token"`);
  });

  it('is the response to the admin token on every form of every path', async () => {
    for (const form of PATH_FORMS)
      await app.admin('acme').problem(addressOf(form, DEVICE_ID), 401, 'invalid_key');
  });

  it('does not affect valid keys in concurrent requests', async () => {
    const narrow = await app.createKey('acme', ['device:GetDetail']);
    const otherKey = await app.createKey('globex');
    const clients = [customer, withKey(narrow.key), withKey(otherKey.key), withKey(UNKNOWN_KEY)];
    const all = Array.from({ length: 60 }, (_, at) => clients[at % 4]!.get(LIST));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 60 }, (_, at) => [200, 403, 403, 401][at % 4]));
  });
});

describe('"Header x-enterprise-id | required on every request; value is <ENTERPRISE_ID>"', () => {
  it.each([undefined, ''])('returns missing_enterprise for %j', async (enterprise) => {
    const received = await customer.with({ 'x-enterprise-id': enterprise }).get(LIST);
    problemOf(received, 401, 'missing_enterprise');
    expect(received.headers['www-authenticate']).toBe(REALM);
  });

  it('returns the same response for another enterprise and for an unknown one', async () => {
    const others = ['globex', 'no-such-enterprise', 'ACME', 'acme,globex', "acme' --"];
    const problems = await Promise.all(
      others.map((id) => customer.with({ 'x-enterprise-id': id }).problem(LIST, 403, 'enterprise_mismatch')),
    );
    expect(problems.map(common)).toEqual(problems.map(() => common(problems[0]!)));
  });

  it('refuses a repeated header, even with the same value', async () => {
    const twice = { 'x-enterprise-id': ['acme', 'acme'] };
    problemOf(await customer.get(LIST, twice), 403, 'enterprise_mismatch');
  });

  it('accepts a non-ASCII id in UTF-8 and in Latin-1', async () => {
    const client = await app.customer(NON_ASCII);
    for (const each of [client, client.with({ 'x-enterprise-id': NON_ASCII })])
      expect(await each.object(`/device/${DEVICE_ID}`)).toMatchObject({ enterprise_id: NON_ASCII });
  });
});

describe('"each endpoint needs its scope"', () => {
  const clients = new Map(SCOPES.map((scope) => [scope, customerOf(app, 'acme', [scope])]));
  const matrix = SCOPES.flatMap((scope) => PATH_FORMS.map((form) => ({ scope, form, path: form.path })));

  it.each(matrix)('a key for $scope alone, at $path', async ({ scope, form }) => {
    const received = await clients.get(scope)!.get(addressOf(form, DEVICE_ID));
    if (scope === form.scope) {
      expect(received.status).toBe(200);
      return;
    }
    const { detail } = problemOf(received, 403, 'insufficient_scope');
    expect(detail).toBe(`The key lacks the scope ${form.scope}.`);
    expect(received.headers['www-authenticate']).toBe(
      `${REALM}, error="insufficient_scope", scope="${form.scope}"`,
    );
  });
});

// docs/contract.md, 1.4, 2.3 and 2.6
describe.each(DEVICE_FORMS)('$path', (form) => {
  it('returns the same response for an unknown, a foreign and a deleted device', async () => {
    const problems = await Promise.all(
      ['no-such-device', 'only-globex', 'gone'].map((id) =>
        customer.problem(addressOf(form, id), 404, 'device_not_found'),
      ),
    );
    const [unknown, ...others] = problems.map(common);
    expect(others).toEqual([unknown, unknown]);
  });

  it('returns a device in any other state', async () => {
    expect((await customer.get(addressOf(form, 'disabled'))).status).toBe(200);
  });
});

it('lists a disabled device and not a deleted one', async () => {
  const ids = (await customer.list('/api/v1/device/')).map(({ id }) => id);
  expect(ids).toEqual(['disabled', 'only-acme', 'tablet-1']);
});

it('returns a device again after its status DELETED has changed', async () => {
  const load = (status: string) => app.load({ devices: [aDevice({ id: 'back', status })] });
  await load('DELETED');
  await customer.problem('/api/v1/device/id/back', 404, 'device_not_found');
  await load('ACTIVE');
  expect(await customer.object('/api/v1/device/id/back')).toMatchObject({ status: 'ACTIVE' });
  expect((await customer.list(LIST)).map(({ id }) => id)).toContain('back');
});

// Decision 0014: requests that arrive together share one query
describe('Concurrent requests for single devices', () => {
  const FIELDS = ['', '', 'model', 'id', 'enterprise_id', 'created_at,id', 'status,model', 'no'];
  const ENTERPRISES = [
    { id: 'london', time_zone: 'UTC', created_at: '2026-03-01T12:00:00.000+00:00' },
    { id: 'patan', time_zone: 'Asia/Kathmandu', created_at: '2026-03-01T17:45:00.000+05:45' },
    { id: 'boston', time_zone: 'America/New_York', created_at: '2026-03-01T07:00:00.000-05:00' },
  ];
  const devices = ENTERPRISES.flatMap(({ id: enterprise_id, created_at }, which) =>
    Array.from({ length: 20 }, (_device, at) => {
      const status = at % 9 === which ? 'DELETED' : 'ACTIVE';
      return { id: `tablet-${at}`, enterprise_id, created_at, status, model: `${enterprise_id} ${at}` };
    }),
  );
  beforeAll(() =>
    app.load({
      enterprises: ENTERPRISES.map(({ id, time_zone }) => anEnterprise({ id, time_zone })),
      devices: devices.map((device) => aDevice(device)),
    }),
  );
  const clients = new Map(ENTERPRISES.map(({ id }) => [id, customerOf(app, id)]));

  it('return the requested fields, and only invalid requests fail', async () => {
    const requests = devices.flatMap((device) => FIELDS.map((fields) => ({ device, fields })));
    const responses = requests.map(({ device: { id, enterprise_id }, fields }) =>
      clients.get(enterprise_id)!.get(`/device/${id}${fields && `?fields=${fields}`}`),
    );
    for (const [at, { status, body }] of (await Promise.all(responses)).entries()) {
      const { device, fields } = requests[at]!;
      const served = device.status === 'DELETED' ? 404 : 200;
      expect([fields, status]).toEqual([fields, fields === 'no' ? 400 : served]);
      if (status !== 200) continue;
      const shown = JSON.parse(body) as Record<string, unknown>;
      const names = fields === '' ? Object.keys(shown) : fields.split(',');
      expect(Object.keys(shown).sort()).toEqual([...names].sort());
      const expected = Object.entries(device).filter(([name]) => names.includes(name));
      expect(shown).toMatchObject(Object.fromEntries(expected));
    }
  });
});

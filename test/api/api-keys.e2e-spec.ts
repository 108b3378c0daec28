import { ADMIN_TOKEN } from '../kit/app/test-app.js';
import { problemOf, type ApiClient, type Problem } from '../kit/http/api-client.js';
import type { HttpRequest } from '../kit/http/http.js';
import { InternalClient, NO_TERMS } from '../kit/http/internal-client.js';
import { BERLIN, KEYS, KeyStage } from './key-stage.js';

// docs/contract.md, 2.7 and 2.8

const KEY = /^cda_[0-9A-Za-z]{49}$/;
const SCOPES = ['device:GetList'];
const OTHER_TOKEN = 'the-new-admin-token-0123456789abcdefg';

const stage = new KeyStage({ ADMIN_TOKEN: `${ADMIN_TOKEN},${OTHER_TOKEN}` });
const { app, admin } = stage;
const make = (application: string, scopes = SCOPES) => admin.create(application, scopes);

const JSON_HEADERS = { 'content-type': 'application/json' };
const withToken = (token: string): ApiClient => admin.client.with({ authorization: `Bearer ${token}` });
const post = (body: string | Buffer, headers: HttpRequest['headers'] = JSON_HEADERS): HttpRequest => ({
  method: 'POST',
  path: KEYS,
  headers,
  body,
});
const errorsOf = async (...sent: Parameters<typeof post>): Promise<Problem['errors']> =>
  (await admin.client.problem(post(...sent), 400, 'invalid_parameter')).errors;
const namesIn = (errors: Problem['errors']): string[] => errors!.map(({ parameter }) => parameter).sort();

it('"list all existing API entries (id, application, scopes)" returns every key, the oldest first, without its secret', async () => {
  const created = [];
  for (const name of ['Zebra', 'Ant', 'Bee']) created.push(await make(name));
  const { body } = await admin.call('GET', KEYS);
  expect(JSON.parse(body)).toEqual(created.map(({ key: _key, ...entry }) => entry));
  for (const { key } of created) expect(body).not.toContain(key);
});

describe('"create a key for a customer by giving an application name and scopes"', () => {
  it('returns the terms of the key and its secret', async () => {
    const { key, ...entry } = await make('Night report', ['device:GetLocation', 'device:GetList']);
    expect(key).toMatch(KEY);
    expect(entry).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      application: 'Night report',
      scopes: ['device:GetList', 'device:GetLocation'],
      key_hint: `${key.slice(0, 8)}…${key.slice(-4)}`,
      created_at: expect.stringMatching(BERLIN) as string,
      created_by: null,
      updated_at: entry.created_at,
      last_used_at: null,
      ...NO_TERMS,
    });
    expect(await stage.statusWith(key)).toBe(200);
  });

  it('stores nothing from which the secret could be derived', async () => {
    const { key } = await make('Secret');
    const rows: unknown = await app.dataSource.query('SELECT * FROM api_keys');
    expect(JSON.stringify(rows)).not.toContain(key.slice(8, -4));
  });

  it('refuses a second key for an application, but accepts the name in another case or in another enterprise', async () => {
    await make('Report');
    const again = { application: ' Report ', scopes: ['device:GetDetail'] };
    await admin.problem(409, 'application_exists', 'POST', KEYS, again);
    await make('report');
    const otherAdmin = await stage.adminOf('elsewhere');
    expect((await otherAdmin.create('Report', SCOPES)).application).toBe('Report');
  });
});

describe('"update an existing application and/or its scopes"', () => {
  it('changes the name, the scopes or both, and nothing else', async () => {
    const { key, ...entry } = await make('Before');
    const named = await admin.update(entry.id, { application: 'After' });
    expect(named).toEqual({ ...entry, application: 'After', updated_at: named.updated_at });
    const scoped = await admin.update(entry.id, { scopes: ['device:GetDetail'] });
    expect(scoped).toEqual({ ...named, scopes: ['device:GetDetail'], updated_at: scoped.updated_at });
    expect(await stage.statusWith(key)).toBe(403);
    expect((await stage.customer(key).get('/device/tablet-1')).status).toBe(200);
    const both = await admin.update(entry.id, { application: 'Both', scopes: SCOPES });
    expect(both).toMatchObject({ application: 'Both', scopes: SCOPES });
    expect(await stage.statusWith(key)).toBe(200);
    expect(await admin.list()).toEqual([{ ...both, last_used_at: expect.stringMatching(BERLIN) as string }]);
  });

  it('refuses the name of another key', async () => {
    await make('Taken');
    const { id } = await make('Free');
    await admin.problem(409, 'application_exists', 'PATCH', `${KEYS}/${id}`, { application: 'Taken' });
    expect((await admin.list()).map(({ application }) => application)).toEqual(['Taken', 'Free']);
  });

  it('does not overwrite a concurrent change if the request names the version that it read', async () => {
    const { id, updated_at: seen } = await make('Shared', ['device:GetList', 'device:GetLocation']);
    const refused = async (code: string, status: number, change: object) => {
      await admin.problem(status, code, 'PATCH', `${KEYS}/${id}`, change);
    };
    const reduced = await admin.update(id, { scopes: SCOPES, unchanged_since: seen });
    await refused('api_key_changed', 409, { scopes: ['device:GetDetail'], unchanged_since: seen });
    expect(await admin.list()).toEqual([reduced]);
    await admin.regenerate(id);
    await refused('api_key_changed', 409, { application: 'Other', unchanged_since: reduced.updated_at });
    await refused('invalid_parameter', 400, { unchanged_since: 'yesterday' });
  });
});

it('"regenerate the key of an existing application (the new key replaces the old one)" returns a new key and revokes the old one', async () => {
  const old = await make('Rotated');
  const fresh = await admin.regenerate(old.id);
  expect(fresh.key).toMatch(KEY);
  expect(fresh.key).not.toBe(old.key);
  expect(fresh).toMatchObject({ id: old.id, application: 'Rotated', scopes: SCOPES });
  expect(fresh.key_hint).toBe(`${fresh.key.slice(0, 8)}…${fresh.key.slice(-4)}`);
  expect([await stage.statusWith(old.key), await stage.statusWith(fresh.key)]).toEqual([401, 200]);
});

it('"delete an existing key" revokes the key and frees its name', async () => {
  const { id, key } = await make('Gone');
  await admin.delete(id);
  expect(await stage.statusWith(key)).toBe(401);
  expect(await admin.list()).toEqual([]);
  await admin.problem(404, 'api_key_not_found', 'DELETE', `${KEYS}/${id}`);
  await make('Gone');
});

it.each([
  ['PATCH', '', { application: 'x' }],
  ['POST', '/regenerate', undefined],
  ['DELETE', '', undefined],
])(
  'An unknown API key has the same response as a key of another enterprise to %s%s',
  async (method, suffix, body) => {
    const { id, key } = await make('Foreign');
    const stranger = await stage.adminOf('stranger');
    const foreign = await stranger.problem(404, 'api_key_not_found', method, `${KEYS}/${id}${suffix}`, body);
    const missing = await stranger.problem(
      404,
      'api_key_not_found',
      method,
      `${KEYS}/no-such-id${suffix}`,
      body,
    );
    const { instance, request_id } = missing;
    expect({ ...foreign, instance, request_id }).toEqual(missing);
    expect(await stage.statusWith(key)).toBe(200);
    expect(await stranger.changeEvents()).toEqual([]);
  },
);

describe('The audit log', () => {
  it('records user, key, time and address of every change, and lists the newest first', async () => {
    const traced = new InternalClient(admin.client.with({ 'x-request-id': 'job-1' }));
    const first = await traced.create('Report', ['device:GetLocation', 'device:GetList']);
    await admin.update(first.id, { application: 'Nightly', scopes: SCOPES });
    const second = await admin.regenerate(first.id);
    await admin.delete(first.id);

    const events = await admin.changeEvents();
    const event = (sequence: number, action: string, application: string, details: object) => ({
      sequence,
      action: `api_key.${action}`,
      application,
      details,
      at: expect.stringMatching(BERLIN) as string,
      actor: 'admin-token',
      api_key_id: first.id,
      address: '127.0.0.1',
      request_id: sequence === 1 ? 'job-1' : (expect.stringMatching(/^[\da-f-]{36}$/) as string),
    });
    expect(events).toEqual([
      event(4, 'deleted', 'Nightly', { scopes: SCOPES }),
      event(3, 'regenerated', 'Nightly', {
        key_hint: second.key_hint,
        previous_key_hint: first.key_hint,
      }),
      event(2, 'updated', 'Nightly', {
        previous_application: 'Report',
        scopes: SCOPES,
        previous_scopes: ['device:GetList', 'device:GetLocation'],
      }),
      event(1, 'created', 'Report', { scopes: ['device:GetList', 'device:GetLocation'] }),
    ]);
    for (const { key } of [first, second]) expect(JSON.stringify(events)).not.toContain(key);
  });

  it('records nothing if the request changes nothing', async () => {
    const { key: _key, ...entry } = await make('Same');
    const same = { application: 'Same', scopes: SCOPES };
    for (const change of [{}, same]) expect(await admin.update(entry.id, change)).toEqual(entry);
    await admin.problem(409, 'application_exists', 'POST', KEYS, same);
    await admin.problem(404, 'api_key_not_found', 'DELETE', `${KEYS}/nothing`);
    await admin.problem(400, 'invalid_parameter', 'PATCH', `${KEYS}/${entry.id}`, { application: '' });
    expect((await admin.changeEvents()).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it('is in order and complete after concurrent changes', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_change, at) => {
        const body = { application: `Application ${at % 8}`, scopes: SCOPES };
        return (await admin.call('POST', KEYS, body)).status;
      }),
    );
    expect(statuses.sort()).toEqual([...Array<number>(8).fill(201), ...Array<number>(4).fill(409)]);
    const events = await admin.changeEvents();
    expect(new Set(events.map(({ application }) => application)).size).toBe(8);
    const all = await admin.client.list('/internal/v1/audit-events');
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_event, at) => all.length - at));
    expect(await app.isAuditLogIntact(stage.enterpriseId)).toBe(true);
  });

  describe('when the event cannot be written', () => {
    afterEach(() => app.dataSource.query('ALTER TABLE audit_events_away RENAME TO audit_events'));

    it('rejects the change too', async () => {
      const { id, key } = await make('Kept');
      await app.dataSource.query('ALTER TABLE audit_events RENAME TO audit_events_away');
      const body = { application: 'New', scopes: SCOPES };
      await admin.problem(500, 'internal_error', 'POST', KEYS, body);
      await admin.problem(500, 'internal_error', 'PATCH', `${KEYS}/${id}`, body);
      await admin.problem(500, 'internal_error', 'POST', `${KEYS}/${id}/regenerate`);
      await admin.problem(500, 'internal_error', 'DELETE', `${KEYS}/${id}`);
      expect(await admin.list()).toMatchObject([{ application: 'Kept' }]);
      expect(await stage.statusWith(key)).toBe(200);
    });
  });
});

it.each([KEYS, '/internal/metrics'])('Two admin tokens are valid for %s', async (path) => {
  const statusWith = async (token: string): Promise<number> => (await withToken(token).get(path)).status;
  for (const token of [ADMIN_TOKEN, OTHER_TOKEN]) expect(await statusWith(token)).toBe(200);
  for (const token of [
    `${ADMIN_TOKEN},${OTHER_TOKEN}`,
    `${OTHER_TOKEN},${ADMIN_TOKEN}`,
    `${ADMIN_TOKEN},`,
    '',
  ])
    expect(await statusWith(token)).toBe(401);
});

describe.each([
  ['GET', KEYS],
  ['POST', KEYS],
  ['PATCH', `${KEYS}/some-id`],
  ['DELETE', `${KEYS}/some-id`],
  ['GET', '/internal/v1/settings'],
  ['GET', '/internal/v1/audit-events'],
])('"A customer key opens none of them": %s %s', (method, path) => {
  const body = method === 'POST' || method === 'PATCH' ? '{}' : undefined;
  const sent: HttpRequest = { method, path, headers: JSON_HEADERS, ...(body && { body }) };

  it('is closed without the admin token', async () => {
    const { key } = await make('Customer');
    const basic = `Basic ${Buffer.from(`admin:${ADMIN_TOKEN}`).toString('base64')}`;
    for (const [code, ...values] of [
      ['missing_credentials', undefined, basic],
      ['invalid_key', key, `${ADMIN_TOKEN}x`, ADMIN_TOKEN.slice(1), ADMIN_TOKEN.toUpperCase(), ''],
    ] as const) {
      for (const value of values) {
        const authorization = code === 'invalid_key' ? `Bearer ${value}` : value;
        const received = await admin.client.with({ authorization }).send(sent);
        const { title, detail } = problemOf(received, 401, code);
        expect(`${title} ${detail}`).toMatch(/^(?!.*\bkey\b).*admin token/i);
        if (code === 'invalid_key')
          expect(received.headers['www-authenticate']).toContain('error="invalid_token"');
      }
    }
  });

  it('requires an existing enterprise', async () => {
    const actingFor = (id?: string): ApiClient => admin.client.with({ 'x-enterprise-id': id });
    await actingFor(undefined).problem(sent, 401, 'missing_enterprise');
    for (const id of ['nowhere', stage.enterpriseId.toUpperCase()])
      await actingFor(id).problem(sent, 404, 'enterprise_not_found');
  });

  it('accepts no query parameter', async () => {
    await admin.client.problem({ ...sent, path: `${path}?x=1` }, 400, 'invalid_parameter');
  });
});

/** Invisible characters: zero-width, direction, mark and filler characters. */
const HIDDEN = ['\u200b', '\u200d', '\u202e', '\u2066', '\u061c', '\ufeff', '\u00ad', '\u3164', '\u0085'];
const WRONG_NAMES = [
  ...[
    '',
    ' \t\u00a0\u3000',
    '😀'.repeat(101),
    'a\u0000b',
    'a\nb',
    'a\u2028b',
    'a\u2029b',
    'a\ud800',
    5,
    null,
    ['x'],
  ],
  ...HIDDEN.flatMap((hidden) => [`Night${hidden} report`, `${hidden}Night`, `report${hidden}`, hidden]),
];
const UNKNOWN_SCOPES = [['device:GetEverything'], ['device:getlist'], ['toString'], [['device:GetList']]];
const WRONG_SCOPES = [[], ...UNKNOWN_SCOPES, [...SCOPES, ...SCOPES], 'device:GetList', null];

describe('An invalid body', () => {
  const VALID = '{"application":"x","scopes":["device:GetList"]}';
  const fromHex = (hex: string): Buffer => Buffer.from(hex, 'hex');

  it.each<[object, string[]]>([
    ...WRONG_NAMES.map((application): [object, string[]] => [
      { application, scopes: SCOPES },
      ['application'],
    ]),
    ...WRONG_SCOPES.map((scopes): [object, string[]] => [{ application: 'x', scopes }, ['scopes']]),
    [{ application: 'x', scopes: SCOPES, key: 'mine' }, ['key']],
    [{ application: '', scopes: [], more: 1 }, ['application', 'more', 'scopes']],
  ])('is refused by POST and PATCH with the errors: %j', async (body, parameters) => {
    const { id } = await make('Existing');
    const onCreate = await admin.problem(400, 'invalid_parameter', 'POST', KEYS, body);
    const onUpdate = await admin.problem(400, 'invalid_parameter', 'PATCH', `${KEYS}/${id}`, body);
    for (const { errors } of [onCreate, onUpdate]) expect(namesIn(errors)).toEqual(parameters);
    expect(await admin.changeEvents()).toMatchObject([{ action: 'api_key.created' }]);
  });

  it.each([
    ['{}', ['application', 'scopes']],
    ['{"scopes":["device:GetList"]}', ['application']],
    ['{"application":"x"}', ['scopes']],
    ...['__proto__', 'constructor', 'toString', ''].map((name): [string, string[]] => [
      VALID.replace('}', `,"${name}":{"a":1}}`),
      [name],
    ]),
  ])('is refused by POST with the missing or unknown members: %s', async (body, parameters) => {
    expect(namesIn(await errorsOf(body))).toEqual(parameters);
  });

  it.each<[string, (string | Buffer)[], string?]>([
    ['must be a JSON object', ['[]', '"text"', '5', 'null', 'true', `[${VALID}]`]],
    ['must be well-formed JSON', ['{', '{"a":}', 'application=x', '\u0000', '{"a":1}}', "{'a':1}"]],
    // Latin-1, a truncated character, half of a surrogate pair
    ['must be in UTF-8', ['7b2261223a22fc227d', '7b2261223a22c3227d', '7b2261223a22eda080227d'].map(fromHex)],
    ['must be in UTF-8', [Buffer.from(VALID, 'utf16le')], 'utf-16le'],
  ])('is refused: the body %s', async (detail, bodies, charset = 'utf-8') => {
    for (const body of bodies) {
      const sent = post(body, { 'content-type': `application/json; charset=${charset}` });
      for (const each of [sent, { ...sent, method: 'PATCH', path: `${KEYS}/some-id` }]) {
        const problem = await admin.client.problem(each, 400, 'invalid_parameter');
        expect({ body, errors: problem.errors }).toEqual({ body, errors: [{ parameter: 'body', detail }] });
        expect(problem.detail).not.toContain('Unexpected');
      }
    }
  });

  it('is refused if it is missing', async () => {
    await admin.client.problem({ method: 'POST', path: KEYS }, 400, 'invalid_parameter');
  });

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json; charset=none' },
    { ...JSON_HEADERS, 'content-encoding': 'zip' },
  ])('is refused as %j', async (headers) => {
    await admin.client.problem(post(VALID, headers), 415, 'unsupported_media_type');
  });

  it.each(['gzip', 'deflate', 'br'])('is refused if it is not %s as its header states', async (encoding) => {
    expect(await errorsOf(VALID, { ...JSON_HEADERS, 'content-encoding': encoding })).toEqual([
      { parameter: 'body', detail: 'must be compressed as `Content-Encoding` states' },
    ]);
  });

  it.each([10, 1_500, 30_000])('is refused if it is nested %d levels deep', async (depth) => {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    for (const body of [`{"application":${deep}}`, `{"x":${deep}}`, deep]) await errorsOf(body);
  });

  it('is refused if an object in it has more than 100 members', async () => {
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 101 }, (_none, at) => [`m${at}`, 1])),
    );
    const problem = { parameter: 'body', detail: expect.stringContaining('100 members') as string };
    for (const body of [wide, `{"application":[${wide}]}`]) expect(await errorsOf(body)).toEqual([problem]);
  });

  it.each([65_537, 300_000])('is refused if it has %d bytes', async (bytes) => {
    const body = `{"application":"${'x'.repeat(bytes)}"}`;
    await admin.client.problem(post(body), 413, 'payload_too_large');
  });

  it.each(['{', '[]', VALID])('is not described before authentication: %s', async (body) => {
    for (const headers of [JSON_HEADERS, {}])
      await withToken('wrong').problem(post(body, headers), 401, 'invalid_key');
  });
});

describe('A visible name', () => {
  it('is stored in one form for all encodings of its characters', async () => {
    const { id, application } = await make(' \u00a0Caf\u0065\u0301 Zu\u0308rich\t');
    expect(application).toBe('Caf\u00e9 Z\u00fcrich');
    await admin.problem(409, 'application_exists', 'POST', KEYS, { application, scopes: SCOPES });
    expect((await admin.update(id, { application: 'Cafe\u0301' })).application).toBe('Caf\u00e9');
  });

  it.each([
    ...['Ünïcödé ñ', '夜間レポート', 'التقرير', '🚚 ❤️ report', 'e\u0301'.repeat(100), '😀'.repeat(100)],
    ...['"\\<b>', "Robert'); DROP TABLE api_keys;--"],
  ])('is accepted: %s', async (name) => {
    await make(name);
    expect(await admin.list()).toMatchObject([{ application: name.normalize('NFC') }]);
  });

  it('is required, and the error names the forbidden characters', async () => {
    expect(await errorsOf('{"application":"a\u202eb","scopes":["device:GetList"]}')).toEqual([
      { parameter: 'application', detail: 'must not contain control, zero-width or direction characters' },
    ]);
  });

  it('is the last one if a body has it twice', async () => {
    const { status, body } = await admin.client.send(
      post('{"application":"First","scopes":["device:GetList"],"application":"Last"}'),
    );
    expect([status, JSON.parse(body)]).toMatchObject([201, { application: 'Last' }]);
  });

  it('is accepted in a body with a byte order mark', async () => {
    const body = Buffer.from('\ufeff{"application":"Marked","scopes":["device:GetList"]}');
    expect((await admin.client.send(post(body))).status).toBe(201);
  });
});

describe.each([
  ['DELETE', `${KEYS}/some-id`, 404],
  ['GET', KEYS, 200],
])('%s %s without a body', (method, path, status) => {
  const sent = (body: string): HttpRequest => {
    const headers = { ...JSON_HEADERS, 'content-length': String(body.length) };
    return { method, path, headers, body };
  };

  it.each(['{"x":1}', '[1]', '"text"', '5'])('refuses %s', async (body) => {
    const { errors } = await admin.client.problem(sent(body), 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'body', detail: 'is not known here' }]);
  });

  it.each(['{}', 'null'])('accepts an empty body: %s', async (body) => {
    expect((await admin.client.send(sent(body))).status).toBe(status);
  });
});

import { appWith } from '../kit/app/app-with.js';
import { problemOf, type ApiClient, type Problem } from '../kit/http/api-client.js';
import { anEnterprise } from '../kit/app/builders.js';
import { ADMIN_TOKEN } from '../kit/app/create-test-app.js';
import type { Sent } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';

const KEYS = '/internal/v1/api-keys';

/** The table of docs/contract.md, 2.8. */
const ROUTES = [
  ['GET', KEYS],
  ['POST', KEYS],
  ['PATCH', `${KEYS}/some-id`],
  ['DELETE', `${KEYS}/some-id`],
  ['GET', '/internal/v1/settings'],
  ['GET', '/internal/v1/audit-events'],
] as const;

const SCOPES = ['device:GetList'];
const JSON_HEADERS = { 'content-type': 'application/json' };

const app = appWith({ enterprises: [anEnterprise()] });
let client: ApiClient;
let admin: InternalClient;
let id: string;

beforeAll(async () => {
  client = app.admin('acme');
  admin = new InternalClient(client);
  ({ id } = await admin.create('Existing', SCOPES));
});

const post = (body: string | Buffer, headers: Sent['headers'] = JSON_HEADERS): Sent => ({
  method: 'POST',
  path: KEYS,
  headers,
  body,
});
/** What is said to be wrong with a body. */
const errorsOf = async (...sent: Parameters<typeof post>): Promise<Problem['errors']> =>
  (await client.problem(post(...sent), 400, 'invalid_parameter')).errors;

describe.each(ROUTES)('"A customer key opens none of them": %s %s', (method, path) => {
  const body = method === 'POST' || method === 'PATCH' ? '{}' : undefined;
  const sent: Sent = { method, path, headers: JSON_HEADERS, ...(body && { body }) };

  it('is closed without the admin token', async () => {
    const customer = await app.createKey('acme');
    for (const token of [
      customer.key,
      `${ADMIN_TOKEN}x`,
      ADMIN_TOKEN.slice(1),
      ADMIN_TOKEN.toUpperCase(),
      '',
    ]) {
      const received = await client.with({ authorization: `Bearer ${token}` }).send(sent);
      const problem = problemOf(received, 401, 'invalid_key');
      expect(`${problem.title} ${problem.detail}`).toMatch(/^(?!.*\bkey\b).*admin token/i);
      expect(received.headers['www-authenticate']).toContain('error="invalid_token"');
    }
    const missing = await client.with({ authorization: undefined }).problem(sent, 401, 'missing_credentials');
    expect(`${missing.title} ${missing.detail}`).toMatch(/^(?!.*\bkey\b).*admin token/i);
    const basic = Buffer.from(`admin:${ADMIN_TOKEN}`).toString('base64');
    await client.with({ authorization: `Basic ${basic}` }).problem(sent, 401, 'missing_credentials');
  });

  it('needs an enterprise that exists', async () => {
    await client.with({ 'x-enterprise-id': undefined }).problem(sent, 401, 'missing_enterprise');
    await client.with({ 'x-enterprise-id': 'nowhere' }).problem(sent, 404, 'enterprise_not_found');
    await client.with({ 'x-enterprise-id': 'ACME' }).problem(sent, 404, 'enterprise_not_found');
  });

  it('takes no query parameter', async () => {
    await client.problem({ ...sent, path: `${path}?x=1` }, 400, 'invalid_parameter');
  });

  it('is for nobody to store', async () => {
    const received = await client.send(sent);
    expect(received.headers['cache-control']).toBe('private, no-store');
  });
});

it.each(['*', '"a-tag"'])(
  'answers in full, whatever a client claims to have: If-None-Match %s',
  async (tag) => {
    for (const [method, path] of ROUTES.filter(([name]) => name === 'GET')) {
      const { status, body } = await client.send({ method, path, headers: { 'if-none-match': tag } });
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(body).not.toBe('');
    }
  },
);

/** Bodies of POST, each with the parameters that are wrong with it. */
const WRONG_BODIES: readonly [title: string, body: unknown, parameters: readonly string[]][] = [
  ['nothing', {}, ['application', 'scopes']],
  ['no name', { scopes: SCOPES }, ['application']],
  ['no scopes', { application: 'x' }, ['scopes']],
  ['an empty name', { application: '', scopes: SCOPES }, ['application']],
  ['a blank name', { application: ' \t\u00a0\u3000', scopes: SCOPES }, ['application']],
  ['a name of 101 characters', { application: '😀'.repeat(101), scopes: SCOPES }, ['application']],
  ['a control character', { application: 'a\u0000b', scopes: SCOPES }, ['application']],
  ['a line break', { application: 'a\nb', scopes: SCOPES }, ['application']],
  ['half of a surrogate pair', { application: 'a\ud800', scopes: SCOPES }, ['application']],
  ...['\u200b', '\u200d', '\u202e', '\u2066', '\u061c', '\ufeff', '\u00ad', '\u3164', '\u0085'].flatMap(
    (hidden): typeof WRONG_BODIES =>
      [`Night${hidden} report`, `${hidden}Night report`, `Night report${hidden}`, hidden]
        .filter((name) => name.trim().includes(hidden) || hidden === '\ufeff')
        .map((application) => [
          `a name with ${JSON.stringify(application)}`,
          { application, scopes: SCOPES },
          ['application'],
        ]),
  ),
  ['a name that is a number', { application: 5, scopes: SCOPES }, ['application']],
  ['a name that is null', { application: null, scopes: SCOPES }, ['application']],
  ['a name that is an array', { application: ['x'], scopes: SCOPES }, ['application']],
  ['no scope', { application: 'x', scopes: [] }, ['scopes']],
  ['an unknown scope', { application: 'x', scopes: ['device:GetEverything'] }, ['scopes']],
  ['a scope in other letters', { application: 'x', scopes: ['device:getlist'] }, ['scopes']],
  ['a scope twice', { application: 'x', scopes: ['device:GetList', 'device:GetList'] }, ['scopes']],
  ['scopes that are a text', { application: 'x', scopes: 'device:GetList' }, ['scopes']],
  ['scopes that are an object', { application: 'x', scopes: { 0: 'device:GetList' } }, ['scopes']],
  ['scopes that are null', { application: 'x', scopes: null }, ['scopes']],
  ['a scope that is no text', { application: 'x', scopes: [['device:GetList']] }, ['scopes']],
  ['a scope like toString', { application: 'x', scopes: ['toString'] }, ['scopes']],
  ['an unknown member', { application: 'x', scopes: SCOPES, key: 'mine' }, ['key']],
  ['an id', { application: 'x', scopes: SCOPES, id: 'mine' }, ['id']],
  ['an enterprise', { application: 'x', scopes: SCOPES, enterpriseKey: 1 }, ['enterpriseKey']],
  ['everything at once', { application: '', scopes: [], more: 1 }, ['application', 'more', 'scopes']],
];

describe('A body that is not right', () => {
  it.each(WRONG_BODIES)('is refused by POST with what is wrong: %s', async (_title, body, parameters) => {
    const { errors } = await admin.problem(400, 'invalid_parameter', 'POST', KEYS, body);
    expect(errors!.map(({ parameter }) => parameter).sort()).toEqual(parameters);
  });

  it.each(WRONG_BODIES.filter(([, body]) => Object.keys(body as object).length > 1))(
    'is refused by PATCH as well: %s',
    async (_title, body, parameters) => {
      const { errors } = await admin.problem(400, 'invalid_parameter', 'PATCH', `${KEYS}/${id}`, body);
      expect(errors!.map(({ parameter }) => parameter).sort()).toEqual(parameters);
    },
  );

  it.each(['__proto__', 'constructor', 'toString'])('is refused with a member named %s', async (name) => {
    const body = `{"application":"x","scopes":["device:GetList"],"${name}":{"a":1}}`;
    expect((await errorsOf(body))!.map(({ parameter }) => parameter)).toEqual([name]);
  });

  it.each(['[]', '"text"', '5', 'null', 'true', '[{"application":"x"}]'])(
    'is refused where it is no object: %s',
    async (body) => {
      expect(await errorsOf(body)).toEqual([{ parameter: 'body', detail: 'should be a JSON object' }]);
    },
  );

  it.each(['{', '{"application":}', 'application=x', '\u0000', '{"a":1}}', "{'a':1}"])(
    'is refused where it is not JSON: %j',
    async (body) => {
      const { errors, detail } = await client.problem(post(body), 400, 'invalid_parameter');
      expect(errors).toEqual([{ parameter: 'body', detail: 'should be well-formed JSON' }]);
      expect(detail).not.toContain('Unexpected');
    },
  );

  it.each([
    ['Latin-1', Buffer.from('{"application":"Z\u00fcrich","scopes":["device:GetList"]}', 'latin1'), ''],
    ['a cut character', Buffer.from('7b2261223a22c3227d', 'hex'), ''],
    ['half of a surrogate pair', Buffer.from('7b2261223a22eda080227d', 'hex'), ''],
    [
      'UTF-16',
      Buffer.from('{"application":"x","scopes":["device:GetList"]}', 'utf16le'),
      '; charset=utf-16le',
    ],
  ])('is refused where it is not UTF-8: %s', async (_what, body, charset) => {
    const headers = { 'content-type': `application/json${charset}` };
    for (const [method, path] of [
      ['POST', KEYS],
      ['PATCH', `${KEYS}/${id}`],
    ] as const) {
      const { errors } = await client.problem({ method, path, headers, body }, 400, 'invalid_parameter');
      expect(errors).toEqual([{ parameter: 'body', detail: 'should be in UTF-8' }]);
    }
  });

  it('is refused where there is none', async () => {
    await client.problem({ method: 'POST', path: KEYS }, 400, 'invalid_parameter');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json'])(
    'is refused as %s',
    async (type) => {
      const sent = post('{"application":"x","scopes":["device:GetList"]}', { 'content-type': type });
      await client.problem(sent, 415, 'unsupported_media_type');
    },
  );

  it.each(['application/json; charset=latin1', 'application/json; charset=none'])(
    'is refused in another encoding: %s',
    async (type) => {
      await client.problem(post('{}', { 'content-type': type }), 415, 'unsupported_media_type');
    },
  );

  it('is refused where it is compressed with something unknown', async () => {
    const headers = { ...JSON_HEADERS, 'content-encoding': 'zip' };
    await client.problem(post('{}', headers), 415, 'unsupported_media_type');
  });

  it.each(['gzip', 'deflate', 'br'])('is refused where it is not %s as it says', async (encoding) => {
    const headers = { ...JSON_HEADERS, 'content-encoding': encoding };
    expect(await errorsOf('{"application":"x"}', headers)).toEqual([
      { parameter: 'body', detail: 'should be compressed as its Content-Encoding says' },
    ]);
  });

  it.each([10, 1_500, 30_000])('is refused where it is nested %d deep', async (depth) => {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    for (const body of [`{"application":${deep}}`, `{"x":${deep}}`, deep])
      await client.problem(post(body), 400, 'invalid_parameter');
  });

  it.each([65_537, 300_000])('is refused where it has %d bytes', async (bytes) => {
    const body = `{"application":"${'x'.repeat(bytes)}"}`;
    await client.problem(post(body), 413, 'payload_too_large');
  });

  it('leaves nothing behind', async () => {
    expect((await admin.list()).filter(({ application }) => application === 'x')).toEqual([]);
    const events = await admin.changes();
    expect(events.filter(({ action }) => action !== 'api_key.created')).toEqual([]);
  });
});

describe('A name that can be seen', () => {
  const create = async (application: string): Promise<string> =>
    (await admin.create(application, SCOPES)).application;

  it('is kept in one form, however its characters were typed', async () => {
    expect(await create(' \u00a0Caf\u0065\u0301 Zu\u0308rich\t')).toBe('Caf\u00e9 Z\u00fcrich');
    await admin.problem(409, 'application_exists', 'POST', KEYS, {
      application: 'Caf\u00e9 Z\u00fcrich',
      scopes: SCOPES,
    });
    expect((await admin.update(id, { application: 'Cafe\u0301' })).application).toBe('Caf\u00e9');
  });

  it.each(['Ünïcödé ñ', '夜間レポート', 'التقرير', '🚚 ❤️ report', 'e\u0301'.repeat(100), '😀'.repeat(100)])(
    'is taken: %s',
    async (name) => {
      expect(await create(name)).toBe(name.normalize('NFC'));
    },
  );

  it('says what is wrong with one that cannot', async () => {
    const body = { application: 'Night\u202ereport', scopes: SCOPES };
    const { errors } = await admin.problem(400, 'invalid_parameter', 'POST', KEYS, body);
    expect(errors).toEqual([
      { parameter: 'application', detail: 'should hold no control, zero-width or direction characters' },
    ]);
  });

  it('may stand in a body that begins with a byte order mark', async () => {
    const body = Buffer.from('\ufeff{"application":"Marked","scopes":["device:GetList"]}');
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    expect((await client.send(post(body, headers))).status).toBe(201);
  });
});

describe.each([
  ['DELETE', `${KEYS}/some-id`],
  ['GET', KEYS],
])('%s %s takes no body', (method, path) => {
  const sent = (body: string): Sent => ({
    method,
    path,
    headers: { ...JSON_HEADERS, 'content-length': String(body.length) },
    body,
  });

  it.each(['{"x":1}', '[1]', '"text"', '5'])('and refuses %s', async (body) => {
    const { errors } = await client.problem(sent(body), 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'body', detail: 'is not known here' }]);
  });

  it.each(['{}', 'null'])('but an empty one: %s', async (body) => {
    expect((await client.send(sent(body))).status).toBe(method === 'GET' ? 200 : 404);
  });
});

it.each(['{', '[]', '{"application":"x"}'])(
  'says nothing of a body before it knows who sends it: %s',
  async (body) => {
    const nobody = client.with({ authorization: 'Bearer wrong' });
    for (const headers of [JSON_HEADERS, {}]) await nobody.problem(post(body, headers), 401, 'invalid_key');
  },
);

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpAdapterHost } from '@nestjs/core';
import helmet from 'helmet';
import { aFullFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, DEVICE_ID } from '../kit/app/builders.js';
import { problemOf } from '../kit/http/api-client.js';
import { connectAndWait, parseResponse, sendBytes, type HttpResponse } from '../kit/http/http.js';
import { eventually } from '../kit/process/retry.js';
import {
  addressOf,
  bothAddresses,
  DEVICE_FORMS,
  PATH_FORMS,
  SCOPES,
  withQuery,
} from '../kit/specification/specification.js';
import { aRecord } from '../kit/sync/one-of-each.js';

// docs/contract.md, 1.3, 2.4, 2.6 and 2.9

const LIST = '/api/v1/device/';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

const app = appWith(aFullFleet());
const client = customerOf(app);

const unknown = (parameter: string) => [
  { parameter, detail: expect.stringMatching(/^is not known here; known: (\w+, )*fields\b/) as string },
];

// Excludes the bulk form, which has the same scope but another response
it.each(SCOPES)('%s returns identical bytes on every form, with and without a slash', async (scope) => {
  const forms = PATH_FORMS.filter((form) => form.scope === scope && !form.path.endsWith('bulk'));
  const addresses = forms.flatMap((form) => bothAddresses(form, DEVICE_ID));
  const responses = await Promise.all(addresses.map((address) => client.get(address)));
  for (const { status, headers, body } of responses) {
    expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      cache: scope === 'device:GetList' ? 'private, no-cache' : 'private',
    });
    expect(body).toBe(responses[0]!.body);
    expect(body).toContain('{"');
  }
});

it.each([
  '/api',
  '/api/v1',
  '/api/v2/device/',
  '/API/V1/DEVICE/',
  '/Device/',
  '/api/v1/devices',
  '/api/v1/device/tablet-1',
  '/api/v1/device/id',
  '/api/v1/device/id/tablet-1/more',
  '/api/v1/device//',
  '//api/v1/device/',
  '/api/v1//device/',
  '/api/v1/device/datausage/tablet-1',
  '/api/v1/device-location',
  '/api/v1/device-location/tablet-1',
  '/device-location/bulk',
  '/device/tablet-1/screentime',
  '/internal',
  '/internal/v1',
  '/%2e%2e/etc/passwd',
  '/api/v1/device/../device/',
])('returns 404 for %s', async (path) => {
  const problem = await client.problem(path, 404, 'not_found');
  expect(problem.detail).toContain('/docs');
  expect(problem.instance).toBe(path);
});

describe('A device with special characters in its id', () => {
  const IDS = [
    ...Array.from('/%+?#;\\"\'`<\t\u0001', (character) => `a${character}b`),
    ...['a%2Fb', '%', 'a b', ' a b', 'a b ', '..', '__proto__', 'x'.repeat(255)],
    ...['A', 'a', 'ä', 'a\u0308', 'Ä', 'ß', 'ss', '😀', '日本語'],
    ...['1', '01', '1.0', '1e0'],
    ...['id', 'api', 'bulk', 'datausage'],
  ];
  const enterprise_id = 'odd';
  beforeAll(() =>
    app.load({
      enterprises: [enterprise_id, 'ODD'].map((id) => anEnterprise({ id })),
      devices: IDS.map((id, at) => aDevice({ id, enterprise_id, model: `model ${at}` })),
      ...Object.fromEntries(
        (['datausage', 'screentime', 'applications', 'locations'] as const).map((kind) => [
          kind,
          IDS.map((device_id, at) => aRecord(kind, at + 1, { device_id, enterprise_id, lat: at })),
        ]),
      ),
    }),
  );
  const customer = customerOf(app, enterprise_id);

  /** Escapes `..` too: encodeURIComponent does not escape it, and many clients resolve it. */
  const escaped = (address: string): string => address.replace(/\/\.\.(?=\/|$)/, '/%2E%2E');

  it('is in the list of its own enterprise', async () => {
    expect(await (await app.customer('ODD')).list(LIST)).toEqual([]);
    const listed = (await customer.list('/api/v1/device/')).map(({ id }) => id);
    expect(new Set(listed)).toEqual(new Set(IDS));
  });

  describe.each(DEVICE_FORMS)('$path', (form) => {
    it.each(IDS.map((id, at) => [id, at] as const))('returns the device %j and no other', async (id, at) => {
      const body = await customer.json(escaped(addressOf(form, id)));
      const [first] = [body].flat() as Record<string, unknown>[];
      if (form.scope === 'device:GetDetail') expect(first).toMatchObject({ id, model: `model ${at}` });
      else if (form.scope === 'device:GetLocation') expect(first).toMatchObject({ lat: at });
      else expect(first).toMatchObject({ device_id: id, [first && 'ID' in first ? 'ID' : 'id']: at + 1 });
      if (Array.isArray(body)) expect(body).toHaveLength(1);
    });

    it.each(['b', 'A ', 'a ', 'B', 'Ss', 'ẞ', 'a\u0000', 'x'.repeat(256), '%61', '*', '%25', "a' OR '1'='1"])(
      'returns 404 for %j',
      async (id) => {
        await customer.problem(addressOf(form, id), 404, 'device_not_found');
      },
    );
  });

  it('returns the requested path in an error', async () => {
    const { instance } = await customer.problem('/api/v1/device/id/no%20such?x=1', 400, 'invalid_parameter');
    expect(instance).toBe('/api/v1/device/id/no%20such');
  });
});

describe.each(PATH_FORMS)('"All endpoints are HTTP GET": $path', (form) => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'FOO'])(
    'responds to %s with 405 and the allowed methods',
    async (method) => {
      for (const path of bothAddresses(form, DEVICE_ID)) {
        const received = await client.send({ method, path });
        const { detail } = problemOf(received, 405, 'method_not_allowed');
        expect([received.headers.allow, detail]).toEqual(['GET, HEAD', 'Allowed here: GET, HEAD.']);
      }
    },
  );

  it('refuses unknown query parameters', async () => {
    const more = withQuery(addressOf(form, DEVICE_ID), 'state=ACTIVE&page=1');
    const { errors } = await client.problem(more, 400, 'invalid_parameter');
    expect(errors).toEqual([...unknown('state'), ...unknown('page')]);
  });
});

describe('Methods on other paths', () => {
  it.each(['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT'])('returns 404 for %s', async (method) => {
    await client.problem({ method, path: '/no/such/path' }, 404, 'not_found');
  });

  it.each([
    ['PUT', '/internal/v1/api-keys', 'GET, HEAD, POST'],
    ['GET', '/internal/v1/api-keys/some-id', 'DELETE, PATCH'],
    ['PUT', '/internal/v1/api-keys/some-id', 'DELETE, PATCH'],
    ['DELETE', '/internal/v1/api-keys/some-id/regenerate', 'POST'],
    ['POST', '/internal/v1/settings', 'GET, HEAD, PATCH'],
    ['DELETE', '/internal/v1/audit-events', 'GET, HEAD'],
    ['OPTIONS', '/internal/v1/audit-events', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
  ])('responds to %s %s with 405 and %s', async (method, path, allow) => {
    const received = await app.admin('acme').send({ method, path });
    problemOf(received, 405, 'method_not_allowed');
    expect(received.headers.allow).toBe(allow);
  });
});

describe('Malformed addresses', () => {
  const malformed = [{ parameter: 'path', detail: 'must have valid percent escapes' }];
  const many = '&'.repeat(1200);
  const repeated = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
  it.each([
    ['/api/v1/device/id/%', malformed],
    ['/api/v1/device/id/%zz', malformed],
    ['/device/%E0%A4%A/datausage', malformed],
    ['/api/v1/device/id/%C3', malformed],
    ['/%', malformed],
    ['/no/such/path/%zz', malformed],
    [`${LIST}?a%=1`, unknown('a%')],
    [`${LIST}?token=secret`, unknown('token')],
    [`${LIST}?${many}state=A`, unknown('state')],
    [`${repeated}${many}enddate=2026-12-31`, [{ parameter: 'enddate', detail: 'must be sent once' }]],
  ])('responds to %s with 400 and only the path', async (path, expected) => {
    const { errors, instance, detail } = await client.problem(path, 400, 'invalid_parameter');
    expect(errors).toEqual(expected);
    expect(instance).toBe(path.split('?', 1)[0]);
    expect(detail).not.toContain('URIError');
  });

  it('checks credentials before it reports a malformed escape', async () => {
    await app.anonymous.problem('/api/v1/device/id/%zz', 401, 'missing_credentials');
    const narrow = await app.customer('acme', ['device:GetList']);
    await narrow.problem('/api/v1/device/id/%zz', 403, 'insufficient_scope');
  });

  it('ignores an empty query', async () => {
    expect((await client.get(`${LIST}?`)).status).toBe(200);
  });

  it('returns the whole response unless the ETag matches exactly', async () => {
    const headers = { 'if-none-match': 'W/"another"', 'if-modified-since': new Date().toUTCString() };
    expect((await client.get(LIST, headers)).status).toBe(200);
    for (const [by, path] of [
      [client, `/api/v1/device/id/${DEVICE_ID}`],
      [app.admin('acme'), '/internal/v1/settings'],
    ] as const)
      expect((await by.get(path, { 'if-none-match': '*' })).status).toBe(200);
  });

  it('ignores a body on a customer route', async () => {
    const body = '{"a":';
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    expect((await client.send({ path: LIST, body, headers })).status).toBe(200);
  });
});

describe('X-Request-Id', () => {
  it.each(['a', 'job-17:2026.03~x_Y', 'x'.repeat(128)])('is returned unchanged: %s', async (id) => {
    const { headers } = await client.get(LIST, { 'x-request-id': id });
    expect(headers['x-request-id']).toBe(id);
  });

  const newId = async (sent: string | string[]): Promise<unknown> =>
    (await client.get(LIST, { 'x-request-id': sent })).headers['x-request-id'];

  it.each(['', ' ', 'x'.repeat(129), 'a b', '<script>', 'a"b', 'é', 'a,b', '{}', 'a/b'])(
    'is generated if the client sent %j',
    async (id) => {
      const firstId = await newId(id);
      const secondId = await newId(id);
      expect(firstId).toMatch(UUID);
      expect(secondId).not.toBe(firstId);
    },
  );

  it('is generated if the client sent it twice', async () => {
    expect(await newId(['a', 'b'])).toMatch(UUID);
  });

  it('is part of every error', async () => {
    const headers = { 'x-request-id': 'mine' };
    for (const path of [`${LIST}?x=1`, '/nothing', '/device/%', '/device/absent']) {
      const received = await client.get(path, headers);
      expect(received.headers['x-request-id']).toBe('mine');
      expect(received.body).toContain('"request_id":"mine"');
    }
  });
});

it('The type of an error begins with the address of the request, or with the default for an invalid host', async () => {
  const typeWith = async (headers: Record<string, string>) =>
    (await client.problem({ path: `${LIST}?x=1`, headers }, 400, 'invalid_parameter')).type;
  const page = '/docs/errors/invalid_parameter';
  const proxied = { host: 'a', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b.example' };
  expect(await typeWith({ host: 'devices.example:8443' })).toBe(`http://devices.example:8443${page}`);
  expect(await typeWith(proxied)).toBe(`https://b.example${page}`);
  expect(await typeWith({ host: 'a', 'x-forwarded-host': 'a/b' })).toBe(`${app.config.publicUrl}${page}`);
});

const start = `GET ${LIST} HTTP/1.1\r\nHost: x\r\n`;
const lengthAndChunks = 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n';

it.each([
  ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'invalid_parameter'],
  ['a header without a colon', `${start}Broken\r\n\r\n`, 400, 'invalid_parameter'],
  ['a control character in a header', `${start}A: \u0001\r\n\r\n`, 400, 'invalid_parameter'],
  ['two lengths', `${start}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'invalid_parameter'],
  ['a length and chunks', `${start}${lengthAndChunks}\r\n`, 400, 'invalid_parameter'],
  ['a request that is meant for a proxy', 'CONNECT a:1 HTTP/1.1\r\n\r\n', 405, 'method_not_allowed'],
  ['oversized headers', `${start}A: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an oversized path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'headers_too_large'],
])(
  'A malformed request has a problem response and a closed connection: %s',
  async (_name, bytes, status, code) => {
    const received = parseResponse(await sendBytes(app.url, bytes));
    const problem = problemOf(received, status, code);
    expect(problem.request_id).toMatch(UUID);
    expect(received.headers).toMatchObject({ connection: 'close', 'cache-control': 'private' });
    expect(Number(received.headers['content-length'])).toBe(Buffer.byteLength(received.body));
  },
);

it.each(['http://[', 'foo://bar', 'http://?x', '//a@b#', '//a@[#', '//a@b/api/v1/device/#', `${LIST}#x`])(
  'The target %s is refused without a wait for the body',
  async (target) => {
    const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nConnection: close\r\n\r\n`;
    problemOf(parseResponse(await sendBytes(app.url, head)), 400, 'invalid_parameter');
    await wait(200); // longer than the interval in which the service checks its requests
    expect((await app.anonymous.get('/health/live')).status).toBe(200);
  },
);

it.each(['pause', 'end', 'resetAndDestroy'] as const)(
  'A connection is closed after CONNECT, whatever its client does: %s',
  async (action) => {
    const server = app.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
    const client = connectAndWait(Number(new URL(app.url).port), 'CONNECT a:1 HTTP/1.1\r\n\r\nmore');
    client.on('error', () => undefined);
    server.prependOnceListener('connect', () => client[action]()); // before the service responds
    const [, connection] = (await once(server, 'connect')) as [unknown, Socket];
    await eventually(() => connection.destroyed);
    client.destroy();
  },
);

describe('Headers of the protocol', () => {
  const sendLines = async (lines: string): Promise<HttpResponse> =>
    parseResponse(await sendBytes(app.url, `GET /health/live HTTP/${lines}\r\nConnection: close\r\n\r\n`));

  it('require the host from HTTP/1.1 on', async () => {
    const { errors } = problemOf(await sendLines('1.1'), 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'Host', detail: 'is required' }]);
    expect((await sendLines('1.0')).status).toBe(200);
  });

  it('can contain an unknown expectation', async () => {
    expect((await sendLines('1.1\r\nHost: x\r\nExpect: the-unexpected')).status).toBe(200);
  });
});

function helmetHeaders(): string[] {
  const names: string[] = [];
  const response = {
    setHeader: (name: string) => names.push(name.toLowerCase()),
    removeHeader: () => undefined,
  };
  helmet({ hsts: false })({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return names;
}

it('Every response has the headers that helmet sets, and forbids browsers to run, frame or embed data', async () => {
  const expected = helmetHeaders();
  expect(expected.length).toBeGreaterThan(9);
  const responses = [
    await client.get('/device'),
    await client.get('/api/v1/device/id/nowhere'),
    await app.anonymous.get('/device'),
    await client.get('/nowhere'),
    await client.send({ method: 'PUT', path: '/device' }),
    await app.admin('acme').get('/internal/v1/api-keys'),
    await app.anonymous.get('/health/live'),
    await app.anonymous.get('/docs/openapi.json'),
    parseResponse(await sendBytes(app.url, 'nonsense\r\n\r\n')),
  ];
  for (const { headers } of responses) {
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(expected));
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'permissions-policy': expect.stringContaining('geolocation=()') as string,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  }
});

const BELOW_A_PATH = { BASE_PATH: '/device-api', PUBLIC_URL: 'https://devices.example/device-api' };

describe.each([
  ['/', {}],
  ['/device-api', BELOW_A_PATH],
  ['/device-api/', BELOW_A_PATH],
])('The root, at %s', (path, env) => {
  const root = appWith({}, env);

  it('redirects a browser to the portal', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await root.anonymous.send({ method, path, headers: { accept } });
      expect({ status, location: headers.location, vary: headers.vary }).toEqual({
        status: 302,
        location: `${root.config.basePath}/portal`,
        vary: 'Accept',
      });
      const { status: there } = await root.anonymous.get(headers.location!, { accept });
      expect(there).toBe(200);
    }
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/plain'])(
    'returns the addresses of the documents to a program: Accept %s',
    async (accept) => {
      const { status, headers, body } = await root.anonymous.with({ accept }).get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      const { publicUrl } = root.config;
      expect(JSON.parse(body)).toEqual({
        name: 'Customer Device API',
        documentation: `${publicUrl}/docs`,
        openapi: `${publicUrl}/docs/openapi.json`,
        portal: `${publicUrl}/portal`,
      });
    },
  );

  it('accepts no other method', async () => {
    const { status, headers } = await root.anonymous.send({ method: 'POST', path });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  it('sends HSTS if its public address uses https', async () => {
    const promise = env === BELOW_A_PATH ? 'max-age=63072000; includeSubDomains' : undefined;
    const { headers } = await root.anonymous.get(path);
    expect(headers['strict-transport-security']).toBe(promise);
  });
});

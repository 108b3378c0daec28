import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { parseAnswer, sendBytes, type Received } from '../kit/http/http.js';
import { problemOf } from '../kit/http/api-client.js';
import { DEVICE_ID } from '../kit/app/builders.js';
import { addressOf, bothAddresses, PATH_FORMS } from '../kit/specification/specification.js';

// docs/contract.md, 2.4 and 2.6: methods, formats, parameters and headers, and requests that are not well-formed

const LIST = '/api/v1/device/';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

const app = appWith(aFleet());
const client = customerOf(app);

describe.each(PATH_FORMS)('"All endpoints are HTTP GET": $path', (form) => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    'answers %s with 405 and the methods there are',
    async (method) => {
      for (const path of bothAddresses(form, DEVICE_ID)) {
        const received = await client.send({ method, path });
        const problem = problemOf(received, 405, 'method_not_allowed');
        expect(received.headers.allow).toBe('GET, HEAD');
        expect(problem.detail).toBe('Allowed here: GET, HEAD.');
      }
    },
  );

  // "take no request body"; the document knows no parameter of these
  it('refuses a query parameter that it does not have', async () => {
    const address = addressOf(form, DEVICE_ID);
    const more = `${address}${address.includes('?') ? '&' : '?'}status=ACTIVE&page=1`;
    const { errors } = await client.problem(more, 400, 'invalid_parameter');
    expect(errors).toEqual([
      { parameter: 'status', detail: 'is not known here' },
      { parameter: 'page', detail: 'is not known here' },
    ]);
  });
});

describe('Methods on other paths', () => {
  it.each(['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT'])(
    'answers %s of an unknown path with 404',
    async (method) => {
      await client.problem({ method, path: '/no/such/path' }, 404, 'not_found');
    },
  );

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
  ])('answers %s %s with 405 and %s', async (method, path, allow) => {
    const received = await app.admin('acme').send({ method, path });
    problemOf(received, 405, 'method_not_allowed');
    expect(received.headers.allow).toBe(allow);
  });
});

describe('Malformed addresses', () => {
  it.each([
    '/api/v1/device/id/%',
    '/api/v1/device/id/%zz',
    '/device/%E0%A4%A/datausage',
    '/api/v1/device/id/%C3',
  ])('answers %s with 400', async (path) => {
    const { errors, detail } = await client.problem(path, 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'path', detail: 'has a malformed percent escape' }]);
    expect(detail).not.toContain('URIError');
  });

  it('says nothing of a malformed escape before it knows who asks', async () => {
    await app.anonymous.problem('/api/v1/device/id/%zz', 401, 'missing_credentials');
    const narrow = await app.customer('acme', ['device:GetList']);
    await narrow.problem('/api/v1/device/id/%zz', 403, 'insufficient_scope');
  });

  it('refuses unknown and repeated parameters behind any number of others', async () => {
    const { errors } = await client.problem(`${LIST}?${'&'.repeat(1200)}status=A`, 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'status', detail: 'is not known here' }]);
    const days = 'startdate=2026-03-29&enddate=2026-03-29';
    const repeated = `/api/v1/device-location/bulk?${days}${'&'.repeat(1200)}enddate=2026-12-31`;
    await client.problem(repeated, 400, 'invalid_parameter');
  });

  it('answers a malformed escape in a query as the unknown parameter that it is', async () => {
    const { errors } = await client.problem(`${LIST}?a%=1`, 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'a%', detail: 'is not known here' }]);
  });

  it('takes an empty query for none', async () => {
    expect((await client.get(`${LIST}?`)).status).toBe(200);
  });

  it('names at most the path in an error, never the query', async () => {
    const { instance } = await client.problem(`${LIST}?token=secret`, 400, 'invalid_parameter');
    expect(instance).toBe(LIST);
  });

  it('answers in full, unless a client has the very mark of the answer', async () => {
    const headers = { 'if-none-match': 'W/"another"', 'if-modified-since': new Date().toUTCString() };
    expect((await client.get('/api/v1/device/', headers)).status).toBe(200);
    expect((await client.get(`/api/v1/device/id/${DEVICE_ID}`, { 'if-none-match': '*' })).status).toBe(200);
  });

  it('answers a body on a customer route as if it were not there', async () => {
    const body = '{"a":';
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    expect((await client.send({ path: LIST, body, headers })).status).toBe(200);
  });
});

describe('X-Request-Id', () => {
  it.each(['a', 'job-17:2026.03~x_Y', 'x'.repeat(128)])('comes back as it was sent: %s', async (id) => {
    const { headers } = await client.get(LIST, { 'x-request-id': id });
    expect(headers['x-request-id']).toBe(id);
  });

  it.each(['', ' ', 'x'.repeat(129), 'a b', '<script>', 'a"b', 'é', 'a,b', '{}', 'a/b'])(
    'is a new one where a client sent %j',
    async (id) => {
      const { headers } = await client.get(LIST, { 'x-request-id': id });
      expect(headers['x-request-id']).toMatch(UUID);
    },
  );

  it('is a new one where it came twice', async () => {
    const { headers } = await client.get(LIST, { 'x-request-id': ['a', 'b'] });
    expect(headers['x-request-id']).toMatch(UUID);
  });

  it('is another for every request', async () => {
    const [one, other] = await Promise.all([client.get(LIST), client.get(LIST)]);
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id']);
  });

  it('stands in errors too, whatever raised them', async () => {
    const headers = { 'x-request-id': 'mine' };
    for (const path of [`${LIST}?x=1`, '/nothing', '/device/%', '/device/absent']) {
      const received = await client.get(path, headers);
      expect(received.headers['x-request-id']).toBe('mine');
      expect(received.body).toContain('"request_id":"mine"');
    }
  });
});

describe('What never becomes a request', () => {
  const start = `GET ${LIST} HTTP/1.1\r\nHost: x\r\n`;

  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'invalid_parameter'],
    ['a header without a colon', `${start}Broken\r\n\r\n`, 400, 'invalid_parameter'],
    ['a control character in a header', `${start}A: \u0001\r\n\r\n`, 400, 'invalid_parameter'],
    ['two lengths', `${start}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'invalid_parameter'],
    [
      'a length and chunks',
      `${start}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'invalid_parameter',
    ],
    ['a request that is meant for a proxy', 'CONNECT a:1 HTTP/1.1\r\n\r\n', 405, 'method_not_allowed'],
    ['oversized headers', `${start}A: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['an oversized path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'headers_too_large'],
  ])('is answered as a problem and closed: %s', async (_name, bytes, status, code) => {
    const received = parseAnswer(await sendBytes(app.url, bytes));
    const problem = problemOf(received, status, code);
    expect(problem.request_id).toMatch(UUID);
    expect(received.headers).toMatchObject({ connection: 'close', 'cache-control': 'private' });
    expect(Number(received.headers['content-length'])).toBe(Buffer.byteLength(received.body));
  });

  it('leaves the service as it was', async () => {
    expect((await client.get(LIST)).status).toBe(200);
  });
});

describe('Headers of the protocol', () => {
  const ask = async (lines: string): Promise<Received> =>
    parseAnswer(await sendBytes(app.url, `GET /health/live HTTP/${lines}\r\nConnection: close\r\n\r\n`));

  it('must name the host, from HTTP/1.1 on', async () => {
    const { errors } = problemOf(await ask('1.1'), 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'Host', detail: 'is required' }]);
    expect((await ask('1.0')).status).toBe(200);
  });

  it('may expect what nobody knows', async () => {
    expect((await ask('1.1\r\nHost: x\r\nExpect: the-unexpected')).status).toBe(200);
  });
});

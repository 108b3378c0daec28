import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Person } from '../../portal/openapi.js';
import { aFullFleet, appWith } from '../kit/app/app-with.js';
import {
  aDataUsage,
  aDevice,
  aLastLocation,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
  DEVICE_ID,
  ENTERPRISE_ID,
} from '../kit/app/builders.js';
import { addAdministrator, signedIn } from '../kit/app/portal-app.js';
import { bodyOf } from '../kit/app/portal-client.js';
import { problemOf, type ApiClient } from '../kit/http/api-client.js';
import { parseResponse, send, sendBytes } from '../kit/http/http.js';
import { registeredRoutes } from '../kit/specification/registered-routes.js';

const OTHER = 'other';
const KEYS = '/internal/v1/api-keys';
const LIST = '/api/v1/device';
const DAYS = '?startdate=2026-03-29&enddate=2026-03-29';

const app = appWith({
  ...aFullFleet(),
  enterprises: [anEnterprise(), anEnterprise({ id: OTHER })],
});
let customer: ApiClient;
beforeAll(async () => {
  customer = await app.customer(ENTERPRISE_ID);
});

async function raw(target: string, ...headers: string[]) {
  const { authorization = '', 'x-enterprise-id': enterprise = '' } = customer.headers;
  const credentials = [`Authorization: ${authorization}`, `x-enterprise-id: ${enterprise}`];
  const lines = [`GET ${target} HTTP/1.1`, ...headers, ...credentials, 'Connection: close', '', ''];
  return parseResponse(await sendBytes(app.url, lines.join('\r\n')));
}

describe('A request', () => {
  it('with two Host headers is refused', async () => {
    expect((await raw(LIST, 'Host: good.example')).status).toBe(200);
    problemOf(await raw(LIST, 'Host: good.example', 'host: evil.example'), 400, 'invalid_parameter');
  });

  it('is read with all its headers, however many there are', async () => {
    const many = Array<string>(1_100).fill('X:');
    expect((await raw(LIST, 'Host: good.example', ...many)).status).toBe(200);
  });

  it.each(['http://evil.example/api/v1/device', 'HTTP://evil.example/', 'evil.example/api/v1/device'])(
    'whose target is %s and no path is refused',
    async (target) => {
      const { status, headers } = await raw(target, 'Host: good.example');
      expect(status).toBe(400);
      expect(headers).not.toHaveProperty('link');
    },
  );

  it.each(['/INTERNAL/v1/api-keys', '/Internal/v1/api-keys', '/PORTAL/api/session', '/internal/V1/people'])(
    'to %s, an internal path in another case, returns 404',
    async (path) => {
      await app.admin(ENTERPRISE_ID).problem(path, 404, 'not_found');
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)(
    'whose %s body has more than 64 kB when it is decompressed is refused',
    async (encoding, compress) => {
      const send = (note: string) =>
        app.admin(ENTERPRISE_ID).send({
          method: 'POST',
          path: KEYS,
          headers: { 'content-type': 'application/json', 'content-encoding': encoding },
          body: compress(
            JSON.stringify({ application: `${encoding} ${note.length}`, scopes: ['device:GetList'], note }),
          ),
        });
      expect((await send('short')).status).toBe(201);
      problemOf(await send('x'.repeat(70_000)), 413, 'payload_too_large');
    },
  );
});

describe('Every route', () => {
  const FOREIGN = 'foreign';
  const ids = { person: '', key: '' };
  let foreignCustomer: ApiClient;

  // The other enterprise has a device of the same id, and every value contains its name
  beforeAll(async () => {
    const ofOther = { enterprise_id: OTHER };
    const names = { ...ofOther, package_name: `${FOREIGN}.app` };
    await app.load({
      devices: [
        aDevice({ ...ofOther, model: FOREIGN, last_location: aLastLocation({ provider: FOREIGN }) }),
        aDevice({ ...ofOther, id: `${FOREIGN}-device` }),
      ],
      datausage: [aDataUsage(names)],
      screentime: [aScreenTime(names)],
      applications: [anApplication({ ...ofOther, displayName: FOREIGN })],
      locations: [aLocation({ ...ofOther, provider: FOREIGN })],
    });
    foreignCustomer = await app.customer(OTHER);
    ids.key = String((await app.admin(OTHER).list(KEYS))[0]!.id);
    await app.admin(OTHER).patch(`${KEYS}/${ids.key}`, { application: `${FOREIGN} key` });
    await send(app.url, { path: '/api/v1/device/changes', headers: foreignCustomer.headers });
    await foreignCustomer.get('/api/v1/device/id/none', { 'x-request-id': `${FOREIGN}-call` });
    const email = `${FOREIGN}@other.example`;
    await addAdministrator(app, { email, enterpriseId: OTHER });
    const people = bodyOf<Person[]>(await (await signedIn(app, email)).get('/internal/v1/people'));
    ids.person = people[0]!.id;
  });

  const routesWith = (pattern: RegExp): [route: string, access: string][] =>
    Object.entries(registeredRoutes(app)).filter(([route]) => pattern.test(route));

  const QUERIES = ['', DAYS, '?retention_days=30', `?request_id=${FOREIGN}-call`];

  const VALID: Readonly<Record<string, object>> = {
    'PATCH /internal/v1/api-keys/:id': { note: 'taken over' },
    'POST /internal/v1/api-keys/:id/regenerate': {},
    'PATCH /internal/v1/people/:id': { role: 'viewer' },
  };

  it('with an :id responds with 404 to an id of another enterprise, and changes nothing there', async () => {
    const idFor = (path: string): string => {
      if (path.includes('/people/')) return ids.person;
      return path.includes('/api-keys/') ? ids.key : `${FOREIGN}-device`;
    };
    const routes = routesWith(/\/:id/).filter(([, access]) => access !== 'session');
    expect(routes.length).toBeGreaterThan(20);
    const before = await app.admin(OTHER).list('/internal/v1/audit-events');
    const statuses: Record<string, number> = {};
    for (const [route, access] of routes) {
      const [method = '', path = ''] = route.split(' ');
      const client = access.startsWith('device:') ? customer : app.admin(ENTERPRISE_ID);
      const target = path.replace(':id', idFor(path)) + (path.endsWith('/devices/:id/locations') ? DAYS : '');
      const body = ['POST', 'PATCH'].includes(method) ? (VALID[route] ?? {}) : undefined;
      statuses[route] = (await client.sendJson(method, target, body)).status;
    }
    expect(statuses).toEqual(Object.fromEntries(routes.map(([route]) => [route, 404])));
    expect(await app.admin(OTHER).list('/internal/v1/audit-events')).toEqual(before);
  });

  it('that reads shows nothing of another enterprise, which has a device of the same id', async () => {
    const showing = async (enterprise: string, withKey: ApiClient): Promise<string[]> => {
      const found: string[] = [];
      for (const [route, access] of routesWith(/^GET /)) {
        const takesKey = access.startsWith('device:') || access === 'key';
        if (!takesKey && access !== 'admin') continue;
        const client = takesKey ? withKey : app.admin(enterprise);
        const keys = await app.admin(enterprise).list(KEYS);
        const isOfKeys = route.includes('/api-keys/');
        const path = route.slice(4).replace(':id', isOfKeys ? String(keys[0]!.id) : DEVICE_ID);
        const responses = [];
        for (const query of QUERIES) responses.push(await client.get(path + query));
        expect([route, responses.some(({ status }) => status === 200)]).toEqual([route, true]);
        // Feeds name keys by id only. The audit log may contain any id that an administrator tried.
        const sign = route.endsWith('/feeds') ? ids.key : FOREIGN;
        if (responses.some(({ body }) => body.includes(sign))) found.push(route);
      }
      return found;
    };
    expect((await showing(OTHER, foreignCustomer)).length).toBeGreaterThan(25);
    expect(await showing(ENTERPRISE_ID, customer)).toEqual([]);
  });
});

describe('The address behind TRUST_PROXY', () => {
  const CLIENT = '203.0.113.7';
  const PROXY = '198.51.100.9';
  const ofSocket = expect.stringMatching(/127\.0\.0\.1$/) as string;
  const FORWARDED: readonly [trustProxy: string, header: string | string[], address: string][] = [
    ['1', CLIENT, CLIENT],
    ['1', `${CLIENT}, ${PROXY}`, PROXY],
    ['2', `${CLIENT}, ${PROXY}`, CLIENT],
    ['2', `192.0.2.1, ${CLIENT}, ${PROXY}`, CLIENT],
    ['loopback', `${CLIENT}, ${PROXY}`, PROXY],
    ['loopback', [CLIENT, PROXY], PROXY],
    ['loopback', '[2001:db8::1]:4711', '2001:db8::1'],
    [`loopback, ${PROXY}`, `${CLIENT}, ${PROXY}`, CLIENT],
    ['off', CLIENT, ofSocket],
    ['10.0.0.0/8', CLIENT, ofSocket],
  ];
  const INVALID = ['0313.0.113.7', '3405803783', '203.0.113.007', 'unknown', 'depot'];

  describe.each([...new Set(FORWARDED.map(([trustProxy]) => trustProxy))])('=%s', (trustProxy) => {
    const behind = appWith({ enterprises: [anEnterprise()] }, { TRUST_PROXY: trustProxy });
    const addressOf = async (headers: Readonly<Record<string, string | string[]>>) =>
      bodyOf(await behind.admin(ENTERPRISE_ID).get('/internal/v1/key-conditions', headers)).address;

    it.each(FORWARDED.filter(([of]) => of === trustProxy))(
      '(%s) reads from %s the address %s',
      async (_trustProxy, header, address) => {
        expect(await addressOf({ 'x-forwarded-for': header })).toEqual(address);
      },
    );

    it('ignores other headers and invalid addresses', async () => {
      for (const name of ['forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'])
        expect(await addressOf({ [name]: name === 'forwarded' ? `for=${CLIENT}` : CLIENT })).toEqual(
          ofSocket,
        );
      for (const wrong of INVALID) expect(await addressOf({ 'x-forwarded-for': wrong })).toEqual(ofSocket);
    });
  });
});

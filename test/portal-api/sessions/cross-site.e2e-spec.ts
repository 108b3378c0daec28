import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { PortalClient } from '../../kit/app/portal-client.js';
import { EMAIL, PASSWORD, signedIn, startPortal } from '../../kit/app/portal-app.js';
import { registeredRoutes } from '../../kit/specification/registered-routes.js';

const PUBLIC_URL = 'http://devices.example.com:8080';
/** Stands for the address of the service. */
const CALLED = 'http://called';
const MISSING_KEY = '/internal/v1/api-keys/none';

let app: TestApp;
let client: PortalClient;

beforeAll(async () => {
  app = await startPortal({ PUBLIC_URL });
  client = await signedIn(app);
});
afterAll(() => app.close());

/** What is looked at before it matters where a request comes from, where anybody may send one. */
const BODIES: Readonly<Record<string, object>> = {
  '/portal/api/session': { email: EMAIL, password: PASSWORD },
  '/portal/api/session/second-factor': { code: '123456' },
  '/portal/api/session/second-factor/confirmation': { code: '123456' },
  '/portal/api/link': { token: 'x' },
  '/portal/api/link/password': { token: 'x', password: PASSWORD },
};

/** A change with the session; what a browser says of where it comes from is left out where it is empty. */
function change(method: string, path: string, site: string, origin: string) {
  const headers = {
    cookie: client.cookieHeader,
    'content-type': 'application/json',
    ...(site && { 'sec-fetch-site': site }),
    ...(origin && { origin: origin.replace(CALLED, app.url) }),
  };
  const body = method === 'DELETE' ? '' : JSON.stringify(BODIES[path] ?? {});
  return app.anonymous.send({ method, path, headers, body });
}

const FOREIGN = [
  ['another site', 'cross-site', 'https://evil.example'],
  ['a sibling of the site', 'same-site', 'http://blog.example.com:8080'],
  ['another port of the host', '', 'http://devices.example.com:9090'],
  ['an old browser on another site', '', 'https://evil.example'],
  ['a document without an origin', '', 'null'],
  ['another site with a forged origin', 'cross-site', PUBLIC_URL],
  ['our own host in the name of another', '', `${CALLED}.evil.example`],
] as const;
const OWN = [
  ['a page at the public address', 'same-origin', PUBLIC_URL],
  ['a page at the address that was called', 'same-origin', CALLED],
  ['a browser that does not say its site', '', PUBLIC_URL],
  ['a person who typed it', 'none', ''],
  ['a program that is no browser', '', ''],
] as const;

describe('A change with a session', () => {
  it.each(FOREIGN)('is refused from %s', async (_what, site, origin) => {
    problemOf(await change('DELETE', MISSING_KEY, site, origin), 403, 'cross_site_request');
  });

  it.each(OWN)('is taken from %s', async (_what, site, origin) => {
    problemOf(await change('DELETE', MISSING_KEY, site, origin), 404, 'api_key_not_found');
  });

  it('is refused from another site at every route that there is', async () => {
    const changing = Object.keys(registeredRoutes(app)).filter((route) => !route.startsWith('GET '));
    expect(changing.length).toBeGreaterThan(20);
    for (const route of changing) {
      const [method = '', path = ''] = route.replace(':id', 'none').split(' ');
      const answer = await change(method, path, 'cross-site', 'https://evil.example');
      problemOf(answer, 403, 'cross_site_request');
    }
    expect((await client.get('/portal/api/session')).status).toBe(200);
  });
});

it('A form of another site cannot even send the body that signing in takes', async () => {
  const answer = await new PortalClient(app.url).send({
    method: 'POST',
    path: '/portal/api/session',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  problemOf(answer, 415, 'unsupported_media_type');
});

it('The admin token is no matter of browsers, so it may come from anywhere', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const answer = await app.admin('acme').send({ method: 'DELETE', path: MISSING_KEY, headers });
  problemOf(answer, 404, 'api_key_not_found');
});

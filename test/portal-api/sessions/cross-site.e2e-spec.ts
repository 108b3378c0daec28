import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { PortalClient } from '../../kit/app/portal-client.js';
import { EMAIL, PASSWORD, signedIn, startPortal } from '../../kit/app/portal-app.js';

const PUBLIC_URL = 'http://devices.example.com:8080';
const MISSING_KEY = '/internal/v1/api-keys/none';

let app: TestApp;
let client: PortalClient;

beforeAll(async () => {
  app = await startPortal({ PUBLIC_URL });
  client = await signedIn(app);
});
afterAll(() => app.close());

/** What a browser says of where a request comes from; an empty text is left out. */
interface Source {
  readonly site: string;
  readonly origin: string;
}

function change(path: string, method: string, { site, origin }: Source) {
  const headers = {
    cookie: client.cookieHeader,
    'content-type': 'application/json',
    ...(site && { 'sec-fetch-site': site }),
    ...(origin && { origin }),
  };
  const body = method === 'DELETE' ? '' : JSON.stringify({ email: EMAIL, password: PASSWORD });
  return app.anonymous.send({ method, path, headers, body });
}

const FOREIGN: [string, () => Source][] = [
  ['another site', () => ({ site: 'cross-site', origin: 'https://evil.example' })],
  ['a sibling of the site', () => ({ site: 'same-site', origin: 'http://blog.example.com:8080' })],
  ['another port of the host', () => ({ site: '', origin: 'http://devices.example.com:9090' })],
  ['an old browser on another site', () => ({ site: '', origin: 'https://evil.example' })],
  ['a document without an origin', () => ({ site: '', origin: 'null' })],
  ['another site with a forged origin', () => ({ site: 'cross-site', origin: PUBLIC_URL })],
  ['our own host in the name of another', () => ({ site: '', origin: `${app.url}.evil.example` })],
];
const OWN: [string, () => Source][] = [
  ['a page at the public address', () => ({ site: 'same-origin', origin: PUBLIC_URL })],
  ['a page at the address that was called', () => ({ site: 'same-origin', origin: app.url })],
  ['a browser that does not say its site', () => ({ site: '', origin: PUBLIC_URL })],
  ['a person who typed it', () => ({ site: 'none', origin: '' })],
  ['a program that is no browser', () => ({ site: '', origin: '' })],
];

describe('A change with a session', () => {
  it.each(FOREIGN)('is refused from %s', async (_what, source) => {
    problemOf(await change(MISSING_KEY, 'DELETE', source()), 403, 'cross_site_request');
  });

  it.each(OWN)('is taken from %s', async (_what, source) => {
    problemOf(await change(MISSING_KEY, 'DELETE', source()), 404, 'api_key_not_found');
  });

  it.each(['POST', 'PATCH', 'DELETE'])(
    'is refused from another site whatever its method: %s',
    async (method) => {
      const path = method === 'POST' ? '/internal/v1/api-keys' : MISSING_KEY;
      const answer = await change(path, method, { site: 'cross-site', origin: 'https://evil.example' });
      problemOf(answer, 403, 'cross_site_request');
    },
  );
});

describe('Signing in and out', () => {
  it.each(['POST', 'DELETE'])('is refused from another site: %s', async (method) => {
    const answer = await change('/portal/api/session', method, {
      site: 'cross-site',
      origin: 'https://evil.example',
    });
    problemOf(answer, 403, 'cross_site_request');
    expect((await client.get('/portal/api/session')).status).toBe(200);
  });
});

describe('A form of another site', () => {
  it('cannot even send the body that signing in takes', async () => {
    const answer = await new PortalClient(app.url).send({
      method: 'POST',
      path: '/portal/api/session',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    problemOf(answer, 415, 'unsupported_media_type');
  });
});

describe('The admin token', () => {
  it('is no matter of browsers, so it may come from anywhere', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const answer = await app.admin('acme').send({ method: 'DELETE', path: MISSING_KEY, headers });
    problemOf(answer, 404, 'api_key_not_found');
  });
});

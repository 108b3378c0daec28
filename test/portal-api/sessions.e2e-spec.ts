import { EVENTS_PER_MINUTE } from '../../src/modules/audit/denied-calls.js';
import { problemOf } from '../kit/http/api-client.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import {
  COOKIE,
  EMAIL,
  OTHER_ENTERPRISE_ID,
  PASSWORD,
  PortalStage,
  startPortal,
} from '../kit/app/portal-app.js';
import { registeredRoutes } from '../kit/specification/registered-routes.js';

const MINUTE = 60_000;
const SESSION = '/portal/api/session';
const LOOK = `${SESSION}/look`;
const SETTINGS = '/internal/v1/settings';
const KEYS = '/internal/v1/api-keys';
const MISSING_KEY = `${KEYS}/none`;
const PUBLIC_URL = 'http://devices.example.com:8080';
const CALLED = 'http://called';

const stage = new PortalStage({ PUBLIC_URL });
const { app, admin } = stage;

const requestsOf = (...accesses: string[]) =>
  Object.entries(registeredRoutes(app)).flatMap(([route, access]) => {
    const [method = '', path = ''] = route.replace(':id', 'none').split(' ');
    return accesses.length === 0 || accesses.includes(access) ? [{ method, path }] : [];
  });
const changesOf = (...accesses: string[]) => requestsOf(...accesses).filter(({ method }) => method !== 'GET');

describe('The cookie of a session', () => {
  const BASE_PATH = '/device-api';
  const overTls = { 'x-forwarded-proto': 'https' };
  type Texts = Readonly<Record<string, string>>;

  /** Expects two cookies: the session and the known browser (decision 0018). */
  it.each<[where: string, env: Texts, proxyHeaders: Texts, prefix: string]>([
    ['behind TLS at the root', { PUBLIC_URL: 'https://devices.example.com' }, {}, '__Host-'],
    ['behind TLS below a path', { PUBLIC_URL: `https://a.example${BASE_PATH}`, BASE_PATH }, {}, '__Secure-'],
    ['without TLS', {}, {}, ''],
    ['without TLS below a path', { BASE_PATH }, {}, ''],
    ['behind a proxy that ends TLS', {}, overTls, '__Host-'],
    ['behind a proxy that ends TLS, below a path', { BASE_PATH }, overTls, '__Secure-'],
    ['behind a proxy that is not trusted', { TRUST_PROXY: 'off' }, overTls, ''],
  ])('has the strictest attributes %s', async (_title, env, proxyHeaders, prefix) => {
    const { BASE_PATH: base = '' } = env;
    const path = base + SESSION;
    const attributes = `HttpOnly;${prefix && ' Secure;'} SameSite=Strict`;
    await using service = await startPortal(env);
    const client = new PortalClient(service.url);
    const { headers } = await client.post(path, { email: EMAIL, password: PASSWORD }, proxyHeaders);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(`^${prefix}portal_session=[\\w-]{43}; Path=${base || '/'}; ${attributes}$`),
      expect.stringMatching(
        `^${prefix && '__Secure-'}portal_browser_[\\w-]{16}=[\\w.-]+; Max-Age=15552000; Path=${path}; Expires=[^;]+; ${attributes}$`,
      ),
    ]);
    expect(headers['cache-control']).toBe('private, no-store');
    bodyOf(await client.get(path, proxyHeaders));
    bodyOf(await client.get(base + SETTINGS, proxyHeaders));
  });

  it('for TLS is separate from the cookie without TLS, and is deleted on sign-out', async () => {
    const client = await stage.signedIn();
    problemOf(await client.get(SESSION, overTls), 401, 'not_signed_in');
    await client.signIn(EMAIL, PASSWORD, overTls);
    bodyOf(await client.get(SESSION, overTls));
    bodyOf(await client.get(SESSION));
    await client.delete(SESSION, overTls);
    expect(client.cookie(`__Host-${COOKIE}`)).toBeUndefined();
  });
});

describe('A change with a session', () => {
  function change(method: string, path: string, site: string, origin: string) {
    const headers = {
      cookie: admin.cookieHeader,
      'content-type': 'application/json',
      ...(site && { 'sec-fetch-site': site }),
      ...(origin && { origin: origin.replace(CALLED, app.url) }),
    };
    return app.anonymous.send({ method, path, headers, body: method === 'DELETE' ? '' : '{}' });
  }

  it.each([
    ['another site', 'cross-site', 'https://evil.example'],
    ['a sibling of the site', 'same-site', 'http://blog.example.com:8080'],
    ['another port of the host', '', 'http://devices.example.com:9090'],
    ['an old browser on another site', '', 'https://evil.example'],
    ['a document without an origin', '', 'null'],
    ['another site with a forged origin', 'cross-site', PUBLIC_URL],
    ['our own host in the name of another', '', `${CALLED}.evil.example`],
  ])('is refused from %s', async (_title, site, origin) => {
    problemOf(await change('DELETE', MISSING_KEY, site, origin), 403, 'cross_site_request');
  });

  it.each([
    ['a page at the public address', 'same-origin', PUBLIC_URL],
    ['a page at the address that was called', 'same-origin', CALLED],
    ['a browser without Sec-Fetch-Site', '', PUBLIC_URL],
    ['a user who typed it', 'none', ''],
    ['a program other than a browser', '', ''],
  ])('is accepted from %s', async (_title, site, origin) => {
    problemOf(await change('DELETE', MISSING_KEY, site, origin), 404, 'api_key_not_found');
  });

  it('is refused from another site on every route', async () => {
    const changes = changesOf('admin', 'session', 'public');
    expect(changes.length).toBeGreaterThan(20);
    for (const { method, path } of changes) {
      const response = await change(method, path, 'cross-site', 'https://evil.example');
      problemOf(response, 403, 'cross_site_request');
    }
    bodyOf(await admin.get(SESSION));
  });
});

it('A form of another site cannot send the body of a sign-in', async () => {
  const body = { email: EMAIL, password: PASSWORD };
  const response = await stage.newBrowser().post(SESSION, body, { 'content-type': 'text/plain' });
  problemOf(response, 415, 'unsupported_media_type');
});

it('The admin token is accepted from any site', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const response = await app.admin(ENTERPRISE_ID).send({ method: 'DELETE', path: MISSING_KEY, headers });
  problemOf(response, 404, 'api_key_not_found');
});

describe('A session on the internal routes', () => {
  it.each([
    ['acts for its own enterprise without naming it', {}],
    ['may name its own enterprise', { 'x-enterprise-id': ENTERPRISE_ID }],
  ])('%s', async (_title, headers) => {
    expect(bodyOf(await admin.get(SETTINGS, headers)).enterprise_id).toBe(ENTERPRISE_ID);
  });

  it.each([OTHER_ENTERPRISE_ID, 'there-is-no-such'])('cannot name %s', async (id) => {
    problemOf(await admin.get(SETTINGS, { 'x-enterprise-id': id }), 403, 'enterprise_mismatch');
  });

  it('is required by routes of one user', async () => {
    const requests = requestsOf('session');
    expect(requests.length).toBeGreaterThan(8);
    for (const request of requests)
      for (const client of [app.anonymous, app.admin(ENTERPRISE_ID)])
        await client.problem(request, 401, 'not_signed_in');
  });

  it('is ignored with an Authorization header, valid or not', async () => {
    const right = await admin.get(SETTINGS, app.admin(OTHER_ENTERPRISE_ID).headers);
    expect(bodyOf(right)).toMatchObject({ enterprise_id: OTHER_ENTERPRISE_ID });
    problemOf(await admin.get(SETTINGS, { authorization: 'Bearer wrong' }), 401, 'invalid_key');
  });

  it.each([
    ['opens nothing of the customer API', '/api/v1/device/'],
    ['opens nothing that is the operator’s', '/internal/metrics'],
  ])('%s', async (_title, path) => {
    const response = await admin.get(path, { 'x-enterprise-id': ENTERPRISE_ID });
    problemOf(response, 401, 'missing_credentials');
  });
});

describe('A viewer', () => {
  let viewer: PortalClient;
  beforeAll(async () => ({ client: viewer } = await stage.aUser()));

  it.each([KEYS, SETTINGS, '/internal/v1/audit-events', '/internal/v1/data/devices'])(
    'can view %s',
    async (path) => {
      bodyOf(await viewer.get(path));
    },
  );

  it('cannot change anything', async () => {
    const changes = changesOf('admin');
    expect(changes.length).toBeGreaterThan(8);
    for (const request of changes) problemOf(await viewer.send(request), 403, 'insufficient_role');
  });

  it('cannot fill the audit log with refused changes', async () => {
    const refused = async () =>
      (await app.auditLog()).filter(({ action }) => action === 'call.refused').length;
    const before = await refused();
    for (let at = 0; at < 3; at++)
      await Promise.all(Array.from({ length: 20 }, () => viewer.post(KEYS, { application: 'Refused' })));
    expect((await refused()) - before).toBeLessThanOrEqual(EVENTS_PER_MINUTE);
  });
});

describe('The life of a session', () => {
  let email: string;
  let client: PortalClient;
  beforeEach(async () => ({ email, client } = await stage.aUser()));

  const age = (used: number, begun = used) =>
    app.dataSource.query(
      'UPDATE portal_sessions SET created_at = created_at - ?, expires_at = expires_at - ?, last_used_at = last_used_at - ? WHERE email = ?',
      [begun, begun, used, email],
    );
  const rows = () =>
    app.dataSource.query<{ at: string | number }[]>(
      'SELECT last_used_at AS at FROM portal_sessions WHERE email = ?',
      [email],
    );
  const lastUse = async () => Number((await rows())[0]!.at);
  const endAt = async (path: string, from = client) =>
    Date.parse(String(bodyOf(await from.get(path)).expires_at));

  describe('A session', () => {
    it.each([
      [`after 30 minutes without use, for ${SESSION}`, SESSION, 30 * MINUTE, 30 * MINUTE],
      [`after 30 minutes without use, for ${SETTINGS}`, SETTINGS, 30 * MINUTE, 30 * MINUTE],
      ['after twelve hours, even if it is in use', SETTINGS, 0, 720 * MINUTE],
    ])('expires %s', async (_title, path, used, begun) => {
      await age(used, begun);
      problemOf(await client.get(path), 401, 'not_signed_in');
    });

    it.each([
      ['returns its expiration, which is up to twelve hours after its start', 'expires_at', 710, 10],
      ['returns the latest time at which it can expire', 'ends_at', 60, 660],
    ])('%s', async (_title, member, begun, minutes) => {
      await age(0, begun * MINUTE);
      const left = (Date.parse(bodyOf(await client.get(SESSION))[member] as string) - Date.now()) / MINUTE;
      expect(left).toBeGreaterThan(minutes - 1);
      expect(left).toBeLessThanOrEqual(minutes);
    });

    it('records its use, which restarts the 30 minutes', async () => {
      await age(29 * MINUTE);
      bodyOf(await client.get(SESSION));
      const noted = await lastUse();
      expect(Date.now() - noted).toBeLessThan(MINUTE);
      bodyOf(await client.get(SETTINGS));
      expect(await lastUse()).toBe(noted); // the service does not write on every request
      await age(29 * MINUTE);
      bodyOf(await client.get(SETTINGS));
    });

    it('that has expired is deleted at the next sign-in', async () => {
      await age(31 * MINUTE);
      await stage.signedIn();
      expect(await rows()).toEqual([]);
    });
  });

  describe('a check of a session', () => {
    it('returns the same as a use of it', async () => {
      expect(bodyOf(await client.get(LOOK))).toEqual(bodyOf(await client.get(SESSION)));
    });

    it('does not keep it alive', async () => {
      await age(29 * MINUTE);
      const before = await lastUse();
      expect(await endAt(LOOK)).toBe(before + 30 * MINUTE);
      expect(await lastUse()).toBe(before);
      await age(MINUTE);
      problemOf(await client.get(LOOK), 401, 'not_signed_in');
    });
  });
});

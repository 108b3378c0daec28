import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import { COOKIE, EMAIL, PASSWORD, startPortal } from '../../kit/app/portal-app.js';

const SESSION = '/portal/api/session';
const BASE_PATH = '/device-api';
const overTls = { 'x-forwarded-proto': 'https' };

type Texts = Readonly<Record<string, string>>;

const CASES: readonly [where: string, env: Texts, saidByProxy: Texts, prefix: string][] = [
  ['behind TLS at the root', { PUBLIC_URL: 'https://devices.example.com' }, {}, '__Host-'],
  ['behind TLS below a path', { PUBLIC_URL: `https://example.com${BASE_PATH}`, BASE_PATH }, {}, '__Secure-'],
  ['without TLS', {}, {}, ''],
  ['without TLS below a path', { BASE_PATH }, {}, ''],
  ['behind a proxy that ends TLS', {}, overTls, '__Host-'],
  ['behind a proxy that ends TLS, below a path', { BASE_PATH }, overTls, '__Secure-'],
  ['behind a proxy that is not trusted', { TRUST_PROXY: 'off' }, overTls, ''],
];

describe('The cookie of a session', () => {
  /** Two cookies: the session, and that the administrator has signed in in this browser (decision 0018). */
  it.each(CASES)('is bound as tightly as it can be %s', async (_where, env, said, prefix) => {
    const { BASE_PATH: base = '' } = env;
    const app = await startPortal(env);
    try {
      const client = new PortalClient(app.url);
      const path = base + SESSION;
      const { headers } = await client.post(path, { email: EMAIL, password: PASSWORD }, said);
      const [browser, end] = prefix
        ? ['__Secure-portal_browser', 'HttpOnly; Secure; SameSite=Strict']
        : ['portal_browser', 'HttpOnly; SameSite=Strict'];
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(`^${prefix}portal_session=[\\w-]{43}; Path=${base || '/'}; ${end}$`),
        expect.stringMatching(
          `^${browser}_[\\w-]{16}=[\\w.-]+; Max-Age=15552000; Path=${path}; Expires=[^;]+; ${end}$`,
        ),
      ]);
      expect(headers['cache-control']).toBe('private, no-store');
      bodyOf(await client.get(path, said));
      bodyOf(await client.get(`${base}/internal/v1/settings`, said));
    } finally {
      await app.close();
    }
  });

  describe('that is bound to TLS', () => {
    let app: TestApp;
    let client: PortalClient;
    beforeAll(async () => {
      app = await startPortal();
    });
    afterAll(() => app.close());
    beforeEach(() => {
      client = new PortalClient(app.url);
    });

    it('goes when one signs out', async () => {
      await client.signIn(EMAIL, PASSWORD, overTls);
      await client.delete(SESSION, overTls);
      expect(client.cookie(`__Host-${COOKIE}`)).toBeUndefined();
    });

    it('is not taken from one that was set without TLS', async () => {
      await client.signIn(EMAIL, PASSWORD);
      problemOf(await client.get(SESSION, overTls), 401, 'not_signed_in');
    });

    it('stands beside one that was set without TLS, each read on its own way', async () => {
      await client.signIn(EMAIL, PASSWORD);
      await client.signIn(EMAIL, PASSWORD, overTls);
      bodyOf(await client.get(SESSION, overTls));
      bodyOf(await client.get(SESSION));
    });
  });
});

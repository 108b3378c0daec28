import { PortalClient } from '../../kit/app/portal-client.js';
import { EMAIL, PASSWORD, startPortal } from '../../kit/app/portal-app.js';

/** Two cookies: the session, and that the administrator has signed in in this browser (decision 0018). */
const CASES = [
  {
    what: 'behind TLS at the root',
    env: { PUBLIC_URL: 'https://devices.example.com' },
    prefix: '',
    cookie: /^__Host-portal_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    browser:
      /^__Secure-portal_browser_[\w-]{16}=[\w.-]+; Max-Age=15552000; Path=\/portal\/api\/session; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  },
  {
    what: 'behind TLS below a path',
    env: { PUBLIC_URL: 'https://example.com/device-api', BASE_PATH: '/device-api' },
    prefix: '/device-api',
    cookie: /^__Secure-portal_session=[\w-]{43}; Path=\/device-api; HttpOnly; Secure; SameSite=Strict$/,
    browser:
      /^__Secure-portal_browser_[\w-]{16}=[\w.-]+; Max-Age=15552000; Path=\/device-api\/portal\/api\/session; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  },
  {
    what: 'without TLS below a path',
    env: { BASE_PATH: '/device-api' },
    prefix: '/device-api',
    cookie: /^portal_session=[\w-]{43}; Path=\/device-api; HttpOnly; SameSite=Strict$/,
    browser:
      /^portal_browser_[\w-]{16}=[\w.-]+; Max-Age=15552000; Path=\/device-api\/portal\/api\/session; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
  },
];

describe('The cookie of a session', () => {
  it.each(CASES)('is bound as tightly as it can be $what', async ({ env, prefix, cookie, browser }) => {
    const app = await startPortal(env);
    try {
      const client = new PortalClient(app.url);
      const path = `${prefix}/portal/api/session`;
      const { headers } = await client.post(path, { email: EMAIL, password: PASSWORD });
      const [session, knownBrowser, ...more] = headers['set-cookie'] ?? [];
      expect(session).toMatch(cookie);
      expect(knownBrowser).toMatch(browser);
      expect(more).toEqual([]);
      expect((await client.get(path)).status).toBe(200);
      expect((await client.get(`${prefix}/internal/v1/settings`)).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

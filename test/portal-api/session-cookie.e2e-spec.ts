import { PortalClient } from './portal-client.js';
import { EMAIL, PASSWORD, startPortal } from './portal-app.js';

const CASES = [
  {
    what: 'behind TLS at the root',
    env: { PUBLIC_URL: 'https://devices.example.com' },
    prefix: '',
    cookie: /^__Host-portal_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  },
  {
    what: 'behind TLS below a path',
    env: { PUBLIC_URL: 'https://example.com/device-api', BASE_PATH: '/device-api' },
    prefix: '/device-api',
    cookie: /^__Secure-portal_session=[\w-]{43}; Path=\/device-api; HttpOnly; Secure; SameSite=Strict$/,
  },
  {
    what: 'without TLS below a path',
    env: { BASE_PATH: '/device-api' },
    prefix: '/device-api',
    cookie: /^portal_session=[\w-]{43}; Path=\/device-api; HttpOnly; SameSite=Strict$/,
  },
];

describe('The cookie of a session', () => {
  it.each(CASES)('is bound as tightly as it can be $what', async ({ env, prefix, cookie }) => {
    const app = await startPortal(env);
    try {
      const client = new PortalClient(app.url);
      const path = `${prefix}/portal/api/session`;
      const { headers } = await client.post(path, { email: EMAIL, password: PASSWORD });
      expect(headers['set-cookie']).toEqual([expect.stringMatching(cookie)]);
      expect((await client.get(path)).status).toBe(200);
      expect((await client.get(`${prefix}/internal/v1/settings`)).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import { COOKIE, EMAIL, PASSWORD, startPortal } from '../../kit/app/portal-app.js';

const SESSION = '/portal/api/session';
const BOUND = `__Host-${COOKIE}`;
const overTls = { 'x-forwarded-proto': 'https' };

let app: TestApp;
let client: PortalClient;

afterEach(() => app.close());

async function start(env: Record<string, string> = {}): Promise<void> {
  app = await startPortal(env);
  client = new PortalClient(app.url);
}

describe('Behind a proxy that ends TLS, the cookie of a session', () => {
  it('is bound to TLS without a PUBLIC_URL', async () => {
    await start();
    const { headers } = await client.signIn(EMAIL, PASSWORD, overTls);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-portal_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Secure-portal_browser_.*; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    bodyOf(await client.get(SESSION, overTls));
    bodyOf(await client.get('/internal/v1/settings', overTls));
  });

  it('is bound to TLS below a path as well', async () => {
    await start({ BASE_PATH: '/device-api' });
    const body = { email: EMAIL, password: PASSWORD };
    const { headers } = await client.post(`/device-api${SESSION}`, body, overTls);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Secure-portal_session=[\w-]{43}; Path=\/device-api; HttpOnly; Secure; SameSite=Strict$/,
      ),
      expect.stringMatching(/^__Secure-portal_browser_.*; HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });

  it('goes when one signs out', async () => {
    await start();
    await client.signIn(EMAIL, PASSWORD, overTls);
    await client.delete(SESSION, overTls);
    expect(client.cookie(BOUND)).toBeUndefined();
  });

  it('is not taken from one that was set without TLS', async () => {
    await start();
    await client.signIn(EMAIL, PASSWORD);
    problemOf(await client.get(SESSION, overTls), 401, 'not_signed_in');
  });

  it('stands beside one that was set without TLS, each read on its own way', async () => {
    await start();
    await client.signIn(EMAIL, PASSWORD);
    await client.signIn(EMAIL, PASSWORD, overTls);
    bodyOf(await client.get(SESSION, overTls));
    bodyOf(await client.get(SESSION));
  });

  it('stays as it is where the proxy is not trusted', async () => {
    await start({ TRUST_PROXY: 'off' });
    await client.signIn(EMAIL, PASSWORD, overTls);
    expect(client.cookie(COOKIE)).toMatch(/^[\w-]{43}$/);
    expect(client.cookie(BOUND)).toBeUndefined();
  });
});

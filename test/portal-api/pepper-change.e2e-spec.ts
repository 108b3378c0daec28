import { createTestApp, KEY_PEPPER } from '../kit/app/create-test-app.js';
import { signedIn, startPortal } from '../kit/app/portal-app.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { locationOf, SingleSignOnStage } from '../kit/app/single-sign-on-stage.js';

jest.setTimeout(60_000); // the second one starts three processes

const NEXT = 'the-next-key-pepper-0123456789abcdefg';

it('Under the pepper before a link works until it has expired', async () => {
  const app = await startPortal();
  const person = { email: 'olga@acme.example', name: 'Olga Brandt', role: 'viewer' };
  const { link } = bodyOf(await (await signedIn(app)).post('/internal/v1/people', person), 201);
  const [, token] = String(link).split('#link=');
  const peppers = { KEY_PEPPER: NEXT, KEY_PEPPER_PREVIOUS: app.config.keyPepper };
  const rotated = await createTestApp({ DATABASE_URL: app.databaseUrl, ...peppers });
  const password = 'a few words in a row';
  const used = await new PortalClient(rotated.url).post('/portal/api/link/password', { token, password });
  expect(used.status).toBe(204);
  await signedIn(rotated, person.email, password);
  await rotated.close();
  await app.close();
});

it('A change of the pepper ends no sign-in that has begun, and the session before ends with it all the same', async () => {
  const stage = await SingleSignOnStage.open();
  const { browser } = await stage.signInAs('chief');
  const before = browser.at(stage.serviceUrl);
  const start = locationOf(await browser.get('/portal/api/oidc/start'));
  await stage.stopService();
  await stage.startService({ KEY_PEPPER: NEXT, KEY_PEPPER_PREVIOUS: KEY_PEPPER });
  const { pathname, search } = new URL(await stage.throughProvider(start, 'chief'));
  expect(await before.isSignedIn()).toBe(true);
  expect(locationOf(await browser.get(pathname + search))).toBe(`${stage.serviceUrl}/portal`);
  expect(await before.isSignedIn()).toBe(false);
  expect(await browser.isSignedIn()).toBe(true);
  await stage.close();
});

import { createTestApp } from '../kit/app/create-test-app.js';
import { signedIn, startPortal } from '../kit/app/portal-app.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';

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

import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../../kit/app/portal-client.js';
import {
  ageSessions,
  lastUseOfSession,
  signedIn,
  startPortal,
  startSecondInstance,
} from '../../kit/app/portal-app.js';

const MINUTE = 60_000;
const LOOK = '/portal/api/session/look';

let app: TestApp;
let client: PortalClient;

beforeAll(async () => {
  app = await startPortal();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.dataSource.query('DELETE FROM portal_sessions');
  client = await signedIn(app);
});

const endOf = (session: Record<string, unknown>): number => Date.parse(session.expires_at as string);

describe('Looking at a session', () => {
  it('tells the same as using it', async () => {
    expect(bodyOf(await client.get(LOOK))).toEqual(bodyOf(await client.get('/portal/api/session')));
  });

  it('does not keep it alive', async () => {
    await ageSessions(app, 29 * MINUTE);
    const before = await lastUseOfSession(app);
    expect(endOf(bodyOf(await client.get(LOOK)))).toBe(before + 30 * MINUTE);
    expect(await lastUseOfSession(app)).toBe(before);
    await ageSessions(app, MINUTE);
    problemOf(await client.get(LOOK), 401, 'not_signed_in');
  });

  it('takes no parameters', async () => {
    problemOf(await client.get(`${LOOK}?use=no`), 400, 'invalid_parameter');
  });

  it('is for whoever holds its cookie', async () => {
    problemOf(await app.anonymous.get(LOOK), 401, 'not_signed_in');
  });
});

describe('The end that a session is said to have', () => {
  it('is 30 minutes after the use that is noted, not after the request', async () => {
    await ageSessions(app, MINUTE / 2);
    const said = endOf(bodyOf(await client.get('/portal/api/session')));
    expect(said).toBe((await lastUseOfSession(app)) + 30 * MINUTE);
    await ageSessions(app, said - Date.now());
    problemOf(await client.get('/portal/api/session'), 401, 'not_signed_in');
  });

  it('is the same on every instance', async () => {
    const second = await startSecondInstance(app);
    try {
      await ageSessions(app, MINUTE / 2);
      const elsewhere = await second.anonymous.get('/portal/api/session', { cookie: client.cookieHeader });
      const here = bodyOf(await client.get('/portal/api/session'));
      expect(bodyOf(elsewhere).expires_at).toBe(here.expires_at);
    } finally {
      await second.close();
    }
  });
});

import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../../kit/app/portal-client.js';
import {
  ageSessions,
  EMAIL,
  lastUseOfSession,
  PASSWORD,
  signedIn,
  startPortal,
} from '../../kit/app/portal-app.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

const age = (begun: number, used: number) => ageSessions(app, used, begun);
const lastUse = () => lastUseOfSession(app);

describe('A session', () => {
  it('lasts while it is used within 30 minutes', async () => {
    await age(29 * MINUTE, 29 * MINUTE);
    bodyOf(await client.get('/portal/api/session'));
    bodyOf(await client.get('/internal/v1/settings'));
  });

  it.each(['/portal/api/session', '/internal/v1/settings'])(
    'is over after 30 minutes without use, for %s',
    async (path) => {
      await age(30 * MINUTE, 30 * MINUTE);
      problemOf(await client.get(path), 401, 'not_signed_in');
    },
  );

  it('is over after twelve hours, however much it is used', async () => {
    await age(12 * HOUR, 0);
    problemOf(await client.get('/internal/v1/settings'), 401, 'not_signed_in');
  });

  it('says its end, which is never later than twelve hours after its begin', async () => {
    await age(12 * HOUR - 10 * MINUTE, 0);
    const { expires_at } = bodyOf(await client.get('/portal/api/session'));
    const minutes = (Date.parse(expires_at as string) - Date.now()) / MINUTE;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
  });

  it('says when it ends however much it is used', async () => {
    await age(HOUR, 0);
    const { ends_at } = bodyOf(await client.get('/portal/api/session'));
    const minutes = (Date.parse(ends_at as string) - Date.now()) / MINUTE;
    expect(minutes).toBeGreaterThan(11 * 60 - 1);
    expect(minutes).toBeLessThanOrEqual(11 * 60);
  });

  it('notes its use, so that the 30 minutes begin anew', async () => {
    await age(20 * MINUTE, 20 * MINUTE);
    await client.get('/internal/v1/settings');
    expect(Date.now() - (await lastUse())).toBeLessThan(MINUTE);
    await age(20 * MINUTE, 20 * MINUTE);
    bodyOf(await client.get('/internal/v1/settings'));
  });

  it('does not write for every request', async () => {
    const before = await lastUse();
    await client.get('/internal/v1/settings');
    expect(await lastUse()).toBe(before);
  });

  it('that has ended leaves the database when somebody signs in', async () => {
    await age(31 * MINUTE, 31 * MINUTE);
    await client.signIn(EMAIL, PASSWORD);
    expect(await app.dataSource.query('SELECT * FROM portal_sessions')).toHaveLength(1);
  });
});

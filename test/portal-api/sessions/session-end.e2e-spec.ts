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
  startSecondInstance,
} from '../../kit/app/portal-app.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SESSION = '/portal/api/session';
const LOOK = `${SESSION}/look`;
const SETTINGS = '/internal/v1/settings';

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

describe('A session', () => {
  it('lasts while it is used within 30 minutes', async () => {
    await ageSessions(app, 29 * MINUTE);
    bodyOf(await client.get(SESSION));
    bodyOf(await client.get(SETTINGS));
  });

  it.each([SESSION, SETTINGS])('is over after 30 minutes without use, for %s', async (path) => {
    await ageSessions(app, 30 * MINUTE);
    problemOf(await client.get(path), 401, 'not_signed_in');
  });

  it('is over after twelve hours, however much it is used', async () => {
    await ageSessions(app, 0, 12 * HOUR);
    problemOf(await client.get(SETTINGS), 401, 'not_signed_in');
  });

  it.each([
    [
      'says its end, which is never later than twelve hours after its begin',
      12 * HOUR - 10 * MINUTE,
      'expires_at',
      10,
    ],
    ['says when it ends however much it is used', HOUR, 'ends_at', 11 * 60],
  ])('%s', async (_title, begun, member, minutes) => {
    await ageSessions(app, 0, begun);
    const session = bodyOf(await client.get(SESSION));
    const left = (Date.parse(session[member] as string) - Date.now()) / MINUTE;
    expect(left).toBeGreaterThan(minutes - 1);
    expect(left).toBeLessThanOrEqual(minutes);
  });

  it('notes its use, so that the 30 minutes begin anew', async () => {
    await ageSessions(app, 20 * MINUTE);
    await client.get(SETTINGS);
    expect(Date.now() - (await lastUseOfSession(app))).toBeLessThan(MINUTE);
    await ageSessions(app, 20 * MINUTE);
    bodyOf(await client.get(SETTINGS));
  });

  it('does not write for every request', async () => {
    const before = await lastUseOfSession(app);
    await client.get(SETTINGS);
    expect(await lastUseOfSession(app)).toBe(before);
  });

  it('that has ended leaves the database when somebody signs in', async () => {
    await ageSessions(app, 31 * MINUTE);
    await client.signIn(EMAIL, PASSWORD);
    expect(await app.dataSource.query('SELECT * FROM portal_sessions')).toHaveLength(1);
  });
});

describe('Looking at a session', () => {
  it('tells the same as using it', async () => {
    expect(bodyOf(await client.get(LOOK))).toEqual(bodyOf(await client.get(SESSION)));
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
});

describe('The end that a session is said to have', () => {
  it('is 30 minutes after the use that is noted, not after the request', async () => {
    await ageSessions(app, MINUTE / 2);
    const said = endOf(bodyOf(await client.get(SESSION)));
    expect(said).toBe((await lastUseOfSession(app)) + 30 * MINUTE);
    await ageSessions(app, said - Date.now());
    problemOf(await client.get(SESSION), 401, 'not_signed_in');
  });

  it('is the same on every instance', async () => {
    const second = await startSecondInstance(app);
    try {
      await ageSessions(app, MINUTE / 2);
      const elsewhere = await second.anonymous.get(SESSION, { cookie: client.cookieHeader });
      const here = bodyOf(await client.get(SESSION));
      expect(bodyOf(elsewhere).expires_at).toBe(here.expires_at);
    } finally {
      await second.close();
    }
  });
});

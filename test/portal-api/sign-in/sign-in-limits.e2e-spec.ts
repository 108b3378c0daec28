import { PRODUCTION_COST } from '../../../src/modules/sign-in/administrators/password-hashes.js';
import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { PortalClient } from '../../kit/app/portal-client.js';
import { addAdministrator, EMAIL, PASSWORD, startPortal, trailOf } from '../../kit/app/portal-app.js';
import { eventually } from '../../kit/process/patience.js';

const LIMITED = { RATE_LIMIT: '1000/100s' };
const OTHER = 'other@acme.example';
const WRONG = 'wrong password, really';

let app: TestApp;
let client: PortalClient;

beforeAll(async () => {
  app = await startPortal(LIMITED);
  await addAdministrator(app, { email: OTHER });
  client = new PortalClient(app.url);
});
afterAll(() => app.close());

/** So many are worked on at once without any being turned away. */
const AT_ONCE = 5;

/** In a browser in which nobody has signed in before. */
const stranger = (on = app): PortalClient => new PortalClient(on.url);

let lastAddress = 0;
const anotherAddress = (): string => `203.0.113.${++lastAddress}`;
/** The address is what a proxy on this machine says. */
const from = (address = anotherAddress()) => ({ 'x-forwarded-for': address });

/** Tries several at once, as strangers, each from another address unless one is said. */
async function tries(times: number, email: string | ((at: number) => string), address?: string, on = app) {
  const emails = Array.from({ length: times }, (_, at) => (typeof email === 'string' ? email : email(at)));
  const answers = [];
  while (emails.length > 0) {
    const some = emails.splice(0, AT_ONCE);
    answers.push(...(await Promise.all(some.map((one) => stranger(on).signIn(one, WRONG, from(address))))));
  }
  return answers;
}

const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('Failing to sign in', () => {
  it('is possible ten times as an account, from wherever', async () => {
    const answers = await tries(13, EMAIL);
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 3]);
    const refused = await client.signIn(EMAIL, PASSWORD, from());
    problemOf(refused, 429, 'rate_limited');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('leaves no more in the audit trail than the limit lets through', async () => {
    await eventually(async () => {
      const failures = (await trailOf(app)).filter(({ action }) => action === 'sign_in.failed');
      expect(failures).toHaveLength(10);
    });
  });

  it('is as limited as an account that there is not', async () => {
    const answers = await tries(12, 'nobody@acme.example');
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 2]);
  });

  it('is forgotten for the account that signs in at last, and touches no other', async () => {
    for (let round = 0; round < 2; round++) {
      expect(countOf(await tries(6, OTHER), 401)).toBe(6);
      expect((await stranger().signIn(OTHER, PASSWORD)).status).toBe(200);
    }
  });

  it('is possible twenty times from one address, as whomever', async () => {
    const answers = await tries(23, (at) => `nobody-${at}@acme.example`, '198.51.100.7');
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([20, 3]);
    const refused = await stranger().signIn(OTHER, PASSWORD, from('198.51.100.7'));
    problemOf(refused, 429, 'rate_limited');
    const elsewhere = await stranger().signIn(OTHER, PASSWORD, from('198.51.100.8'));
    expect(elsewhere.status).toBe(200);
  });
});

describe('A browser in which the administrator has signed in before', () => {
  const KNOWN = 'known@acme.example';
  const NEIGHBOUR = 'neighbour@acme.example';
  const THEIRS = '198.51.100.20';
  let browser: PortalClient;

  const fromTheirs = (email: string, password: string, there = browser) =>
    there.signIn(email, password, from(THEIRS));
  const deviceCookies = () =>
    browser.cookieHeader.split('; ').filter((pair) => pair.startsWith('portal_browser_'));

  beforeAll(async () => {
    await addAdministrator(app, { email: KNOWN });
    await addAdministrator(app, { email: NEIGHBOUR });
    browser = new PortalClient(app.url);
    expect((await fromTheirs(KNOWN, PASSWORD)).status).toBe(200);
  });

  it('lets them in while strangers have used up the budgets of account and address', async () => {
    expect(countOf(await tries(10, KNOWN), 401)).toBe(10);
    await tries(20, (at) => `crowd-${at}@acme.example`, THEIRS);
    problemOf(await fromTheirs(KNOWN, PASSWORD, new PortalClient(app.url)), 429, 'rate_limited');
    expect((await fromTheirs(KNOWN, PASSWORD)).status).toBe(200);
  });

  it('opens no more to strangers thereby', async () => {
    problemOf(await client.signIn(KNOWN, PASSWORD, from()), 429, 'rate_limited');
  });

  it('is no known one of anybody else', async () => {
    expect(countOf(await tries(10, NEIGHBOUR), 401)).toBe(10);
    const [cookie = ''] = deviceCookies();
    const [name = '', value = ''] = cookie.split(/=(.*)/);
    expect((await fromTheirs(NEIGHBOUR, PASSWORD)).status).toBe(429);
    const forger = new PortalClient(app.url);
    forger.setCookie(name, value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A'));
    expect((await fromTheirs(KNOWN, PASSWORD, forger)).status).toBe(429);
    const [id, until, seal] = value.split('.');
    forger.setCookie(name, `${id}.${Number(until) + 1}.${seal}`);
    expect((await fromTheirs(KNOWN, PASSWORD, forger)).status).toBe(429);
  });

  it('may itself fail ten times, however often it signed in', async () => {
    const failures = [];
    for (let at = 0; at < 12; at++) failures.push(await fromTheirs(KNOWN, WRONG));
    expect([countOf(failures, 401), countOf(failures, 429)]).toEqual([10, 2]);
    expect((await fromTheirs(KNOWN, PASSWORD)).status).toBe(429);
    expect(deviceCookies()).toHaveLength(1);
  });
});

describe('Signing in at the cost of production', () => {
  let costly: TestApp;

  beforeAll(async () => {
    costly = await startPortal(LIMITED, undefined, PRODUCTION_COST);
  });
  afterAll(() => costly.close());

  it('is refused with 503 beyond a few requests at the same time, which count as no failures', async () => {
    const [email, address] = ['crowd@acme.example', '198.51.100.9'];
    const attempt = () => stranger(costly).signIn(email, WRONG, from(address));
    const answers = await Promise.all(Array.from({ length: 9 }, attempt));
    const turnedAway = countOf(answers, 503);
    expect(turnedAway).toBeGreaterThan(0);
    expect(countOf(answers, 401)).toBe(9 - turnedAway);
    const later = await tries(10, email, address, costly);
    expect(countOf(later, 401)).toBe(10 - (9 - turnedAway));
  });

  it('takes as long for an unknown account as for a wrong password', async () => {
    const timed = async (email: string): Promise<number> => {
      const start = performance.now();
      await stranger(costly).signIn(email, WRONG, from());
      return performance.now() - start;
    };
    const [wrong, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      wrong.push(await timed(EMAIL));
      unknown.push(await timed('unknown@acme.example'));
    }
    // without the hash it would take a hundredth of that
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...wrong) / 2);
  });
});

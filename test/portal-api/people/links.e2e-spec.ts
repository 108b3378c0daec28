import { randomBytes } from 'node:crypto';
import { problemOf } from '../../kit/http/api-client.js';
import { InternalClient } from '../../kit/http/internal-client.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import { createTestApp, type TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import {
  addAdministrator,
  EMAIL,
  OTHER_ENTERPRISE_ID,
  PASSWORD,
  signedIn,
  startPortal,
  startSecondInstance,
  trailOf,
} from '../../kit/app/portal-app.js';
import { newest } from '../somebody.js';

const PEOPLE = '/internal/v1/people';
const LINK = '/portal/api/link';
const NEW_PASSWORD = 'a few words in a row';
const STRANGER = 'chief@globex.example';

let app: TestApp;
let admin: PortalClient;
let invited = 0;
const log: string[] = [];

beforeAll(async () => {
  app = await startPortal({ LOG_LEVEL: 'trace' }, { write: (line: string) => log.push(line) });
  admin = await signedIn(app);
  await addAdministrator(app, { email: STRANGER, enterpriseId: OTHER_ENTERPRISE_ID });
});
afterAll(() => app.close());

interface Linked {
  readonly id: string;
  readonly email: string;
  readonly link: string;
  readonly token: string;
}

function linked(body: Record<string, unknown>): Linked {
  const [, token = ''] = /#link=([\w-]{43})$/.exec(String(body.link)) ?? [];
  return { ...(body as unknown as Linked), token };
}

const aPerson = () => ({ email: `olga-${++invited}@acme.example`, name: 'Olga Brandt', role: 'viewer' });
const invite = async (): Promise<Linked> => linked(bodyOf(await admin.post(PEOPLE, aPerson()), 201));
const reset = async (id: string): Promise<Linked> =>
  linked(bodyOf(await admin.send({ method: 'POST', path: `${PEOPLE}/${id}/link` })));

/** For somebody who has a password. */
const helped = async (): Promise<Linked> => {
  const { id, token } = await invite();
  await use(token, PASSWORD);
  return reset(id);
};
const KINDS = [
  ['An invitation', invite],
  ['A link for who forgot the password', helped],
] as const;

const stranger = (): PortalClient => new PortalClient(app.url);
const look = (token: string) => stranger().post(LINK, { token });
const use = (token: string, password = NEW_PASSWORD, client = stranger()) =>
  client.post(`${LINK}/password`, { token, password });
const passwords = (): Promise<{ id: string; hash: string }[]> =>
  app.dataSource.query('SELECT id, password_hash AS hash FROM administrators ORDER BY id');
const expire = (id: string) =>
  app.dataSource.query('UPDATE administrators SET link_expires_at = ? WHERE id = ?', [Date.now() - 1, id]);

describe('A link', () => {
  it('is made from PUBLIC_URL alone, with its token in the fragment', async () => {
    const { id } = await invite();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const asked = { method: 'POST', path: `${PEOPLE}/${id}/link`, headers };
    const { link } = linked(bodyOf(await app.admin(ENTERPRISE_ID).send(asked)));
    const url = new URL(link);
    expect(`${url.origin}${url.pathname}`).toBe(`${app.config.publicUrl}/portal`);
    expect(url.search).toBe('');
    expect(url.hash).toMatch(/^#link=[\w-]{43}$/);
  });

  it('works for 72 hours', async () => {
    const { link_expires_at: until } = (await invite()) as unknown as { link_expires_at: string };
    const hours = (Date.parse(until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
  });

  it('says for whom it is without being used up, lets them choose a password, and that is how they sign in', async () => {
    const { token, email } = await invite();
    const shown = { email, name: 'Olga Brandt', invited: true };
    for (let times = 0; times < 2; times++) expect(bodyOf(await look(token))).toEqual(shown);
    const { status, body, headers } = await use(token);
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers).not.toHaveProperty('set-cookie');
    const client = await signedIn(app, email, NEW_PASSWORD);
    expect(bodyOf(await client.get('/portal/api/session'))).toMatchObject({ email, role: 'viewer' });
    expect(await newest(app, 'administrator.password_set')).toMatchObject({
      actor: `admin:${email}`,
      details: { method: 'link' },
    });
  });

  it('for who forgot the password leaves the present one until it is used, and then ends their sessions', async () => {
    const { email, token } = await helped();
    const client = await signedIn(app, email);
    expect(bodyOf(await look(token))).toMatchObject({ email, invited: false });
    expect((await use(token)).status).toBe(204);
    problemOf(await client.get('/portal/api/session'), 401, 'not_signed_in');
    problemOf(await stranger().signIn(email, PASSWORD), 401, 'sign_in_failed');
    await signedIn(app, email, NEW_PASSWORD);
  });

  it('is refused a password that is too short, and works on', async () => {
    const { token } = await invite();
    problemOf(await use(token, 'short'), 400, 'invalid_parameter');
    expect((await use(token)).status).toBe(204);
  });

  it('works once where many use it at the same time, on two instances', async () => {
    const second = await startSecondInstance(app);
    for (let round = 0; round < 4; round++) {
      const { token, email } = await invite();
      const passwords = [0, 1, 2, 3].map((at) => `the password of number ${at}`);
      const answers = await Promise.all(
        passwords.map((password, at) =>
          use(token, password, new PortalClient(at % 2 === 0 ? app.url : second.url)),
        ),
      );
      const done = answers.flatMap(({ status }, at) => (status === 204 ? [at] : []));
      expect(done).toHaveLength(1);
      await signedIn(app, email, passwords[done[0]!]);
      for (const answer of answers.filter(({ status }) => status !== 204))
        problemOf(answer, 400, 'invalid_link');
    }
    await second.close();
  });

  it('is dead once its person has another password', async () => {
    const { email, token } = await helped();
    const client = await signedIn(app, email);
    const asked = { present_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await client.post('/internal/v1/account/password', asked)).status).toBe(204);
    problemOf(await use(token), 400, 'invalid_link');
  });

  it('opens nothing to who guesses a thousand times, of either kind', async () => {
    for (const [, make] of KINDS) await make();
    const before = await passwords();
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => use(randomBytes(32).toString('base64url'))),
      );
      for (const answer of answers) problemOf(answer, 400, 'invalid_link');
    }
    expect(await passwords()).toEqual(before);
  });
});

describe.each(KINDS)('%s', (_kind, make) => {
  it('is dead in one wording, whether used, expired, replaced, of somebody removed or never made', async () => {
    const [used, expired, replaced, removed] = [await make(), await make(), await make(), await make()];
    await use(used.token);
    await expire(expired.id);
    await reset(replaced.id);
    await admin.delete(`${PEOPLE}/${removed.id}`);
    const tokens = [used.token, expired.token, replaced.token, removed.token, 'A'.repeat(43), 'x', ''];
    const wordings = new Set<string>();
    for (const token of tokens)
      for (const answer of [await look(token), await use(token)]) {
        const { request_id: _id, instance: _path, ...problem } = problemOf(answer, 400, 'invalid_link');
        wordings.add(JSON.stringify(problem));
      }
    expect(wordings.size).toBe(1);
  });

  it('sets no password but that of its person, and is made by nobody of another enterprise', async () => {
    const { id, token } = await make();
    const elsewhere = await signedIn(app, STRANGER);
    const asked = { method: 'POST', path: `${PEOPLE}/${id}/link` };
    problemOf(await elsewhere.send(asked), 404, 'person_not_found');
    const before = await passwords();
    expect((await use(token)).status).toBe(204);
    const changed = (await passwords()).filter((one, at) => one.hash !== before[at]!.hash);
    expect(changed.map((one) => one.id)).toEqual([id]);
  });
});

it('A token is nowhere: not in the log, the tables, the trail, or what is answered to it', async () => {
  const person = await invite();
  const { token: second } = await reset(person.id);
  const answers = [await look(second), await use(person.token), await use(second), await use(second)];
  answers.push(await stranger().post(LINK, { token: { of: second } }), await use(second, 'short'));
  const stored: unknown[] = [];
  for (const { tableName } of app.dataSource.entityMetadatas)
    stored.push(await app.dataSource.query(`SELECT * FROM ${tableName}`));
  const everything = JSON.stringify([answers, stored, await trailOf(app), log]);
  expect(log.length).toBeGreaterThan(50);
  expect(everything).toContain(person.email);
  for (const secret of [person.token, second, NEW_PASSWORD]) expect(everything).not.toContain(secret);
});

it('Under the pepper before a link works until it has expired', async () => {
  const { token, email } = await invite();
  const KEY_PEPPER = 'the-new-key-pepper-0123456789abcdefgh';
  const settings = { DATABASE_URL: app.databaseUrl, KEY_PEPPER, KEY_PEPPER_PREVIOUS: app.config.keyPepper };
  const rotated = await createTestApp(settings);
  expect((await use(token, NEW_PASSWORD, new PortalClient(rotated.url))).status).toBe(204);
  await signedIn(rotated, email, NEW_PASSWORD);
  await rotated.close();
});

it('Guessing at links counts with the failures to sign in of the address', async () => {
  const limited = await startPortal({ RATE_LIMIT: '1000/100s' });
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const client = () => new PortalClient(limited.url);
  const operator = new InternalClient(limited.admin(ENTERPRISE_ID));
  const { token } = linked(bodyOf(await operator.call('POST', PEOPLE, aPerson()), 201));
  for (let times = 0; times < 30; times++)
    // what works is no guess
    expect((await client().post(LINK, { token }, from)).status).toBe(200);
  for (let times = 0; times < 5; times++)
    problemOf(await client().signIn(`x${times}@acme.example`, PASSWORD, from), 401, 'sign_in_failed');
  const guesses = [];
  for (let times = 0; times < 17; times++)
    guesses.push(await client().post(LINK, { token: `guess-${times}` }, from));
  expect(guesses.map(({ status }) => status)).toEqual([...Array<number>(15).fill(400), 429, 429]);
  problemOf(await client().post(LINK, { token }, from), 429, 'rate_limited');
  problemOf(await client().signIn(EMAIL, PASSWORD, from), 429, 'rate_limited');
  await limited.close();
});

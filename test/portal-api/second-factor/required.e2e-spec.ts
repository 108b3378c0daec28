import { problemOf } from '../../kit/http/api-client.js';
import { InternalClient } from '../../kit/http/internal-client.js';
import { KEY_PEPPER, type TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import {
  COOKIE,
  EMAIL,
  OTHER_ENTERPRISE_ID,
  PASSWORD,
  signedIn,
  startPortal,
  trailOf,
} from '../../kit/app/portal-app.js';
import { Authenticator, enter, FACTOR, letTimePass, STEP, turnOn } from '../../kit/app/second-factor.js';
import { SingleSignOnStage } from '../../kit/app/single-sign-on-stage.js';
import { runCli } from '../../kit/process/program.js';
import { isSignedIn, newest, somebody } from '../somebody.js';

const SETTINGS = '/internal/v1/settings';
const PEOPLE = '/internal/v1/people';

let app: TestApp;
let admin: PortalClient;

beforeAll(async () => {
  app = await startPortal();
  admin = await signedIn(app);
});
afterAll(() => app.close());

const requireFactor = (isRequired: unknown, client = admin) =>
  client.patch(SETTINGS, { second_factor_required: isRequired });

describe('A second factor that the enterprise requires', () => {
  afterEach(() => requireFactor(false));

  it('is required by an administrator alone, which the trail tells', async () => {
    const viewer = await signedIn(app, await somebody(app));
    problemOf(await requireFactor(true, viewer), 403, 'insufficient_role');
    problemOf(await requireFactor('yes'), 400, 'invalid_parameter');
    bodyOf(await requireFactor(true));
    expect(bodyOf(await admin.get(`${SETTINGS}/portal`))).toMatchObject({ second_factor_required: true });
    expect(await newest(app, 'settings.updated')).toMatchObject({
      details: { second_factor_required: true },
    });
    const other = bodyOf(await app.admin(OTHER_ENTERPRISE_ID).get(`${SETTINGS}/portal`));
    expect(other).toMatchObject({ second_factor_required: false });
  });

  it('lets who has none do nothing but set it up, and then in', async () => {
    const email = await somebody(app);
    await requireFactor(true);
    const client = new PortalClient(app.url);
    problemOf(await client.signIn(email, PASSWORD), 403, 'second_factor_missing');
    expect(client.cookie(COOKIE)).toBeUndefined();
    problemOf(await enter(client, '123456'), 403, 'wrong_code');
    for (const path of ['/internal/v1/account', SETTINGS, '/portal/api/session'])
      expect((await client.get(path)).status).toBe(401);
    const { secret } = bodyOf(await client.send({ method: 'POST', path: `${STEP}/set-up` }));
    const authenticator = new Authenticator(String(secret));
    const confirm = (code: string) => client.post(`${STEP}/confirmation`, { code });
    problemOf(await confirm(authenticator.wrongCode()), 403, 'wrong_code');
    expect(client.cookie(COOKIE)).toBeUndefined();
    const { recovery_codes: codes } = bodyOf(await confirm(authenticator.code()));
    expect(codes).toHaveLength(10);
    expect(bodyOf(await client.get('/internal/v1/account'))).toMatchObject({
      email,
      second_factor: true,
      second_factor_required: true,
    });
    await letTimePass(app);
    const next = new PortalClient(app.url);
    problemOf(await next.signIn(email, PASSWORD), 403, 'second_factor_needed');
    expect((await enter(next, authenticator.code())).status).toBe(200);
  });

  it('cannot be set up without the password, nor any more where it is not required', async () => {
    const email = await somebody(app);
    await requireFactor(true);
    const client = new PortalClient(app.url);
    await client.signIn(email, PASSWORD);
    const setUp = (from: PortalClient) => from.send({ method: 'POST', path: `${STEP}/set-up` });
    problemOf(await setUp(new PortalClient(app.url)), 403, 'sign_in_expired');
    await requireFactor(false);
    problemOf(await setUp(client), 403, 'sign_in_expired');
    expect((await client.signIn(email, PASSWORD)).status).toBe(200);
  });

  it('cannot be turned off, and can be exchanged', async () => {
    const client = await signedIn(app, await somebody(app));
    await turnOn(app, client);
    await requireFactor(true);
    problemOf(await client.post(`${FACTOR}/off`, { proof: PASSWORD }), 409, 'second_factor_required');
    await turnOn(app, client);
  });
});

describe('Somebody who has lost it', () => {
  const listed = async (email: string) => {
    const people = JSON.parse((await admin.get(PEOPLE)).body) as Record<string, string | boolean>[];
    return people.find((one) => one.email === email)!;
  };

  it('gets in with the password alone once another administrator has reset it, and is signed out', async () => {
    const email = await somebody(app);
    const client = await signedIn(app, email);
    await turnOn(app, client);
    const { id, second_factor: has } = await listed(email);
    expect(has).toBe(true);
    problemOf(await client.delete(`${PEOPLE}/${id}/second-factor`), 403, 'insufficient_role');
    const foreign = { method: 'DELETE', path: `${PEOPLE}/${id}/second-factor` };
    problemOf(await app.admin(OTHER_ENTERPRISE_ID).send(foreign), 404, 'person_not_found');
    expect((await admin.delete(`${PEOPLE}/${id}/second-factor`)).status).toBe(204);
    expect(await isSignedIn(client)).toBe(false);
    await signedIn(app, email);
    expect(await newest(app, 'administrator.second_factor_reset')).toMatchObject({
      actor: `admin:${EMAIL}`,
      details: { email },
    });
    const before = (await trailOf(app)).length;
    expect((await admin.delete(`${PEOPLE}/${id}/second-factor`)).status).toBe(204); // there is none
    expect(await trailOf(app)).toHaveLength(before);
  });

  it('cannot reset their own', async () => {
    const { id } = await listed(EMAIL);
    problemOf(await admin.delete(`${PEOPLE}/${id}/second-factor`), 409, 'own_second_factor');
  });

  it('gets in by the command line', async () => {
    const email = await somebody(app);
    const client = await signedIn(app, email);
    await turnOn(app, client);
    const env = { DATABASE_URL: app.databaseUrl, KEY_PEPPER };
    const reset = () => runCli(['admin', 'reset-second-factor', '--email', email], env);
    expect(await reset()).toMatchObject({ status: 0, stdout: `${email} has no second factor any more\n` });
    expect(await isSignedIn(client)).toBe(false);
    await signedIn(app, email);
    expect(await newest(app, 'administrator.second_factor_reset')).toMatchObject({ actor: 'command-line' });
    const stderr = expect.stringContaining('no second factor') as string;
    expect(await reset()).toMatchObject({ status: 1, stderr });
  });
});

it('Who comes by single sign-on needs none, and has none here', async () => {
  const stage = await SingleSignOnStage.open();
  try {
    const operator = new InternalClient(stage.observer.admin('acme'));
    const required = await operator.call('PATCH', SETTINGS, { second_factor_required: true });
    expect(required.status).toBe(200);
    const { browser } = await stage.signInAs('chief');
    expect(bodyOf(await browser.get('/internal/v1/account'))).toMatchObject({
      has_password: false,
      second_factor: false,
      second_factor_required: false,
    });
    problemOf(await browser.post(FACTOR, { proof: PASSWORD }), 404, 'person_not_found');
    const withPassword = new PortalClient(stage.serviceUrl);
    problemOf(await withPassword.signIn(EMAIL, PASSWORD), 403, 'second_factor_missing');
  } finally {
    await stage.close();
  }
});

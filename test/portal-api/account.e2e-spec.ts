import type { OwnSession } from '../../portal/openapi.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { problemOf } from '../kit/http/api-client.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { COOKIE, EMAIL, OTHER_ENTERPRISE_ID, PASSWORD, PEOPLE, PortalStage } from '../kit/app/portal-app.js';
import {
  Authenticator,
  submitCode,
  SECOND_FACTOR,
  allowNextCode,
  SIGN_IN_STEP,
  turnOnSecondFactor,
} from '../kit/app/second-factor.js';
import { eventually } from '../kit/process/retry.js';

const CHALLENGE = 'portal_second_step';
const ACCOUNT = '/internal/v1/account';
const SETTINGS = '/internal/v1/settings';
const OTHER_PASSWORD = 'another horse battery';
const NOT_THE_PASSWORD = 'not the password';

const log: string[] = [];
const stage = new PortalStage({ LOG_LEVEL: 'trace' }, { write: (line: string) => log.push(line) });
const { app, admin } = stage;

const aUserInTwoBrowsers = async () => {
  const { email, client } = await stage.aUser();
  return { email, client, other: await stage.signedIn(email) };
};

async function aUserWithFactor(on = stage, enterpriseId = ENTERPRISE_ID) {
  const user = await on.aUser({ enterpriseId });
  return { ...user, ...(await turnOnSecondFactor(on.app, user.client)) };
}

async function halfway(email: string): Promise<PortalClient> {
  const client = stage.newBrowser();
  problemOf(await client.signIn(email, PASSWORD), 403, 'second_factor_needed');
  return client;
}

const statusesOf = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).sort();

const change = (client: PortalClient, current: string, newPassword: string) =>
  client.post(`${ACCOUNT}/password`, { present_password: current, new_password: newPassword });

it('The account describes the signed-in user', async () => {
  const { email, client } = await stage.aUser();
  expect(bodyOf(await client.get(ACCOUNT))).toEqual({
    email,
    name: 'Ines Krüger',
    role: 'viewer',
    has_password: true,
    second_factor: false,
    second_factor_required: false,
    recovery_codes_left: 0,
  });
});

describe('The user’s own name', () => {
  it('changes in all sessions, with an event in the audit log', async () => {
    const { email, client, other } = await aUserInTwoBrowsers();
    expect((await client.patch(ACCOUNT, { name: '  Olga Brandt ' })).status).toBe(204);
    expect(bodyOf(await client.get(ACCOUNT))).toMatchObject({ name: 'Olga Brandt' });
    expect(bodyOf(await other.get('/portal/api/session'))).toMatchObject({ name: 'Olga Brandt' });
    expect((await app.auditLog())[0]).toMatchObject({
      actor: `admin:${email}`,
      action: 'administrator.renamed',
      details: { name: 'Olga Brandt', previous_name: 'Ines Krüger' },
    });
  });

  it.each([[''], ['  '], ['a\u200bb'], ['x'.repeat(501)], [7]])('cannot be %j', async (name) => {
    const { client } = await stage.aUser();
    const response = await client.patch(ACCOUNT, { name });
    expect(problemOf(response, 400, 'invalid_parameter').errors).toMatchObject([{ parameter: 'name' }]);
  });
});

describe('The user’s own password', () => {
  it('changes with the current password, and ends the other sessions', async () => {
    const { email, client, other } = await aUserInTwoBrowsers();
    expect((await change(client, PASSWORD, OTHER_PASSWORD)).status).toBe(204);
    expect([await client.isSignedIn(), await other.isSignedIn()]).toEqual([true, false]);
    problemOf(await stage.newBrowser().signIn(email, PASSWORD), 401, 'sign_in_failed');
    await stage.signedIn(email, OTHER_PASSWORD);
    expect(await app.newestEvent('administrator.password_set')).toMatchObject({ actor: `admin:${email}` });
  });

  it('stays if the current password is wrong, with an event in the audit log', async () => {
    const { email, client } = await stage.aUser();
    problemOf(await change(client, NOT_THE_PASSWORD, OTHER_PASSWORD), 403, 'wrong_password');
    await stage.signedIn(email);
    expect(await app.newestEvent('call.refused')).toMatchObject({
      actor: `admin:${email}`,
      details: { code: 'wrong_password' },
    });
  });

  it.each([['short'], ['🐎'.repeat(11)], ['x'.repeat(1001)]])('cannot be %s', async (newPassword) => {
    const { client } = await stage.aUser();
    const response = await change(client, PASSWORD, newPassword);
    expect(problemOf(response, 400, 'invalid_parameter').errors).toMatchObject([
      { parameter: 'new_password' },
    ]);
  });

  it('accepts one of two concurrent changes', async () => {
    const { client, other } = await aUserInTwoBrowsers();
    const responses = await Promise.all([
      change(client, PASSWORD, 'the first of two passwords'),
      change(other, PASSWORD, 'the second of two passwords'),
    ]);
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

const sessionsOf = async (client: PortalClient) =>
  bodyOf<OwnSession[]>(await client.get(`${ACCOUNT}/sessions`));

describe('The user’s own sessions', () => {
  it('are listed with address and start, and without tokens', async () => {
    const { email, client } = await aUserInTwoBrowsers();
    const ended = await stage.signedIn(email);
    await ended.delete('/portal/api/session');
    const sessions = await sessionsOf(client);
    expect(sessions.map((session) => session.is_this).sort()).toEqual([false, true]);
    expect(sessions.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    const names = ['address', 'began_at', 'browser', 'id', 'is_this', 'last_used_at', 'system'];
    expect(Object.keys(sessions[0]!).sort()).toEqual(names);
    expect(JSON.stringify(sessions)).not.toContain(client.cookie(COOKIE));
  });

  it('show the browser and the system of the sign-in', async () => {
    const { email, client } = await stage.aUser();
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
    await stage.newBrowser().signIn(email, PASSWORD, { 'user-agent': userAgent });
    const shown = (await sessionsOf(client)).map(({ is_this, browser, system }) => [
      is_this,
      browser,
      system,
    ]);
    expect(shown.sort()).toEqual([
      [false, 'Firefox', 'Linux'],
      [true, '', ''],
    ]);
  });

  it('end one by one', async () => {
    const { client, other } = await aUserInTwoBrowsers();
    const { client: stranger } = await stage.aUser();
    const { id } = (await sessionsOf(client)).find(({ is_this }) => !is_this)!;
    problemOf(await stranger.delete(`${ACCOUNT}/sessions/${id}`), 404, 'not_found');
    expect(await other.isSignedIn()).toBe(true);
    expect((await client.delete(`${ACCOUNT}/sessions/${id}`)).status).toBe(204);
    expect(await Promise.all([client, other].map((browser) => browser.isSignedIn()))).toEqual([true, false]);
    expect((await app.auditLog())[0]).toMatchObject({ action: 'sign_out.succeeded' });
    problemOf(await client.delete(`${ACCOUNT}/sessions/${id}`), 404, 'not_found');
    const [ownSession] = await sessionsOf(client);
    expect((await client.delete(`${ACCOUNT}/sessions/${ownSession!.id}`)).status).toBe(204);
    expect(await client.isSignedIn()).toBe(false);
  });

  it('end everywhere, and those of other users continue', async () => {
    const { email, client, other } = await aUserInTwoBrowsers();
    const { client: stranger } = await stage.aUser();
    const kept = client.withUrl(app.url);
    const { status, headers } = await client.delete(`${ACCOUNT}/sessions`);
    expect(status).toBe(204);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^portal_session=; .*1970/)]);
    const signedIn = [kept, other, stranger].map((browser) => browser.isSignedIn());
    expect(await Promise.all(signedIn)).toEqual([false, false, true]);
    expect((await app.auditLog())[0]).toMatchObject({
      actor: `admin:${email}`,
      action: 'sign_out.everywhere',
    });
  });
});

const setUp = async (client: PortalClient, proof = PASSWORD) =>
  new Authenticator(String(bodyOf(await client.post(SECOND_FACTOR, { proof })).secret));
const confirm = (client: PortalClient, code: string) =>
  client.post(`${SECOND_FACTOR}/confirmation`, { code });

describe('Turning on a second factor', () => {
  it('requires the password, shows the secret, and takes effect after a code', async () => {
    const { email, client } = await stage.aUser();
    problemOf(await client.post(SECOND_FACTOR, { proof: NOT_THE_PASSWORD }), 403, 'wrong_password');
    problemOf(await client.post(SECOND_FACTOR, { proof: '123456' }), 403, 'wrong_code');
    const { secret, uri } = bodyOf(await client.post(SECOND_FACTOR, { proof: PASSWORD }));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(String(uri)).searchParams.get('secret')).toBe(secret);
    expect(String(uri)).toContain(encodeURIComponent(email));
    const authenticator = new Authenticator(String(secret));
    problemOf(await confirm(client, authenticator.wrongCode()), 403, 'wrong_code');
    const otherBrowser = await stage.signedIn(email);
    const typed = ` ${authenticator.code().replace(/^.../, '$& ')} `;
    const { recovery_codes: codes } = bodyOf(await confirm(client, typed));
    expect(new Set(codes as string[]).size).toBe(10);
    expect([await client.isSignedIn(), await otherBrowser.isSignedIn()]).toEqual([true, false]);
    expect(bodyOf(await client.get(ACCOUNT))).toMatchObject({
      second_factor: true,
      second_factor_required: false,
      recovery_codes_left: 10,
    });
    expect(await app.newestEvent('administrator.second_factor_on')).toMatchObject({
      actor: `admin:${email}`,
    });
    problemOf(await confirm(client, authenticator.code(1)), 403, 'wrong_code');
  });

  it('requires a code if another one is set, and ends the old one after confirmation', async () => {
    const { email, client, ...before } = await aUserWithFactor();
    const used = before.authenticator.code();
    const next = await setUp(client, used);
    problemOf(await client.post(SECOND_FACTOR, { proof: used }), 403, 'wrong_code');
    bodyOf(await confirm(client, next.code()));
    await allowNextCode(app);
    const there = await halfway(email);
    problemOf(await submitCode(there, before.authenticator.code(1)), 403, 'wrong_code');
    problemOf(await submitCode(there, before.recoveryCodes[0]!), 403, 'wrong_code');
    bodyOf(await submitCode(there, next.code()));
  });

  it('accepts one of three concurrent confirmations', async () => {
    const { client } = await stage.aUser();
    const code = (await setUp(client)).code();
    const responses = await Promise.all([1, 2, 3].map(() => confirm(client, code)));
    expect(statusesOf(responses)).toEqual([200, 403, 403]);
  });
});

it.each([
  ['the password', () => PASSWORD],
  ['a code', (authenticator: Authenticator) => authenticator.code()],
])('Turning off a second factor requires %s, and ends the other sessions', async (_title, proof) => {
  const { email, client, authenticator } = await aUserWithFactor();
  const otherBrowser = await halfway(email);
  bodyOf(await submitCode(otherBrowser, authenticator.code(1)));
  await allowNextCode(app);
  const turnOff = (proof: string) => client.post(`${SECOND_FACTOR}/off`, { proof });
  problemOf(await turnOff(authenticator.wrongCode()), 403, 'wrong_code');
  expect((await turnOff(proof(authenticator))).status).toBe(204);
  expect([await client.isSignedIn(), await otherBrowser.isSignedIn()]).toEqual([true, false]);
  await stage.signedIn(email);
  expect(await app.newestEvent('administrator.second_factor_off')).toMatchObject({
    actor: `admin:${email}`,
  });
  problemOf(await turnOff(PASSWORD), 403, 'second_factor_missing');
});

const createRecoveryCodes = (client: PortalClient, proof = PASSWORD) =>
  client.post(`${SECOND_FACTOR}/recovery-codes`, { proof });

it('New recovery codes require a proof, and revoke the old ones', async () => {
  const { email, client, recoveryCodes } = await aUserWithFactor();
  problemOf(await createRecoveryCodes(client, NOT_THE_PASSWORD), 403, 'wrong_password');
  const { recovery_codes: codes } = bodyOf(await createRecoveryCodes(client));
  expect(await app.newestEvent('administrator.recovery_codes_made')).toMatchObject({
    actor: `admin:${email}`,
  });
  const there = await halfway(email);
  problemOf(await submitCode(there, recoveryCodes[0]!), 403, 'wrong_code');
  bodyOf(await submitCode(there, (codes as string[])[0]!));
  problemOf(await createRecoveryCodes((await stage.aUser()).client), 403, 'second_factor_missing');
});

it('The routes accept strings only', async () => {
  const { client } = await stage.aUser();
  for (const path of ['', '/confirmation', '/recovery-codes', '/off'])
    problemOf(await client.post(SECOND_FACTOR + path, { proof: 7, code: ['x'] }), 400, 'invalid_parameter');
});

describe('A second factor that the enterprise requires', () => {
  const requireFactor = (client: PortalClient, isRequired: unknown = true) =>
    client.patch(SETTINGS, { second_factor_required: isRequired });
  const setUpAtStep = (client: PortalClient) => client.post(`${SIGN_IN_STEP}/set-up`, {});
  const confirmAtStep = (client: PortalClient, code: string) =>
    client.post(`${SIGN_IN_STEP}/confirmation`, { code });

  it('can be required by administrators only, with an event in the audit log', async () => {
    const { enterpriseId, client } = await stage.newEnterprise();
    const viewer = await stage.aUser({ enterpriseId });
    problemOf(await requireFactor(viewer.client), 403, 'insufficient_role');
    problemOf(await requireFactor(client, 'yes'), 400, 'invalid_parameter');
    bodyOf(await requireFactor(client));
    expect(bodyOf(await client.get(`${SETTINGS}/portal`))).toMatchObject({ second_factor_required: true });
    expect(await app.newestEvent('settings.updated', enterpriseId)).toMatchObject({
      details: { second_factor_required: true },
    });
    const otherSettings = await app.admin(OTHER_ENTERPRISE_ID).object(`${SETTINGS}/portal`);
    expect(otherSettings).toMatchObject({ second_factor_required: false });
  });

  it('must be set up before a user without one gets a session', async () => {
    const { email, client: before } = await stage.newEnterprise();
    await requireFactor(before);
    const client = stage.newBrowser();
    problemOf(await client.signIn(email, PASSWORD), 403, 'second_factor_missing');
    expect(client.cookie(COOKIE)).toBeUndefined();
    problemOf(await submitCode(client, '123456'), 403, 'wrong_code');
    for (const path of [ACCOUNT, SETTINGS, '/portal/api/session']) bodyOf(await client.get(path), 401);
    const authenticator = new Authenticator(String(bodyOf(await setUpAtStep(client)).secret));
    problemOf(await confirmAtStep(client, authenticator.wrongCode()), 403, 'wrong_code');
    expect(client.cookie(COOKIE)).toBeUndefined();
    const { recovery_codes: codes } = bodyOf(await confirmAtStep(client, authenticator.code()));
    expect(codes).toHaveLength(10);
    const account = { email, second_factor: true, second_factor_required: true };
    expect(bodyOf(await client.get(ACCOUNT))).toMatchObject(account);
    await allowNextCode(app);
    bodyOf(await submitCode(await halfway(email), authenticator.code()));
  });

  it('cannot be set up without the password, nor if it is not required', async () => {
    const { email, client: admin } = await stage.newEnterprise();
    await requireFactor(admin);
    const client = stage.newBrowser();
    await client.signIn(email, PASSWORD);
    problemOf(await setUpAtStep(stage.newBrowser()), 403, 'sign_in_expired');
    await requireFactor(admin, false);
    problemOf(await setUpAtStep(client), 403, 'sign_in_expired');
    bodyOf(await client.signIn(email, PASSWORD));
  });

  it('cannot be turned off, and can be replaced', async () => {
    const { client } = await stage.newEnterprise();
    await turnOnSecondFactor(app, client);
    await requireFactor(client);
    problemOf(await client.post(`${SECOND_FACTOR}/off`, { proof: PASSWORD }), 409, 'second_factor_required');
    await turnOnSecondFactor(app, client);
  });

  it('does not let the password alone set up another second factor', async () => {
    const client = await halfway((await aUserWithFactor()).email);
    problemOf(await setUpAtStep(client), 403, 'sign_in_expired');
    problemOf(await confirmAtStep(client, '123456'), 403, 'sign_in_expired');
  });
});

it('A user who has lost the second factor is signed out by a reset and can sign in with only the password', async () => {
  const { email, client } = await aUserWithFactor();
  expect(await stage.people()).toContainEqual(expect.objectContaining({ email, second_factor: true }));
  const path = `${PEOPLE}/${await stage.idOf(email)}/second-factor`;
  expect((await admin.delete(path)).status).toBe(204);
  expect(await client.isSignedIn()).toBe(false);
  await stage.signedIn(email);
  expect(await app.newestEvent('administrator.second_factor_reset')).toMatchObject({
    actor: `admin:${EMAIL}`,
    details: { email },
  });
  const before = (await app.auditLog()).length;
  expect((await admin.delete(path)).status).toBe(204);
  expect(await app.auditLog()).toHaveLength(before);
});

describe('Signing in with a second factor', () => {
  it('begins a session only after the code', async () => {
    const { email, authenticator } = await aUserWithFactor();
    const client = await halfway(email);
    expect(client.cookie(COOKIE)).toBeUndefined();
    problemOf(await client.get('/portal/api/session'), 401, 'not_signed_in');
    for (const code of [authenticator.wrongCode(), '1234567', '', 'abcdef', '١٢٣٤٥٦'])
      problemOf(await submitCode(client, code), 403, 'wrong_code');
    expect(client.cookie(COOKIE)).toBeUndefined();
    expect(bodyOf(await submitCode(client, authenticator.code()))).toMatchObject({ email, role: 'viewer' });
    bodyOf(await client.get(ACCOUNT));
    expect(client.cookie(CHALLENGE)).toBeUndefined();
    const details = { method: 'second_factor', email };
    await eventually(async () => expect(await app.newestEvent('sign_in.failed')).toMatchObject({ details }));
  });

  it('does not reveal the second factor without the password', async () => {
    const client = stage.newBrowser();
    const { email } = await aUserWithFactor();
    problemOf(await client.signIn(email, NOT_THE_PASSWORD), 401, 'sign_in_failed');
    expect(client.cookie(CHALLENGE)).toBeUndefined();
  });

  it('accepts a code once, on any instance', async () => {
    const { email, authenticator } = await aUserWithFactor();
    await using second = await app.secondInstance();
    const here = await Promise.all([1, 2, 3].map(() => halfway(email)));
    const there = here.map((client) => client.withUrl(second.url));
    const code = authenticator.code();
    const responses = await Promise.all([...here, ...there].map((client) => submitCode(client, code)));
    expect(statusesOf(responses)).toEqual([200, 403, 403, 403, 403, 403]);
    problemOf(await submitCode(await halfway(email), code), 403, 'wrong_code');
  });
});

describe('The cookie between the steps', () => {
  it('is limited to these routes and ten minutes, and opens nothing else', async () => {
    const { email } = await aUserWithFactor();
    const client = stage.newBrowser();
    const { headers } = await client.signIn(email, PASSWORD);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^portal_second_step=[\w.-]+; Max-Age=600; Path=\/portal\/api\/session; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    problemOf(await client.get(ACCOUNT), 401, 'not_signed_in');
    const asSession = stage.newBrowser();
    asSession.setCookie(COOKIE, client.cookie(CHALLENGE)!);
    problemOf(await asSession.get(ACCOUNT), 401, 'not_signed_in');
  });

  it('is refused if altered, of another user, expired, missing, or from another site', async () => {
    const user1 = await aUserWithFactor();
    const user2 = await aUserWithFactor();
    const client = await halfway(user1.email);
    const [email, until, seal] = client.cookie(CHALLENGE)!.split('.') as [string, string, string];
    const theirs = (await halfway(user2.email)).cookie(CHALLENGE)!.split('.');
    const code = user1.authenticator.code();
    for (const cookie of [
      `${email}.${Number(until) + 1}.${seal}`,
      `${email}.${until}.${theirs[2]}`,
      `${theirs[0]}.${until}.${seal}`,
      `${email}.${until}`,
      '',
    ]) {
      const forger = stage.newBrowser();
      forger.setCookie(CHALLENGE, cookie);
      problemOf(await submitCode(forger, code), 403, 'sign_in_expired');
    }
    problemOf(await submitCode(stage.newBrowser(), code), 403, 'sign_in_expired');
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    problemOf(await client.post(SIGN_IN_STEP, { code }, crossSite), 403, 'cross_site_request');
    const now = jest.spyOn(Date, 'now').mockReturnValue(Number(until));
    const late = await submitCode(client, code).finally(() => now.mockRestore());
    problemOf(late, 403, 'sign_in_expired');
    bodyOf(await submitCode(client, code));
  });

  it('is invalid after a password change or the removal of the user', async () => {
    const user1 = await aUserWithFactor();
    const user2 = await aUserWithFactor();
    const first = await halfway(user1.email);
    const second = await halfway(user2.email);
    expect((await change(user1.client, PASSWORD, OTHER_PASSWORD)).status).toBe(204);
    problemOf(await submitCode(first, user1.authenticator.code()), 403, 'sign_in_expired');
    await app.dataSource.query('DELETE FROM administrators WHERE email = ?', [user2.email]);
    problemOf(await submitCode(second, user2.authenticator.code()), 403, 'sign_in_expired');
  });
});

describe('A recovery code', () => {
  it('signs in once, with the number of codes left in the audit log', async () => {
    const { email, recoveryCodes } = await aUserWithFactor();
    const [code = '', secondCode = ''] = recoveryCodes;
    const clients = await Promise.all([1, 2, 3].map(() => halfway(email)));
    const responses = await Promise.all(
      clients.map((client) => submitCode(client, ` ${code.toUpperCase()}`)),
    );
    expect(statusesOf(responses)).toEqual([200, 403, 403]);
    expect(await app.newestEvent('administrator.recovery_code_used')).toMatchObject({
      actor: `admin:${email}`,
      details: { recovery_codes_left: 9 },
    });
    problemOf(await submitCode(await halfway(email), code), 403, 'wrong_code');
    bodyOf(await submitCode(await halfway(email), secondCode.replace('-', '')));
  });

  it.each([ENTERPRISE_ID, OTHER_ENTERPRISE_ID])(
    'is refused for another user (of %s)',
    async (enterpriseId) => {
      const user1 = await aUserWithFactor();
      const user2 = await aUserWithFactor(stage, enterpriseId);
      problemOf(await submitCode(await halfway(user1.email), user2.recoveryCodes[0]!), 403, 'wrong_code');
      bodyOf(await submitCode(await halfway(user2.email), user2.recoveryCodes[0]!));
    },
  );
});

it('The log contains no code and no secret, and the database stores none in clear text', async () => {
  const { email, authenticator, recoveryCodes } = await aUserWithFactor();
  const code = authenticator.code();
  const wrong = authenticator.wrongCode();
  const client = await halfway(email);
  const secrets = [authenticator.secret, client.cookie(CHALLENGE)!, ...recoveryCodes];
  for (const tried of [wrong, `${recoveryCodes[1]}x`, code]) await submitCode(client, tried);
  await submitCode(await halfway(email), recoveryCodes[0]!);
  expect(log.length).toBeGreaterThan(10);
  const logText = log.map((line) => line.replace(/"(time|duration_ms|bytes|pid)":[\d.]+/g, '')).join('');
  for (const secret of [code, wrong, ...secrets]) expect(logText).not.toContain(`"${secret}`);
  const rows: unknown = await app.dataSource.query('SELECT * FROM administrators');
  const kept = logText + JSON.stringify([rows, await app.auditLog()]);
  for (const secret of [...secrets, ...recoveryCodes.map((recoveryCode) => recoveryCode.replace('-', ''))])
    expect(kept).not.toContain(secret);
});

describe('Attempts', () => {
  const limited = new PortalStage({ RATE_LIMIT: '1000/100s' });
  const WRONG = 'wrong password, really';
  let last = 0;
  const newAddress = () => ({ 'x-forwarded-for': `203.0.113.${++last}` });
  const signIn = (email: string, password: string, client = limited.newBrowser()) =>
    client.signIn(email, password, newAddress());
  const enterCode = (client: PortalClient, code: string) => client.post(SIGN_IN_STEP, { code }, newAddress());

  it('of codes and of passwords count together, and a correct password resets none of them', async () => {
    const { email, authenticator } = await aUserWithFactor(limited);
    const client = limited.newBrowser();
    for (let at = 0; at < 6; at++) {
      problemOf(await signIn(email, PASSWORD, client), 403, 'second_factor_needed');
      problemOf(await enterCode(client, authenticator.wrongCode()), 403, 'wrong_code');
    }
    for (let at = 0; at < 4; at++) problemOf(await signIn(email, WRONG), 401, 'sign_in_failed');
    problemOf(await enterCode(client, authenticator.code()), 429, 'rate_limited');
    problemOf(await signIn(email, PASSWORD), 429, 'rate_limited');
  });

  it('on the account page count too', async () => {
    const { client, authenticator } = await aUserWithFactor(limited);
    const tryWrong = (proof: string) => client.post(`${SECOND_FACTOR}/off`, { proof }, newAddress());
    for (let at = 0; at < 5; at++) {
      problemOf(await tryWrong(authenticator.wrongCode()), 403, 'wrong_code');
      problemOf(await tryWrong(WRONG), 403, 'wrong_password');
    }
    problemOf(await tryWrong(authenticator.code()), 429, 'rate_limited');
  });

  it('are reset by a successful sign-in', async () => {
    const { email, authenticator } = await aUserWithFactor(limited);
    for (let round = 0; round < 2; round++) {
      const client = limited.newBrowser();
      await signIn(email, PASSWORD, client);
      for (let at = 0; at < 7; at++)
        problemOf(await enterCode(client, authenticator.wrongCode()), 403, 'wrong_code');
      bodyOf(await enterCode(client, authenticator.code(round)));
    }
  });
});

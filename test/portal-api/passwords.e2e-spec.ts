import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { KEY_PEPPER } from '../kit/app/test-app.js';
import { PASSWORD, PortalStage } from '../kit/app/portal-app.js';
import { bodyOf } from '../kit/app/portal-client.js';
import { problemOf } from '../kit/http/api-client.js';
import { runCli } from '../kit/process/program.js';

const COMMON = /^The password is one of the 10,000 most common passwords/;
const PERSONAL = /^The password consists of your name, your e-mail address, or the name of your enterprise/;

const stage = new PortalStage();
const { app, admin } = stage;
beforeAll(() => app.load({ enterprises: [anEnterprise({ name: 'Spreewerk Transporte' })] }));

const WEAK: readonly (readonly [password: string, reason: RegExp])[] = [
  ['PassWord1234', COMMON],
  ['qazwsxedcrfv', COMMON],
  ['Olga Brandt 1', PERSONAL],
  ['olga.b@depot.example', PERSONAL],
  ['Spreewerk-Transporte!', PERSONAL],
];
const invitation = { email: 'olga.b@depot.example', name: 'Olga Brandt', role: 'viewer' };

describe('A password that is easy to guess', () => {
  it('is refused when a user chooses it with a link, which stays valid', async () => {
    const { link } = bodyOf(await admin.post('/internal/v1/people', invitation), 201);
    const [, token] = String(link).split('#link=');
    const choose = (password: string) =>
      stage.newBrowser().post('/portal/api/link/password', { token, password });
    for (const [password, reason] of WEAK)
      expect(problemOf(await choose(password), 400, 'weak_password').detail).toMatch(reason);
    problemOf(await choose('short'), 400, 'invalid_parameter');
    expect((await choose('a few words in a row')).status).toBe(204);
    await stage.signedIn(invitation.email, 'a few words in a row');
  });

  it('is refused when a user changes the password, and the old one stays valid', async () => {
    const { email, client } = await stage.aUser();
    const change = (new_password: string) =>
      client.post('/internal/v1/account/password', { present_password: PASSWORD, new_password });
    problemOf(await change('letmein123456'), 400, 'weak_password');
    problemOf(await change('Ines.Krüger.2026'), 400, 'weak_password');
    await stage.signedIn(email);
    expect((await change('another horse battery')).status).toBe(204);
  });

  it('is refused by the command line', async () => {
    const { email } = await stage.aUser();
    const env = { DATABASE_URL: app.databaseUrl, KEY_PEPPER };
    const run = (...args: string[]) =>
      runCli(['admin', ...args, '--password-stdin'], env, { input: 'password2026\n' });
    const added = ['add', '--email', 'weak@acme.example', '--name', 'Weak', '--enterprise', ENTERPRISE_ID];
    for (const args of [added, ['password', '--email', email]]) {
      const { status, stderr } = await run(...args);
      expect([status, stderr]).toEqual([1, expect.stringMatching(/most common passwords/)]);
    }
    await stage.signedIn(email);
  });
});

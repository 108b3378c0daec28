import { problemOf } from '../kit/http/api-client.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { KEY_PEPPER } from '../kit/app/test-app.js';
import { bodyOf } from '../kit/app/portal-client.js';
import { addAdministrator, addFillers, EMAIL, PASSWORD, PortalStage } from '../kit/app/portal-app.js';
import { createEmptyDatabase } from '../kit/database/engines.js';
import { turnOnSecondFactor } from '../kit/app/second-factor.js';
import { runCli } from '../kit/process/program.js';

const stage = new PortalStage();
const { app } = stage;

const admin = (args: readonly string[], input = '') =>
  runCli(['admin', ...args], { DATABASE_URL: app.databaseUrl, KEY_PEPPER }, { input });
const add = (email: string, ...more: string[]) =>
  ['add', '--email', email, '--name', 'New Person', '--enterprise', ENTERPRISE_ID].concat(more);

/** Also checks that the audit log is intact, and that no event contains a password hash. */
async function expectEvent(action: string): Promise<void> {
  expect(await app.newestEvent(`administrator.${action}`)).toMatchObject({ actor: 'command-line' });
  expect(JSON.stringify(await app.auditLog())).not.toContain('scrypt');
  expect(await app.isAuditLogIntact(ENTERPRISE_ID)).toBe(true);
}

describe('The command admin', () => {
  it('creates an administrator, and prints the generated password once', async () => {
    const { status, stdout } = await admin(add('New@acme.example', '--role', 'viewer'));
    expect(status).toBe(0);
    const [, password = ''] = /^Password: ([\w-]{24})$/m.exec(stdout) ?? [];
    const client = await stage.signedIn('new@acme.example', password);
    expect(bodyOf(await client.get('/portal/api/session'))).toMatchObject({
      email: 'new@acme.example',
      name: 'New Person',
      role: 'viewer',
      enterprise_id: ENTERPRISE_ID,
    });
    await expectEvent('added');
  });

  it('adds up to 200 users of an enterprise, as the portal does', async () => {
    const { enterpriseId } = await stage.newEnterprise();
    await addFillers(app, enterpriseId, 198);
    const words = (email: string) => ['add', '--email', email, '--name', 'N', '--enterprise', enterpriseId];
    expect((await admin(words('last@acme.example'))).status).toBe(0);
    const { status, stdout, stderr } = await admin(words('one-too-many@acme.example'));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('An enterprise may have up to 200 users.');
  });

  it('prints how to add the first enterprise', async () => {
    const database = await createEmptyDatabase();
    const env = { DATABASE_URL: database.url, KEY_PEPPER };
    const { status, stderr } = await runCli(['admin', ...add('a@b.c')], env);
    await database.drop();
    expect(status).toBe(1);
    expect(stderr).toContain('the database has no enterprise. Add one with "enterprise add" or "import"');
  });

  it('lists administrators without their passwords, and sets the password of an invited one', async () => {
    const person = { email: 'olga@acme.example', name: 'Olga', role: 'viewer' };
    const operator = new InternalClient(app.admin(ENTERPRISE_ID));
    const { link } = bodyOf(await operator.call('POST', '/internal/v1/people', person), 201);
    await addAdministrator(app, { email: 'idle@acme.example' });
    const { status, stdout, stderr } = await admin(['list']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Database: /);
    expect(stdout).toMatch(/^olga@acme\.example\t.*\tinvited$/m);
    const idle = `^idle@acme\\.example\tInes Krüger\tadmin\t${ENTERPRISE_ID}\tnever signed in$`;
    expect(stdout).toMatch(new RegExp(idle, 'm'));
    expect(stdout).not.toContain('scrypt');
    await admin(['password', '--email', 'olga@acme.example', '--password-stdin'], 'typed by the operator\n');
    await stage.signedIn('olga@acme.example', 'typed by the operator');
    const [, token] = String(link).split('#link=');
    problemOf(await stage.newBrowser().post('/portal/api/link', { token }), 400, 'invalid_link');
  });

  it('reads a password from standard input, does not print it, and hashes it at the cost of production', async () => {
    const email = 'typed@acme.example';
    const password = 'typed by the operator';
    const { status, stdout } = await admin(add(email, '--password-stdin'), `${password}\n`);
    expect(status).toBe(0);
    expect(stdout).not.toContain(password);
    const sql = 'SELECT password_hash AS hash FROM administrators WHERE email = ?';
    const hash = expect.stringMatching(/^\$scrypt\$ln=15,r=8,p=3\$/) as string;
    expect(await app.dataSource.query(sql, [email])).toEqual([{ hash }]);
    const client = await stage.signedIn(email, password);
    expect(bodyOf(await client.get('/portal/api/session'))).toMatchObject({ role: 'admin' });
  });

  it('sets a new password, and ends every session of the old one', async () => {
    const { email, client } = await stage.aUser();
    const { status } = await admin(['password', '--email', email, '--password-stdin'], 'another password\n');
    expect(status).toBe(0);
    expect(await client.isSignedIn()).toBe(false);
    problemOf(await client.signIn(email, PASSWORD), 401, 'sign_in_failed');
    await stage.signedIn(email, 'another password');
    await expectEvent('password_set');
  });

  it('removes an administrator and ends the sessions', async () => {
    const { email, client } = await stage.aUser();
    expect((await admin(['remove', '--email', email.toUpperCase()])).status).toBe(0);
    problemOf(await client.get('/internal/v1/settings'), 401, 'not_signed_in');
    problemOf(await client.signIn(email, PASSWORD), 401, 'sign_in_failed');
    await expectEvent('removed');
  });

  it('resets the second factor of a user who has lost it', async () => {
    const { email, client } = await stage.aUser();
    await turnOnSecondFactor(app, client);
    const reset = () => admin(['reset-second-factor', '--email', email]);
    expect(await reset()).toMatchObject({ status: 0, stdout: `${email} no longer has a second factor\n` });
    expect(await client.isSignedIn()).toBe(false);
    await stage.signedIn(email);
    await expectEvent('second_factor_reset');
    const stderr = expect.stringContaining('This user has no second factor') as string;
    expect(await reset()).toMatchObject({ status: 1, stderr });
  });

  it.each([
    ['a short password', add('a@b.c', '--password-stdin'), 'eleven char', /at least 12 characters/],
    ['a known e-mail address', add(EMAIL.toUpperCase()), '', /Another user already/],
    ['an unknown role', add('role@acme.example', '--role', 'owner'), '', /admin, key_manager, viewer/],
    [
      'an unknown enterprise',
      ['add', '--email', 'a@b.c', '--enterprise', 'x', '--name', 'A'],
      '',
      /Enterprise x does not exist\. Known enterprises: .*acme/,
    ],
    ['a missing name', ['add', '--email', 'a@b.c', '--enterprise', ENTERPRISE_ID], '', /needs --name/],
    ['an unknown user', ['remove', '--email', 'unknown@acme.example'], '', /no user with this/],
    ['an option of another command', ['list', '--email', EMAIL], '', /Unknown option '--email'/],
    ['a reset of no user', ['reset-second-factor'], '', /--all/],
    ['a reset of one and of all', ['reset-second-factor', '--all', '--email', EMAIL], '', /--all/],
    ['no word', [], '', /admin add/],
  ])('refuses %s', async (_title, args, input, message) => {
    const { status, stderr, stdout } = await admin(args, input);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

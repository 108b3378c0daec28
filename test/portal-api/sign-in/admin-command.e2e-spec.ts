import { problemOf } from '../../kit/http/api-client.js';
import { InternalClient } from '../../kit/http/internal-client.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import { KEY_PEPPER, type TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import { EMAIL, PASSWORD, signedIn, startPortal, trailOf } from '../../kit/app/portal-app.js';
import { runCli } from '../../kit/process/program.js';

let app: TestApp;

beforeAll(async () => {
  app = await startPortal();
});
afterAll(() => app.close());

function admin(args: readonly string[], input = '') {
  return runCli(['admin', ...args], { DATABASE_URL: app.databaseUrl, KEY_PEPPER }, { input });
}

const add = (email: string, ...more: string[]) =>
  ['add', '--email', email, '--name', 'New Person', '--enterprise', ENTERPRISE_ID].concat(more);

describe('The command admin', () => {
  it('makes an administrator, and says the password it made once', async () => {
    const { status, stdout } = await admin(add('New@acme.example', '--role', 'viewer'));
    expect(status).toBe(0);
    const [, password = ''] = /^Password: ([\w-]{24})$/m.exec(stdout) ?? [];
    const client = await signedIn(app, 'new@acme.example', password);
    expect(bodyOf(await client.get('/portal/api/session'))).toMatchObject({
      email: 'new@acme.example',
      name: 'New Person',
      role: 'viewer',
      enterprise_id: ENTERPRISE_ID,
    });
    expect((await admin(['list'])).stdout).not.toContain(password);
  });

  it('tells who was invited and has not chosen a password, and can give them one', async () => {
    const person = { email: 'olga@acme.example', name: 'Olga', role: 'viewer' };
    const made = await new InternalClient(app.admin(ENTERPRISE_ID)).call(
      'POST',
      '/internal/v1/people',
      person,
    );
    expect((await admin(['list'])).stdout).toMatch(/^olga@acme\.example\t.*\tinvited$/m);
    await admin(['password', '--email', 'olga@acme.example', '--password-stdin'], 'typed by the operator\n');
    await signedIn(app, 'olga@acme.example', 'typed by the operator');
    const [, token] = String(bodyOf(made, 201).link).split('#link=');
    problemOf(await new PortalClient(app.url).post('/portal/api/link', { token }), 400, 'invalid_link');
  });

  it('takes a password from standard input, does not say it, and hashes it at the cost of production', async () => {
    const typed = add('typed@acme.example', '--password-stdin');
    const { status, stdout } = await admin(typed, 'typed by somebody\n');
    expect(status).toBe(0);
    expect(stdout).not.toContain('typed by somebody');
    const stored: unknown = await app.dataSource.query(
      "SELECT password_hash FROM administrators WHERE email = 'typed@acme.example'",
    );
    expect(JSON.stringify(stored)).toContain('$scrypt$ln=15,r=8,p=3$');
    const client = await signedIn(app, 'typed@acme.example', 'typed by somebody');
    expect(bodyOf(await client.get('/portal/api/session'))).toMatchObject({ role: 'admin' });
  });

  it('lists the administrators, and nothing of their passwords', async () => {
    const { status, stdout } = await admin(['list']);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^${EMAIL}\tInes Krüger\tadmin\t${ENTERPRISE_ID}\tnever signed in$`, 'm'),
    );
    expect(stdout).not.toContain('scrypt');
  });

  it('gives a new password, with which every session of the old one ends', async () => {
    const client = await signedIn(app);
    const { status } = await admin(['password', '--email', EMAIL, '--password-stdin'], 'another password\n');
    expect(status).toBe(0);
    problemOf(await client.get('/portal/api/session'), 401, 'not_signed_in');
    problemOf(await new PortalClient(app.url).signIn(EMAIL, PASSWORD), 401, 'sign_in_failed');
    await signedIn(app, EMAIL, 'another password');
  });

  it('removes an administrator, whose sessions end', async () => {
    await admin(add('leaving@acme.example', '--password-stdin'), PASSWORD);
    const client = await signedIn(app, 'leaving@acme.example');
    expect((await admin(['remove', '--email', 'Leaving@acme.example'])).status).toBe(0);
    problemOf(await client.get('/internal/v1/settings'), 401, 'not_signed_in');
    problemOf(await client.signIn('leaving@acme.example', PASSWORD), 401, 'sign_in_failed');
  });

  it('keeps what it did in the audit trail, whose seals stay whole', async () => {
    const trail = await trailOf(app);
    const done = trail.filter(({ actor }) => actor === 'command-line').map(({ action }) => action);
    expect(new Set(done)).toEqual(
      new Set(['administrator.added', 'administrator.password_set', 'administrator.removed']),
    );
    expect(JSON.stringify(trail)).not.toContain('scrypt');
  });

  it.each([
    ['a short password', add('a@b.c', '--password-stdin'), 'eleven char', /at least 12 characters/],
    ['a known e-mail address', add(EMAIL.toUpperCase()), '', /already/],
    ['an e-mail address that is none', add('not an address'), '', /e-mail address/],
    ['a role that is none', add('role@acme.example', '--role', 'owner'), '', /admin, viewer/],
    ['an unknown enterprise', add('a@b.c', '--enterprise', 'x'), '', /no enterprise/],
    ['a missing name', ['add', '--email', 'a@b.c', '--enterprise', ENTERPRISE_ID], '', /needs --name/],
    ['an unknown administrator', ['remove', '--email', 'nobody@acme.example'], '', /no administrator/],
    ['an option that is not its own', ['list', '--email', EMAIL], '', /Unknown option '--email'/],
    ['no word', [], '', /admin add/],
  ])('refuses %s', async (_what, args, input, message) => {
    const { status, stderr, stdout } = await admin(args, input);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

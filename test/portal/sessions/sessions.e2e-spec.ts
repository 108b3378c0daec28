import { expect } from '../../kit/browser/expect.js';
import { anotherSite } from '../../kit/browser/other-site.js';
import { openPortal } from '../../kit/browser/portal.js';
import { ENTERPRISE_ID } from '../../kit/browser/portal-service.js';

const { service, visitor } = openPortal({ arrive: (one) => one.come() });

const sessionCookie = async () => (await visitor.page.context().cookies())[0];

test('somebody who is not signed in is asked to, and then sees the page they came for', async () => {
  await visitor.open('data/devices/van-01?show=apps');
  await visitor.heading('Sign in');
  await visitor.signIn();
  await visitor.heading('van-01');
  expect(new URL(visitor.page.url()).search).toContain('show=apps');
});

test('a wrong password is refused in words, and the right one then works', async () => {
  await visitor.open('keys');
  await visitor.signIn(service.email, 'not the password');
  await visitor.see('The e-mail address or the password is not right.');
  await expect(visitor.page.getByRole('alert')).toHaveCount(1);
  await visitor.signIn();
  await visitor.heading('API keys');
});

test('the session lies in a cookie that no script can read, and nothing secret in the storage', async () => {
  await visitor.open('keys');
  await visitor.signIn();
  await visitor.heading('API keys');
  expect(await sessionCookie()).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await visitor.evaluate('document.cookie')).toBe('');
  const stored = await visitor.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
  expect(stored).not.toMatch(/cda_|portal_session/);
});

test('signing out ends the session for good', async () => {
  await visitor.open('settings');
  await visitor.signIn();
  await visitor.heading('Settings');
  const cookie = await sessionCookie();
  await visitor.follow('Sign out');
  await visitor.see('You are signed out.');
  await visitor.page.context().addCookies([cookie!]); // somebody who kept it
  await visitor.page.reload();
  await visitor.heading('Sign in');
});

test('a session that has ended meanwhile leads to signing in, and back to where one was', async () => {
  await visitor.open('activity?show=audit');
  await visitor.signIn();
  await visitor.heading('Activity');
  service.change('UPDATE portal_sessions SET expires_at = 1');
  await visitor.follow('Settings');
  await visitor.see('Your session has ended.');
  await visitor.signIn();
  await visitor.heading('Settings');
});

test('a session that is about to end asks first, and goes on when told so', async () => {
  await visitor.page.clock.install();
  await visitor.open('keys');
  await visitor.signIn();
  await visitor.heading('API keys');
  await visitor.page.clock.fastForward('28:30');
  await visitor.see('Are you still there?');
  const answer = visitor.page.waitForResponse(/portal\/api\/session$/);
  await visitor.press('Stay signed in');
  expect((await answer).status()).toBe(200);
  await expect(visitor.page.getByRole('alertdialog')).toHaveCount(0);
});

test('who may only look sees everything and is offered no change', async () => {
  const password = 'a viewer has a password too';
  const who = ['--email', 'viewer@havelwerk.example', '--name', 'Vera', '--enterprise', ENTERPRISE_ID];
  await service.cli(['admin', 'add', ...who, '--role', 'viewer', '--password-stdin'], `${password}\n`);
  await visitor.open('keys');
  await visitor.signIn('viewer@havelwerk.example', password);
  await visitor.see('You may look at everything here');
  await visitor.row('Demo').waitFor();
  for (const name of ['Create an API key', 'Edit Demo', 'Delete Demo'])
    await expect(visitor.page.getByRole('button', { name })).toHaveCount(0);
});

test('the language is kept, and with it every text', async () => {
  await visitor.open('keys');
  await visitor.speakGerman();
  await visitor.page.getByLabel('E-Mail-Adresse').fill(service.email);
  await visitor.page.getByLabel('Passwort').fill(service.password);
  await visitor.press('Anmelden');
  await visitor.heading('API-Schlüssel');
  await visitor.page.reload();
  await visitor.heading('API-Schlüssel');
  expect(await visitor.evaluate('document.documentElement.lang')).toBe('de');
});

describe('another site', () => {
  const address = anotherSite();

  const post = (path: string, type: string) => `fetch('${service.url}${path}', {
    method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': '${type}' },
    body: JSON.stringify({ application: 'Forged', scopes: ['device:GetList'] }),
  }).then(() => 'sent', () => 'refused')`;

  test.each(['localhost', '127.0.0.1'])('cannot make a key for who is signed in (from %s)', async (host) => {
    await visitor.open('keys');
    await visitor.signIn();
    await visitor.heading('API keys');
    // 127.0.0.1 with another port counts as the same site, so that the cookie is sent along
    await visitor.page.goto(address().replace('localhost', host));
    for (const type of ['text/plain', 'application/json']) {
      await visitor.evaluate(post('/internal/v1/api-keys', type));
    }
    await visitor.evaluate(`(() => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '${service.url}/internal/v1/api-keys';
      document.body.append(form);
      form.submit();
    })()`);
    await visitor.page.waitForURL(/internal/);
    await visitor.open('keys');
    await visitor.heading('API keys');
    await visitor.row('Demo').waitFor();
    await visitor.expectNowhere('Forged');
  });

  test('cannot show the portal in a frame', async () => {
    await visitor.page.goto(address());
    await visitor.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = '${service.url}/portal/';
      frame.onload = resolve;
      document.body.append(frame);
    })`);
    const [, frame] = visitor.page.frames();
    await expect(frame!.getByRole('heading')).toHaveCount(0);
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('frame-ancestors')]);
  });
});

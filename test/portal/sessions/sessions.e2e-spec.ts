import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal({ isSignedIn: false });

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
  await service.change('UPDATE portal_sessions SET expires_at = 1');
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
  await service.addAdministrator('viewer@havelwerk.example', 'viewer', 'Vera');
  await visitor.open('keys');
  await visitor.signIn('viewer@havelwerk.example');
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

test.each([
  ['no_role', 'Your account may not use the portal yet.'],
  ['unknown_enterprise', 'Your account belongs to no enterprise that is known here.'],
  ['access_denied', 'Single sign-on was cancelled, or your account has no access.'],
  ['provider_unavailable', 'The single sign-on of your enterprise cannot be reached.'],
  ['sign_in_failed', 'Single sign-on did not succeed.'],
  ['constructor', 'Single sign-on did not succeed.'],
])('single sign-on that failed for the reason %s says so once', async (reason, text) => {
  await visitor.open(`?sign_in_error=${reason}`);
  const alert = visitor.page.getByRole('alert');
  await alert.filter({ hasText: text }).waitFor();
  await expect(alert).toHaveCount(1);
  expect(visitor.page.url()).not.toContain('sign_in_error');
  await visitor.page.reload();
  await visitor.page.getByLabel('Password').waitFor();
  await expect(alert).toHaveCount(0);
});

test('too many attempts are told with the minutes to wait', async () => {
  await visitor.page.route(/portal\/api\/session$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, headers: { 'Retry-After': '892' }, json: { code: 'rate_limited' } })
      : route.fallback(),
  );
  await visitor.open('keys');
  await visitor.signIn();
  await visitor.see('Too many attempts. Try again in 15 minutes.');
});

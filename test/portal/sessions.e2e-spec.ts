import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, openPortal } from '../kit/browser/portal.js';
import type { Page } from '@playwright/test';

describe('Signing in', () => {
  const { service, visitor } = openPortal({ isSignedIn: false });

  test('requires sign-in, then shows the requested page, with the session in an HttpOnly cookie only', async () => {
    await visitor.open('data/devices/van-01?show=apps');
    await visitor.expectHeading('Sign in');
    await visitor.signIn();
    await visitor.expectHeading('van-01');
    expect(visitor.queryParameter('show')).toBe('apps');
    expect((await visitor.page.context().cookies())[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await visitor.evaluate('document.cookie')).toBe('');
    const stored = await visitor.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(stored).not.toMatch(/cda_|portal_session/);
  });

  test('shows an error for a wrong password, and accepts the right one', async () => {
    await visitor.open('keys');
    await visitor.signIn(service.email, 'not the password');
    await visitor.expectText('The e-mail address or the password is wrong.');
    await expect(visitor.page.getByRole('alert')).toHaveCount(1);
    await visitor.signIn();
    await visitor.expectHeading('API keys');
  });

  test('warns before the session expires, and can extend it', async () => {
    await visitor.page.clock.install();
    await visitor.open('keys');
    await visitor.signIn();
    await visitor.expectHeading('API keys');
    await visitor.page.clock.fastForward('28:30');
    await visitor.expectText('Are you still there?');
    const response = visitor.page.waitForResponse(/portal\/api\/session$/);
    await visitor.press('Stay signed in');
    expect((await response).status()).toBe(200);
    await expect(visitor.page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('shows everything to a viewer without any buttons for changes', async () => {
    await service.addAdministrator('viewer@havelwerk.example', 'viewer', 'Vera');
    await visitor.open('keys');
    await visitor.signIn('viewer@havelwerk.example');
    await visitor.expectText('You can view everything here');
    await visitor.row('Demo').waitFor();
    for (const name of ['Create API key', 'Edit Demo', 'Delete Demo'])
      await expect(visitor.page.getByRole('button', { name })).toHaveCount(0);
  });

  test('shows each error of single sign-on once', async () => {
    const alert = visitor.page.getByRole('alert');
    for (const [reason, text] of Object.entries({
      no_role: 'Your account does not have access to the portal.',
      unknown_enterprise: 'The enterprise of your account is not registered with this service.',
      access_denied: 'Single sign-on was canceled, or your account has no access.',
      provider_unavailable: 'The identity provider of your enterprise is unreachable.',
      sign_in_failed: 'Single sign-on failed.',
      constructor: 'Single sign-on failed.',
    })) {
      await visitor.open(`?sign_in_error=${reason}`);
      await alert.filter({ hasText: text }).waitFor();
      await expect(alert).toHaveCount(1);
      expect(visitor.page.url()).not.toContain('sign_in_error');
    }
    await visitor.page.reload();
    await visitor.page.getByLabel('Password').waitFor();
    await expect(alert).toHaveCount(0);
  });

  test('shows how many minutes to wait after too many attempts', async () => {
    await visitor.page.route(/portal\/api\/session$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, headers: { 'Retry-After': '892' }, json: { code: 'rate_limited' } })
        : route.fallback(),
    );
    await visitor.open('keys');
    await visitor.signIn();
    await visitor.expectText('Too many attempts. Try again in 15 minutes.');
  });
});

describe('An overloaded service', () => {
  const { visitor } = openPortal();

  test('gets a read again immediately if Retry-After is 0', async () => {
    const times: number[] = [];
    await visitor.page.route(/internal\/v1\/api-keys(\?|$)/, (route) =>
      times.push(Date.now()) < 3
        ? route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: { code: 'unavailable' } })
        : route.fallback(),
    );
    await visitor.openKeys();
    await visitor.row('Demo').waitFor();
    const [first = 0, , third = 0] = times;
    expect(third - first).toBeLessThan(1_900);
  });
});

describe('The end of a session', () => {
  const MINUTE = 60_000;

  let start: number;

  const { service, visitor } = openPortal();

  beforeEach(async () => {
    await visitor.page.clock.install();
    await visitor.openKeys();
    await visitor.row('Demo').waitFor(); // a later response would correct the clock of the page
    await visitor.page.waitForLoadState('networkidle'); // a later request would use the session
    start = Date.now();
  });

  const dialogOn = (page = visitor.page) => page.getByRole('alertdialog');

  /** Counts minutes on the clock of the page, which the service does not share. */
  const isLastUsedAt = (minute: number) =>
    service.runSql(`UPDATE portal_sessions SET last_used_at = ${start + minute * MINUTE}`);
  const endsAt = (minute: number) =>
    service.runSql(`UPDATE portal_sessions SET expires_at = ${start + minute * MINUTE}`);

  async function pass(time: string, page = visitor.page): Promise<void> {
    const looked = page.waitForResponse(/portal\/api\/session\/look$/);
    await page.clock.fastForward(time);
    await looked;
  }

  async function openAnotherWindow(): Promise<Page> {
    const otherPage = await visitor.page.context().newPage();
    await otherPage.goto(`${service.url}/portal/keys`);
    await otherPage.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await otherPage.waitForLoadState('networkidle'); // a later request would use the session
    return otherPage;
  }

  test('occurs in two windows if the user is idle', async () => {
    const otherPage = await openAnotherWindow();
    await isLastUsedAt(-29);
    await Promise.all([pass('40:00'), otherPage.waitForResponse(/portal\/api\/session\/look$/)]);
    // Two minutes later, the session is valid only if a window has used it
    await service.runSql(`UPDATE portal_sessions SET last_used_at = last_used_at - ${2 * MINUTE}`);
    await pass('00:15');
    await visitor.expectText('Your session has expired.');
    await otherPage.getByText('Your session has expired.').waitFor();
  });

  test('has no warning any more when the user is active in another window', async () => {
    await pass('28:30');
    await dialogOn().waitFor();
    await isLastUsedAt(28);
    await pass('00:10');
    await expect(dialogOn()).toHaveCount(0);
  });

  test('is shared by two windows, as is a new sign-in', async () => {
    const otherPage = await openAnotherWindow();
    await visitor.followLink('Sign out');
    await visitor.expectText('You are signed out.');
    await otherPage.getByText('Your session has expired.').waitFor();
    await visitor.signIn();
    await visitor.expectHeading('API keys');
    await otherPage.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  });

  test('after twelve hours has one warning and cannot be extended', async () => {
    await endsAt(10);
    await visitor.page.reload();
    await visitor.expectHeading('API keys');
    await pass('08:30');
    await visitor.expectText('Your session expires soon');
    await visitor.press('OK');
    await expect(dialogOn()).toHaveCount(0);
    await pass('00:15');
    await visitor.page.waitForTimeout(500);
    await expect(dialogOn()).toHaveCount(0);
    await endsAt(-1);
    await pass('01:30');
    await visitor.expectText('Your session has expired.');
  });
});

describe('When the session ends before an API key is copied', () => {
  const OTHER = 'other@havelwerk.example';

  let key: string;

  async function expireSessionBeforeCopy(): Promise<void> {
    await visitor.page.clock.install();
    await visitor.open('settings');
    await visitor.followLink('API keys');
    key = await visitor.createKey('Uncopied', 'Apps');
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Half made', 'Locations');
    await visitor.button('Create API key').focus();
    await endSession(); // the page may detect the end before the key press
    await visitor.page.keyboard.press('Enter');
    await visitor.expectHeading('Sign in');
  }

  const { service, visitor } = openPortal();

  beforeEach(expireSessionBeforeCopy);

  const endSession = () => service.runSql('UPDATE portal_sessions SET expires_at = 1');
  const isKeyInThePage = async () => (await visitor.page.content()).includes(key);

  test('shows the key and the half-filled form again to the same user', async () => {
    await visitor.expectText('keeps new API keys and what you entered for one hour');
    await visitor.signIn();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.waitFor();
    await expect(dialog.getByLabel('Application name')).toHaveValue('Half made');
    await expect(dialog.getByRole('checkbox', { name: 'Locations' })).toBeChecked();
    await expect(dialog.getByText('Your session has expired')).toHaveCount(0);
    expect(await visitor.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
    await visitor.page.keyboard.press('Escape');
    await visitor.press('Discard changes');
    await expect(dialog).toHaveCount(0);
    await visitor.page.getByText(key).first().waitFor();
    expect(await visitor.shownKey()).toBe(key);
    await expect(visitor.page).toHaveTitle(/API keys/);
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(200);
    await visitor.followLink('Settings');
    await visitor.press('Leave page');
    await visitor.expectHeading('Settings');
    await visitor.followLink('Activity');
    await visitor.expectHeading('Activity');
  });

  test('hides the page from screen, screen reader and keyboard until sign-in', async () => {
    await expect(visitor.page.getByText(key).first()).toBeHidden();
    expect(await visitor.evaluate('document.body.innerText')).not.toMatch(/cda_|Half made|Havelwerk|Demo/);
    expect(await visitor.page.locator('body').ariaSnapshot()).not.toMatch(/cda_|Half made|Havelwerk|Demo/);
    await expect(visitor.page).toHaveTitle(/Sign in/);
    for (let presses = 0; presses < 20; presses++) {
      await visitor.page.keyboard.press('Tab');
      const within = "['BODY', 'HTML'].includes(document.activeElement.tagName)";
      expect(await visitor.evaluate(`${within} || !!document.activeElement.closest('.frame-sign-in')`)).toBe(
        true,
      );
    }
  });

  test('deletes the key from the page when another user signs in', async () => {
    await service.addAdministrator(OTHER, 'admin', 'Otto');
    await visitor.signIn(OTHER);
    await visitor.expectHeading('API keys');
    await expect(visitor.page.getByRole('dialog')).toHaveCount(0);
    expect(await isKeyInThePage()).toBe(false);
  });

  test('deletes the key after an hour', async () => {
    await visitor.page.clock.fastForward('59:00');
    expect(await isKeyInThePage()).toBe(true);
    await visitor.page.clock.fastForward('02:00');
    await expect.poll(isKeyInThePage).toBe(false);
    await visitor.expectNoText('keeps new API keys and what you entered for one hour');
  });
});

describe('Other sites', () => {
  const { service, visitor } = openPortal();
  const address = anotherSite(() => `<a href="${service.url}/portal/sign-out">Win</a>`);

  const post = (path: string, type: string) => `fetch('${service.url}${path}', {
  method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': '${type}' },
  body: JSON.stringify({ application: 'Forged', scopes: ['device:GetList'] }),
  }).then(() => 'sent', () => 'refused')`;

  test.each(['localhost', '127.0.0.1'])('cannot create a key with a user’s session (%s)', async (host) => {
    // 127.0.0.1 with another port is the same site, so that the browser sends the cookie
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
    await visitor.expectHeading('API keys');
    await visitor.row('Demo').waitFor();
    await visitor.expectNoText('Forged');
  });

  describe('a link on another site to the page for signing out', () => {
    beforeEach(async () => {
      await visitor.openKeys();
      await visitor.page.goto(address());
      await visitor.followLink('Win');
      await visitor.expectHeading('Sign out?');
    });

    test('does not sign the user out', async () => {
      await visitor.followLink('Stay signed in and show API keys');
      await visitor.expectHeading('API keys');
      await visitor.row('Demo').waitFor();
    });

    test('requires confirmation, then signs the user out', async () => {
      await visitor.press('Sign out');
      await visitor.expectText('You are signed out.');
      await visitor.open('keys');
      await visitor.expectHeading('Sign in');
    });
  });
});

function anotherSite(body: () => string): () => string {
  let site: Server;
  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Another site</title>${body()}`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
  });
  afterAll(() => {
    site.close();
  });
  return () => `http://localhost:${(site.address() as AddressInfo).port}`;
}

import { expect } from '../kit/browser/expect.js';
import { anotherSite } from '../kit/browser/other-site.js';
import { openPortal } from '../kit/browser/portal.js';
import type { Page } from '@playwright/test';

describe('Signing in', () => {
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
    await visitor.see('The e-mail address or the password is wrong.');
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
    await visitor.see('Your session has expired.');
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
    await visitor.see('You can view everything here');
    await visitor.row('Demo').waitFor();
    for (const name of ['Create API key', 'Edit Demo', 'Delete Demo'])
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
    ['no_role', 'Your account does not have access to the portal.'],
    ['unknown_enterprise', 'The enterprise of your account is not registered with this service.'],
    ['access_denied', 'Single sign-on was cancelled, or your account has no access.'],
    ['provider_unavailable', 'The identity provider of your enterprise is unreachable.'],
    ['sign_in_failed', 'Single sign-on failed.'],
    ['constructor', 'Single sign-on failed.'],
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
});

describe('The end of a session', () => {
  const MINUTE = 60_000;

  let start: number;

  const { service, visitor } = openPortal();

  beforeEach(async () => {
    await visitor.page.clock.install();
    await visitor.openKeys();
    await visitor.row('Demo').waitFor(); // a later response would correct the clock of the page
    start = Date.now();
  });

  const question = (page = visitor.page) => page.getByRole('alertdialog');

  /** What the service knows of the session; the minutes are those of the pages' clock, which the service does not share. */
  const isLastUsedAt = (minute: number) =>
    service.change(`UPDATE portal_sessions SET last_used_at = ${start + minute * MINUTE}`);
  const endsAt = (minute: number) =>
    service.change(`UPDATE portal_sessions SET expires_at = ${start + minute * MINUTE}`);

  /** Lets time go by for every window until this one has looked whether it is still signed in. */
  async function pass(time: string, page = visitor.page): Promise<void> {
    const looked = page.waitForResponse(/portal\/api\/session\/look$/);
    await page.clock.fastForward(time);
    await looked;
  }

  async function openAnotherWindow(): Promise<Page> {
    const other = await visitor.page.context().newPage();
    await other.goto(`${service.url}/portal/keys`);
    await other.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    return other;
  }

  describe('two windows', () => {
    test('that nobody touches keep no session alive', async () => {
      const other = await openAnotherWindow();
      await isLastUsedAt(-29);
      await Promise.all([pass('40:00'), other.waitForResponse(/portal\/api\/session\/look$/)]);
      // two minutes later: it lasts only if a window has used it
      await service.change(`UPDATE portal_sessions SET last_used_at = last_used_at - ${2 * MINUTE}`);
      await pass('00:15');
      await visitor.see('Your session has expired.');
      await other.getByText('Your session has expired.').waitFor();
    });

    test('share their use: the one that waits does not warn', async () => {
      await isLastUsedAt(18);
      await pass('28:30');
      await visitor.page.waitForTimeout(500);
      await expect(question()).toHaveCount(0);
      await pass('18:30');
      await question().waitFor();
    });

    test('share their use: the warning of one goes when the other is used', async () => {
      await pass('28:30');
      await question().waitFor();
      await isLastUsedAt(28);
      await pass('00:10');
      await expect(question()).toHaveCount(0);
    });

    test('share signing out and signing in', async () => {
      const other = await openAnotherWindow();
      await visitor.follow('Sign out');
      await visitor.see('You are signed out.');
      await other.getByText('Your session has expired.').waitFor();
      await visitor.signIn();
      await visitor.heading('API keys');
      await other.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    });
  });

  test('the first look after the end shows the way in', async () => {
    await isLastUsedAt(-30);
    await pass('30:10');
    await visitor.see('Your session has expired.');
    await expect(visitor.page).toHaveTitle(/Sign in/);
  });

  describe('the end after twelve hours', () => {
    beforeEach(async () => {
      await endsAt(10);
      await visitor.page.reload();
      await visitor.heading('API keys');
    });

    test('is announced, once, and cannot be put off', async () => {
      await pass('08:30');
      await visitor.see('Your session expires soon');
      await visitor.press('OK');
      await expect(question()).toHaveCount(0);
      await pass('00:15');
      await visitor.page.waitForTimeout(500);
      await expect(question()).toHaveCount(0);
      await endsAt(-1);
      await pass('01:30');
      await visitor.see('Your session has expired.');
    });

    test('is announced to who uses the pages all the time', async () => {
      for (const page of ['Settings', 'API keys', 'Settings']) {
        await visitor.page.clock.fastForward('02:30');
        await visitor.follow(page);
        await visitor.heading(page);
      }
      await pass('00:40');
      await visitor.see('Your session expires soon');
    });
  });
});

describe('When the session ends before an API key is copied', () => {
  const OTHER = 'other@havelwerk.example';

  let key: string;

  /** A key is made and not copied, another one half made, and the session is over. */
  async function loseSession(): Promise<void> {
    await visitor.page.clock.install();
    await visitor.open('settings');
    await visitor.follow('API keys');
    key = await visitor.createKey('Uncopied', 'Apps');
    await visitor.press('Create API key');
    await visitor.describeKey('Half made', 'Locations');
    await visitor.button('Create API key').focus();
    await endSession(); // which the page may notice by itself before the key is pressed
    await visitor.page.keyboard.press('Enter');
    await visitor.heading('Sign in');
  }

  const { service, visitor } = openPortal();

  beforeEach(loseSession);

  const endSession = () => service.change('UPDATE portal_sessions SET expires_at = 1');
  const isKeyInThePage = async () => (await visitor.page.content()).includes(key);

  test('the same person finds the key and the half filled form again', async () => {
    await visitor.see('keeps your new API key for one hour');
    await visitor.signIn();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.waitFor();
    await expect(dialog.getByLabel('Application name')).toHaveValue('Half made');
    await expect(dialog.getByRole('checkbox', { name: 'Locations' })).toBeChecked();
    await expect(dialog.getByText('Your session has expired')).toHaveCount(0);
    expect(await visitor.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
    await visitor.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await visitor.page.getByText(key).first().waitFor();
    expect(await visitor.shownKey()).toBe(key);
    await expect(visitor.page).toHaveTitle(/API keys/);
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(200);
    await visitor.follow('Settings');
    await visitor.press('Leave page');
    await visitor.heading('Settings');
    await visitor.follow('Activity'); // nothing stops who has nothing to lose
    await visitor.heading('Activity');
  });

  test('an error from before has gone from a dialog, also after the browser has lost the session', async () => {
    await visitor.signIn();
    const dialog = visitor.page.getByRole('dialog');
    const name = dialog.getByLabel('Application name');
    const taken = dialog.getByText('Another API key of your enterprise already has this name.');
    await name.fill('Demo');
    await visitor.press('Create API key');
    await taken.waitFor();
    await visitor.page.context().clearCookies();
    await visitor.press('Create API key');
    await visitor.heading('Sign in');
    await visitor.signIn();
    await dialog.waitFor();
    await expect(name).toHaveValue('Demo');
    expect(await dialog.locator('.problem-text, .notice').allTextContents()).toEqual([]);
    await visitor.press('Create API key');
    await taken.waitFor();
  });

  test('an error from before has gone, too, when the end was noticed elsewhere', async () => {
    await visitor.signIn();
    await visitor.page.getByRole('dialog').waitFor();
    await visitor.page.keyboard.press('Escape');
    await visitor.press('Delete Demo');
    const question = visitor.page.getByRole('alertdialog');
    await visitor.page.route(/api-keys\//, (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable' } }),
    );
    await visitor.press('Delete API key');
    await question.getByText('The service is overloaded').waitFor();
    await endSession();
    await visitor.page.clock.fastForward('30:10');
    await visitor.heading('Sign in');
    await visitor.signIn();
    await question.waitFor();
    await expect(question.getByText('The service is overloaded')).toHaveCount(0);
  });

  test('nothing of it is seen, read out or reached meanwhile', async () => {
    await expect(visitor.page.getByText(key).first()).toBeHidden();
    expect(await visitor.evaluate('document.body.innerText')).not.toMatch(/cda_|Half made|Havelwerk|Demo/);
    expect(await visitor.page.locator('body').ariaSnapshot()).not.toMatch(/cda_|Half made|Havelwerk|Demo/);
    await expect(visitor.page).toHaveTitle(/Sign in/);
    for (let presses = 0; presses < 20; presses++) {
      await visitor.page.keyboard.press('Tab');
      const within = "['BODY', 'HTML'].includes(document.activeElement.tagName)";
      expect(await visitor.evaluate(`${within} || !!document.activeElement.closest('.sign-in')`)).toBe(true);
    }
  });

  test('somebody else finds nothing, nor does the page hold it any longer', async () => {
    await service.addAdministrator(OTHER, 'admin', 'Otto');
    await visitor.signIn(OTHER);
    await visitor.heading('API keys');
    await expect(visitor.page.getByRole('dialog')).toHaveCount(0);
    expect(await isKeyInThePage()).toBe(false);
  });

  test('the key goes after an hour', async () => {
    await visitor.page.clock.fastForward('59:00');
    expect(await isKeyInThePage()).toBe(true);
    await visitor.page.clock.fastForward('02:00');
    await expect.poll(isKeyInThePage).toBe(false);
    await visitor.expectNowhere('keeps your new API key for one hour');
  });

  test('the way back in the browser does not lose it', async () => {
    await visitor.evaluate('history.back()');
    await visitor.page.waitForTimeout(500);
    await visitor.signIn();
    await visitor.page.getByRole('dialog').waitFor();
    expect(await visitor.shownKey()).toBe(key);
  });

  test('the browser asks before the window is closed or loaded anew', async () => {
    const asked = visitor.page.waitForEvent('dialog');
    await visitor.evaluate('void setTimeout(() => location.reload())');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await visitor.signIn();
    await visitor.page.getByText(key).first().waitFor();
  });
});

describe('Other sites', () => {
  const { service, visitor } = openPortal();
  const address = anotherSite(() => `<a href="${service.url}/portal/sign-out">Win</a>`);

  describe('another site', () => {
    const post = (path: string, type: string) => `fetch('${service.url}${path}', {
    method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': '${type}' },
    body: JSON.stringify({ application: 'Forged', scopes: ['device:GetList'] }),
  }).then(() => 'sent', () => 'refused')`;

    test.each(['localhost', '127.0.0.1'])(
      'cannot make a key for who is signed in (from %s)',
      async (host) => {
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
      },
    );

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

  describe('a link on another site to the page for signing out', () => {
    beforeEach(async () => {
      await visitor.openKeys();
      await visitor.page.goto(address());
      await visitor.follow('Win');
      await visitor.heading('Sign out?');
    });

    test('signs nobody out', async () => {
      await visitor.follow('Stay signed in and show API keys');
      await visitor.heading('API keys');
      await visitor.row('Demo').waitFor();
    });

    test('asks, and signs out who says so', async () => {
      await visitor.press('Sign out');
      await visitor.see('You are signed out.');
      await visitor.open('keys');
      await visitor.heading('Sign in');
    });
  });
});

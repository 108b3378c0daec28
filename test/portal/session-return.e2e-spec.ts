import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { ENTERPRISE_ID, startService, type PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';

const OTHER = 'other@havelwerk.example';
const PASSWORD = 'another one has a password too';

let service: PortalService;
let browser: Browser;
let visitor: Visitor;
let keys = 0;
let key: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser(process.env.CHROMIUM ?? '')]);
  const who = ['--email', OTHER, '--name', 'Otto', '--enterprise', ENTERPRISE_ID, '--password-stdin'];
  await service.cli(['admin', 'add', ...who], `${PASSWORD}\n`);
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** A key is made and not copied, another one half made, and the session is over. */
beforeEach(async () => {
  visitor = await Visitor.come(browser, service);
  await visitor.page.clock.install();
  await visitor.open('settings');
  await visitor.signIn();
  await visitor.page.getByRole('link', { name: 'API keys' }).click();
  key = await visitor.createKey(`Uncopied ${++keys}`, 'Apps');
  await visitor.press('Create an API key');
  await visitor.page.getByLabel('Application name').fill('Half made');
  await visitor.page.getByRole('checkbox', { name: 'Locations' }).press('Space');
  endSession();
  await visitor.press('Create API key');
  await visitor.heading('Sign in');
});

afterEach(async () => {
  const { complaints } = visitor;
  await visitor.leave();
  expect(complaints).toEqual([]);
});

const endSession = () => service.change('UPDATE portal_sessions SET expires_at = 1');
const isKeyInThePage = async () => (await visitor.page.content()).includes(key);

describe('when the session ends before a key is copied', () => {
  test('the same person finds the key and the half filled form again', async () => {
    await visitor.see('waits here for one hour');
    await visitor.signIn();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.getByLabel('Application name').inputValue()).toBe('Half made');
    expect(await dialog.getByRole('checkbox', { name: 'Locations' }).isChecked()).toBe(true);
    expect(await dialog.getByText('Your session has ended').count()).toBe(0);
    expect(await visitor.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
    await visitor.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await visitor.page.getByText(key).first().waitFor();
    expect(await visitor.shownKey()).toBe(key);
    expect(await visitor.page.title()).toContain('API keys');
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(200);
    await visitor.page.getByRole('link', { name: 'Settings' }).click();
    await visitor.press('Leave without it');
    await visitor.heading('Settings');
    await visitor.page.getByRole('link', { name: 'Activity' }).click(); // nothing stops who has nothing to lose
    await visitor.heading('Activity');
  });

  test('an error from before has gone from a dialog, also after the browser has lost the session', async () => {
    await visitor.signIn();
    const dialog = visitor.page.getByRole('dialog');
    const name = dialog.getByLabel('Application name');
    const taken = dialog.getByText('Another API key of your enterprise has this name already.');
    await name.fill('Demo');
    await visitor.press('Create API key');
    await taken.waitFor();
    await visitor.page.context().clearCookies();
    await visitor.press('Create API key');
    await visitor.heading('Sign in');
    await visitor.signIn();
    await dialog.waitFor();
    expect(await name.inputValue()).toBe('Demo');
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
    await question.getByText('The service is busy').waitFor();
    endSession();
    await visitor.page.clock.fastForward('30:10');
    await visitor.heading('Sign in');
    await visitor.signIn();
    await question.waitFor();
    expect(await question.getByText('The service is busy').count()).toBe(0);
  });

  test('nothing of it is seen, read out or reached meanwhile', async () => {
    expect(await visitor.page.getByText(key).first().isVisible()).toBe(false);
    expect(await visitor.evaluate('document.body.innerText')).not.toMatch(/cda_|Half made|Havelwerk|Demo/);
    expect(await visitor.page.locator('body').ariaSnapshot()).not.toMatch(/cda_|Half made|Havelwerk|Demo/);
    expect(await visitor.page.title()).toContain('Sign in');
    for (let presses = 0; presses < 20; presses++) {
      await visitor.page.keyboard.press('Tab');
      const within = "['BODY', 'HTML'].includes(document.activeElement.tagName)";
      expect(await visitor.evaluate(`${within} || !!document.activeElement.closest('.sign-in')`)).toBe(true);
    }
  });

  test('somebody else finds nothing, nor does the page hold it any longer', async () => {
    await visitor.signIn(OTHER, PASSWORD);
    await visitor.heading('API keys');
    expect(await visitor.page.getByRole('dialog').count()).toBe(0);
    expect(await isKeyInThePage()).toBe(false);
  });

  test('the key goes after an hour', async () => {
    await visitor.page.clock.fastForward('59:00');
    expect(await isKeyInThePage()).toBe(true);
    await visitor.page.clock.fastForward('02:00');
    await visitor.until(async () => !(await isKeyInThePage()));
    expect(await visitor.page.getByText('waits here for one hour').count()).toBe(0);
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

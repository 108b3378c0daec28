import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const OTHER = 'other@havelwerk.example';

let key: string;

/** A key is made and not copied, another one half made, and the session is over. */
async function loseSession(): Promise<void> {
  await visitor.page.clock.install();
  await visitor.open('settings');
  await visitor.follow('API keys');
  key = await visitor.createKey('Uncopied', 'Apps');
  await visitor.press('Create an API key');
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

describe('when the session ends before a key is copied', () => {
  test('the same person finds the key and the half filled form again', async () => {
    await visitor.see('waits here for one hour');
    await visitor.signIn();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.waitFor();
    await expect(dialog.getByLabel('Application name')).toHaveValue('Half made');
    await expect(dialog.getByRole('checkbox', { name: 'Locations' })).toBeChecked();
    await expect(dialog.getByText('Your session has ended')).toHaveCount(0);
    expect(await visitor.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
    await visitor.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await visitor.page.getByText(key).first().waitFor();
    expect(await visitor.shownKey()).toBe(key);
    await expect(visitor.page).toHaveTitle(/API keys/);
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(200);
    await visitor.follow('Settings');
    await visitor.press('Leave without it');
    await visitor.heading('Settings');
    await visitor.follow('Activity'); // nothing stops who has nothing to lose
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
    await question.getByText('The service is busy').waitFor();
    await endSession();
    await visitor.page.clock.fastForward('30:10');
    await visitor.heading('Sign in');
    await visitor.signIn();
    await question.waitFor();
    await expect(question.getByText('The service is busy')).toHaveCount(0);
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
    await visitor.expectNowhere('waits here for one hour');
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

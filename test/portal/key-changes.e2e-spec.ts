import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startService, type PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';

let service: PortalService;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser(process.env.CHROMIUM ?? '')]);
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

beforeEach(async () => {
  visitor = await Visitor.signedIn(browser, service, { permissions: ['clipboard-read', 'clipboard-write'] });
});

afterEach(async () => {
  const { complaints } = visitor;
  await visitor.leave();
  expect(complaints).toEqual([]);
});

const row = (application: string) => visitor.page.getByRole('row').filter({ hasText: application });
const focused = () => visitor.evaluate<string>('document.activeElement.textContent');
const alert = () => visitor.page.getByRole('alertdialog');

describe('changing a key', () => {
  test('sums up what changes before it is saved, and it holds at once', async () => {
    const key = await visitor.createKey('Before', 'Device list', 'Apps');
    await visitor.press('Copy API key');
    await visitor.press('Edit Before');
    await visitor.page.getByLabel('Application name').fill('After');
    await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
    await visitor.page.getByRole('checkbox', { name: 'Locations' }).press('Space');
    await visitor.see('The name changes from “Before” to “After”.');
    await visitor.see('Requests for Apps will be refused at once.');
    await visitor.see('The API key may read Locations from now on.');
    await visitor.press('Save changes');
    await visitor.see('The changes to After are saved.');
    await visitor.counts(row('After').getByText('Locations'), 1);
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(403);
    expect((await service.call(key, '/api/v1/device-location/id/van-01')).status).toBe(200);
  });

  test('asks before regenerating, with the way back in focus; then only the new key works', async () => {
    const old = await visitor.createKey('Rotated', 'Device list');
    await visitor.press('Copy API key');
    expect((await service.call(old, '/api/v1/device/')).status).toBe(200);
    await visitor.press('Regenerate the API key of Rotated');
    await visitor.see('The present API key stops working at once.');
    expect(await visitor.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await visitor.press('Regenerate API key');
    await alert().waitFor({ state: 'detached' });
    await visitor.page.locator('.issued-key code').filter({ hasNotText: old }).waitFor();
    const renewed = await visitor.shownKey();
    expect((await service.call(old, '/api/v1/device/')).status).toBe(401);
    expect((await service.call(renewed, '/api/v1/device/')).status).toBe(200);
    await visitor.press('Copy API key');
  });

  test('asks before deleting and says when the key was last used; then the key is dead', async () => {
    const response = await service.call(service.demoKey, '/api/v1/device/');
    expect(response.status).toBe(200);
    const key = await visitor.createKey('Doomed', 'Device list');
    await visitor.press('Copy API key');
    await visitor.press('Delete Doomed');
    await visitor.see('No use of this API key has been recorded.');
    await visitor.see('Uses of the last minute may not be recorded yet.');
    expect(await visitor.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await visitor.press('Cancel');
    expect((await service.call(key, '/api/v1/device/')).status).toBe(200);
    await visitor.press('Delete Doomed');
    await visitor.press('Delete API key');
    await visitor.see('Doomed is deleted');
    await visitor.counts(row('Doomed'), 0);
    expect((await service.call(key, '/api/v1/device/')).status).toBe(401);
  });

  test('undoes nothing that somebody else has changed meanwhile', async () => {
    const key = await visitor.createKey('Shared', 'Device list', 'Locations');
    await visitor.press('Copy API key');
    await visitor.press('Edit Shared');
    service.change(
      "UPDATE api_keys SET scopes = 'device:GetList', updated_at = updated_at + 1 WHERE application = 'Shared'",
    );
    await visitor.page.getByLabel('Application name').fill('Shared by two');
    await visitor.press('Save changes');
    await visitor.see('Somebody has changed this API key since you opened it.');
    await visitor.press('Cancel');
    await visitor.press('Edit Shared');
    expect(await visitor.page.getByRole('checkbox', { name: 'Locations' }).isChecked()).toBe(false);
    await visitor.page.getByLabel('Application name').fill('Shared by two');
    await visitor.press('Save changes');
    await visitor.see('The changes to Shared by two are saved.');
    expect((await service.call(key, '/api/v1/device-location/id/van-01')).status).toBe(403);
  });

  test('sends nothing where nothing was changed', async () => {
    await visitor.press('Edit Demo');
    const before = visitor.asked.length;
    await visitor.press('Save changes');
    await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(visitor.asked.slice(before)).toEqual([]);
    await visitor.counts(visitor.page.getByText('are saved'), 0);
  });

  test('gives the focus a place when what had it is gone', async () => {
    await visitor.createKey('Short-lived', 'Apps');
    await visitor.press('Copy API key');
    await visitor.page.getByRole('button', { name: 'Done' }).press('Enter');
    await visitor.until(async () => (await focused()) === 'API keys');
    await visitor.press('Delete Short-lived');
    await visitor.page.getByRole('button', { name: 'Delete API key' }).press('Enter');
    await visitor.counts(row('Short-lived'), 0);
    await visitor.until(async () => (await focused()) === 'API keys');
  });

  test('says so when somebody else has deleted the key meanwhile', async () => {
    await visitor.createKey('Gone', 'Apps');
    await visitor.press('Copy API key');
    await visitor.press('Edit Gone');
    service.change("DELETE FROM api_keys WHERE application = 'Gone'");
    await visitor.page.getByLabel('Application name').fill('Still there');
    await visitor.press('Save changes');
    await visitor.see('This API key no longer exists');
    await visitor.counts(row('Gone'), 0);
    await visitor.press('Cancel');
    await visitor.until(async () => (await focused()) === 'API keys');
  });
});

describe('a change whose answer is lost', () => {
  const loseAnswers = async (calls: RegExp) => {
    await visitor.page.route(calls, async (route) => {
      if (route.request().method() !== 'GET') {
        await route.fetch();
        await route.abort();
      } else await route.continue();
    });
  };

  test('is said to be in doubt, and what became of it is in the list behind the dialog', async () => {
    await visitor.press('Create an API key');
    await visitor.page.getByLabel('Application name').fill('Answerless');
    await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
    await loseAnswers(/api-keys$/);
    await visitor.press('Create API key');
    await visitor.see('it is not known whether the change was made');
    await visitor.press('Cancel');
    await visitor.counts(row('Answerless'), 1);
  });

  test('shows the new key of a regeneration by its hint', async () => {
    await visitor.createKey('Rotated unseen', 'Apps');
    await visitor.press('Copy API key');
    const hint = () => row('Rotated unseen').locator('code').textContent();
    const before = await hint();
    await loseAnswers(/regenerate$/);
    await visitor.press('Regenerate the API key of Rotated unseen');
    await visitor.press('Regenerate API key');
    await visitor.see('it is not known whether the change was made');
    await visitor.press('Cancel');
    await visitor.until(async () => (await hint()) !== before);
  });
});

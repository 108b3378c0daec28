import type { Scope } from '../../../src/auth/keys/scopes.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal();

/** Opens the list with one more key, which is returned. */
async function openWithKey(application: string, ...scopes: Scope[]): Promise<string> {
  const key = await service.createKey(application, scopes);
  await visitor.openKeys();
  return key;
}

describe('changing a key', () => {
  test('sums up what changes before it is saved, and it holds at once', async () => {
    const key = await openWithKey('Before', 'device:GetList', 'device:GetApplication');
    await visitor.press('Edit Before');
    await visitor.page.getByLabel('Application name').fill('After');
    await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
    await visitor.page.getByRole('checkbox', { name: 'Locations' }).press('Space');
    await visitor.see('The name changes from “Before” to “After”.');
    await visitor.see('Requests for Apps will be refused at once.');
    await visitor.see('The API key may read Locations from now on.');
    await visitor.press('Save changes');
    await visitor.see('The changes to After are saved.');
    await expect(visitor.row('After').getByText('Locations')).toHaveCount(1);
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(403);
    expect((await service.call(key, '/api/v1/device-location/id/van-01')).status).toBe(200);
  });

  test('asks before regenerating, with the way back in focus; then only the new key works', async () => {
    const old = await openWithKey('Rotated', 'device:GetList');
    expect((await service.call(old, '/api/v1/device/')).status).toBe(200);
    await visitor.press('Regenerate the API key of Rotated');
    await visitor.see('The present API key stops working at once.');
    expect(await visitor.focused()).toBe('Cancel');
    await visitor.press('Regenerate API key');
    await expect(visitor.page.getByRole('alertdialog')).toHaveCount(0);
    await visitor.page
      .locator('.issued code')
      .filter({ hasText: /^cda_/, hasNotText: old })
      .first()
      .waitFor();
    const renewed = await visitor.shownKey();
    expect((await service.call(old, '/api/v1/device/')).status).toBe(401);
    expect((await service.call(renewed, '/api/v1/device/')).status).toBe(200);
    await visitor.press('Copy API key');
  });

  test('asks before deleting and says when the key was last used; then the key is dead', async () => {
    const key = await openWithKey('Doomed', 'device:GetList');
    await visitor.press('Delete Doomed');
    await visitor.see('No use of this API key has been recorded.');
    await visitor.see('Uses of the last minute may not be recorded yet.');
    expect(await visitor.focused()).toBe('Cancel');
    await visitor.press('Cancel');
    expect((await service.call(key, '/api/v1/device/')).status).toBe(200);
    await visitor.press('Delete Doomed');
    await visitor.press('Delete API key');
    await visitor.see('Doomed is deleted');
    await expect(visitor.row('Doomed')).toHaveCount(0);
    expect((await service.call(key, '/api/v1/device/')).status).toBe(401);
  });

  test('undoes nothing that somebody else has changed meanwhile', async () => {
    const key = await openWithKey('Shared', 'device:GetList', 'device:GetLocation');
    await visitor.press('Edit Shared');
    await service.change(
      "UPDATE api_keys SET scopes = 'device:GetList', updated_at = updated_at + 1 WHERE application = 'Shared'",
    );
    await visitor.page.getByLabel('Application name').fill('Shared by two');
    await visitor.press('Save changes');
    await visitor.see('Somebody has changed this API key since you opened it.');
    await visitor.press('Cancel');
    await visitor.press('Edit Shared');
    await expect(visitor.page.getByRole('checkbox', { name: 'Locations' })).not.toBeChecked();
    await visitor.page.getByLabel('Application name').fill('Shared by two');
    await visitor.press('Save changes');
    await visitor.see('The changes to Shared by two are saved.');
    expect((await service.call(key, '/api/v1/device-location/id/van-01')).status).toBe(403);
  });

  test('sends nothing where nothing was changed', async () => {
    await visitor.openKeys();
    await visitor.press('Edit Demo');
    const before = visitor.asked.length;
    await visitor.press('Save changes');
    await expect(visitor.page.getByRole('dialog')).toHaveCount(0);
    expect(visitor.asked.slice(before)).toEqual([]);
    await visitor.expectNowhere('are saved');
  });

  test('gives the focus a place when what had it is gone', async () => {
    await visitor.openKeys();
    await visitor.createAndCopyKey('Short-lived', 'Apps');
    await visitor.page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect.poll(() => visitor.focused()).toBe('API keys');
    await visitor.press('Delete Short-lived');
    await visitor.page.getByRole('button', { name: 'Delete API key' }).press('Enter');
    await expect(visitor.row('Short-lived')).toHaveCount(0);
    await expect.poll(() => visitor.focused()).toBe('API keys');
  });

  test('says so when somebody else has deleted the key meanwhile', async () => {
    await openWithKey('Gone', 'device:GetApplication');
    await visitor.press('Edit Gone');
    await service.change("DELETE FROM api_keys WHERE application = 'Gone'");
    await visitor.page.getByLabel('Application name').fill('Still there');
    await visitor.press('Save changes');
    await visitor.see('This API key no longer exists');
    await expect(visitor.row('Gone')).toHaveCount(0);
    await visitor.press('Cancel');
    await expect.poll(() => visitor.focused()).toBe('API keys');
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
    await visitor.openKeys();
    await visitor.press('Create an API key');
    await visitor.describeKey('Answerless', 'Apps');
    await loseAnswers(/api-keys$/);
    await visitor.press('Create API key');
    await visitor.see('it is not known whether the change was made');
    await visitor.press('Cancel');
    await expect(visitor.row('Answerless')).toHaveCount(1);
  });

  test('shows the new key of a regeneration by its hint', async () => {
    await openWithKey('Rotated unseen', 'device:GetApplication');
    const hint = () => visitor.row('Rotated unseen').locator('code').textContent();
    const before = await hint();
    await loseAnswers(/regenerate$/);
    await visitor.press('Regenerate the API key of Rotated unseen');
    await visitor.press('Regenerate API key');
    await visitor.see('it is not known whether the change was made');
    await visitor.press('Cancel');
    await expect.poll(() => hint()).not.toBe(before);
  });
});

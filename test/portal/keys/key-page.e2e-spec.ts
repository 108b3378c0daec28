import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal();

const tab = (name: string) => visitor.page.getByRole('tab', { name });
/** Opens the page of a key from a row of the table that is there. */
async function followKey(name: string, row = name): Promise<void> {
  await visitor.row(row).getByRole('link', { name }).click();
  await visitor.heading(name);
}

async function openKey(name: string): Promise<void> {
  await visitor.openKeys();
  await followKey(name);
}

/** Fails, and says under which id. */
async function fail(path: string, requestId: string): Promise<void> {
  const { status } = await service.call(service.demoKey, path, { 'x-request-id': requestId });
  expect(status).toBeGreaterThanOrEqual(400);
}

test('its calls say how they ended, and why one failed', async () => {
  await service.call(service.demoKey, '/api/v1/device/');
  await fail('/api/v1/device/id/none', 'why-1');
  await fail('/api/v1/device/?nonsense=1', 'why-2');
  await openKey('Demo');
  await visitor.see('From everywhere');
  await tab('Calls').click();
  await expect(visitor.row('answered').getByRole('cell').last()).toHaveText(/^\d+$/);
  await visitor.page.getByLabel('Search by time, reason or request id').fill('why-1');
  const call = visitor.row('why-1');
  await expect(call).toContainText('no such device');
  await expect(call).toContainText('404 device_not_found');
  await expect(call).toContainText('GET /api/v1/device/id/:id');
  await expect(call).toContainText('127.0.0.1');
  await expect(visitor.row('why-2')).toHaveCount(0);
  await visitor.page.getByLabel('Search by time, reason or request id').fill('');
  await fail('/api/v1/device/id/none', 'why-3');
  await visitor.press('Refresh');
  await visitor.row('why-3').waitFor();
});

test('a call is found by its id among those of all keys, twice where it was used twice', async () => {
  await fail('/api/v1/device/id/none', 'used-twice');
  await fail('/no/such/path', 'used-twice');
  await visitor.open('activity?show=calls');
  await visitor.see(/Enter the id/);
  await visitor.page.getByLabel('Request id').fill('no such');
  await visitor.see(/No call with this id failed/);
  await visitor.page.getByLabel('Request id').fill('used-twice');
  await expect(visitor.row('used-twice')).toHaveCount(2);
  await followKey('Demo', '(unknown path)');
});

test('its requests and its events are those of no other key', async () => {
  const other = await service.createKey('Other', ['device:GetList']);
  await service.call(other, '/api/v1/device/');
  await service.call(service.demoKey, '/api/v1/device/');
  await openKey('Other');
  await tab('Requests').click();
  await expect(
    visitor.page.getByRole('table', { name: 'By API key and scope' }).getByRole('row'),
  ).toHaveCount(2);
  await tab('Audit trail').click();
  await visitor.row('API key created').waitFor();
  await expect(visitor.row('Signed in')).toHaveCount(0);
  await visitor.open('activity?show=audit');
  await followKey('Other', 'API key created');
});

test('it is edited, regenerated and deleted there as in the list', async () => {
  await service.createKey('Short lived', ['device:GetApplication']);
  await openKey('Short lived');
  await visitor.press('Edit Short lived');
  await visitor.page.getByRole('checkbox', { name: /^Paused/ }).press('Space');
  await visitor.press('Save changes');
  await visitor.see('The changes to Short lived are saved.');
  await visitor.page.getByRole('listitem').filter({ hasText: 'Paused' }).waitFor();
  await visitor.press('Regenerate the API key of Short lived');
  await visitor.press('Regenerate API key');
  await visitor.shownKey();
  await visitor.press('Copy Enterprise identifier');
  expect(await visitor.evaluate('navigator.clipboard.readText()')).toBe(service.enterpriseId);
  await visitor.press('Copy API key');
  await visitor.press('Done');
  await visitor.press('Delete Short lived');
  await visitor.press('Delete API key');
  await visitor.see('Short lived is deleted');
  await visitor.see('This API key no longer exists');
});

test('an address of no key says so', async () => {
  await visitor.open('keys/no-such-key');
  await visitor.see('This API key no longer exists');
});

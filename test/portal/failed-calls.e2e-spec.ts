import { expect, openPortal } from '../kit/browser/portal.js';

describe('The failed calls of all keys', () => {
  const { service, visitor } = openPortal();

  async function fail(key: string, path: string, requestId: string): Promise<void> {
    const { status } = await service.call(key, path, { 'x-request-id': requestId });
    expect(status).toBeGreaterThanOrEqual(400);
  }

  beforeEach(async () => {
    const otherKey = await service.createKey('Other', ['device:GetApplication']);
    await fail(service.demoKey, '/api/v1/device/datausage/id/van-01?startdate=yesterday', 'call-1');
    await fail(otherKey, '/api/v1/device/', 'call-2');
    await visitor.open('activity?show=calls');
    await expect(async () => {
      await visitor.press('Refresh'); // the service lists a call after up to 2 seconds
      await expect(visitor.row('call-2')).toHaveCount(1, { timeout: 500 });
    }).toPass();
  });

  test('lists them newest first, with the refused parameters and the sentence without values', async () => {
    await expect(visitor.page.locator('tbody tr')).toHaveCount(2);
    await expect(visitor.page.locator('tbody tr').first()).toContainText('call-2');
    const call = visitor.row('call-1');
    await expect(call).toContainText('Refused: ');
    await expect(call).toContainText('startdate');
    await expect(call).not.toContainText('yesterday');
    await call.getByRole('link', { name: 'Demo' }).click();
    await visitor.expectHeading('Demo');
  });

  test('filters them by API key, reason and status through the address', async () => {
    await visitor.choose('Reason', 'scope missing');
    await expect(visitor.row('call-1')).toHaveCount(0);
    await expect(visitor.row('call-2')).toHaveCount(1);
    await visitor.choose('API key', 'Demo');
    await visitor.expectText('Nothing matches the search.');
    await visitor.choose('Reason', 'All reasons');
    await expect(visitor.row('call-1')).toHaveCount(1);
    await visitor.choose('Status', '404');
    await visitor.expectText('Nothing matches the search.');
    await visitor.page.reload();
    await visitor.expectText('Nothing matches the search.');
  });

  test('keeps the calls of a deleted key, and explains which calls are not recorded', async () => {
    await visitor.openKeys();
    await visitor.press('Delete Other');
    await visitor.press('Delete API key');
    await visitor.open('activity?show=calls');
    await expect(visitor.row('call-2')).toContainText('(deleted)');
    await visitor.expectText('It does not record calls without an API key that was known at the time.');
    await visitor.page.getByLabel('Request id').fill('call-2');
    await expect(visitor.row('call-2')).toHaveCount(1);
  });
});

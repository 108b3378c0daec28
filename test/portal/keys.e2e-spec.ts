import type { Scope } from '../../src/auth/scopes.js';
import { expect, openPortal } from '../kit/browser/portal.js';

const DAY_MS = 86_400_000;

describe('The table of API keys', () => {
  const { service, visitor } = openPortal();

  beforeEach(async () => {
    for (const application of ['Zulu', 'Alpha'])
      await service.createKey(application, ['device:GetApplication']);
    await visitor.openKeys();
  });

  const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();

  test('opens the page of a key, which shows how far it has synced each change feed', async () => {
    await service.call(service.demoKey, '/api/v1/device/changes');
    await service.call(service.demoKey, '/api/v1/device-location/changes?limit=5');
    await visitor.page.reload();
    await expect(visitor.page.getByRole('list', { name: 'Last synced' })).toHaveCount(0);
    await visitor.row('Demo').getByRole('link').click();
    const feeds = visitor.page.getByRole('list', { name: 'Last synced' });
    await feeds.getByText('Devices').waitFor();
    await feeds.getByRole('button', { name: /now|second/ }).waitFor();
    await feeds.getByText('first sync in progress').waitFor();
  });

  test('finds and sorts keys', async () => {
    await visitor.page.getByLabel('Search API keys').fill('demo');
    await visitor.expectText(/^1 of \d+$/);
    await visitor.page.waitForURL(/search=demo/);
    await visitor.followLink('Settings');
    await visitor.expectHeading('Settings');
    await visitor.page.goBack();
    await visitor.expectText(/^1 of \d+$/);
    await visitor.page.getByLabel('Search API keys').fill('no such key');
    await visitor.expectText('Nothing matches the search.');
    await visitor.press('Clear search');
    await expect.poll(names).toEqual(['Alpha', 'Demo', 'Zulu']);
    await visitor.press('Application');
    await expect.poll(names).toEqual(['Zulu', 'Demo', 'Alpha']);
    const header = visitor.page.getByRole('columnheader', { name: 'Application' });
    await expect(header).toHaveAttribute('aria-sort', 'descending');
  });

  test('filters keys by state and scope, also through the address', async () => {
    const states: Record<string, string> = {
      'Ending soon': `expires_at = ${Date.now() + 5 * DAY_MS}, last_used_at = ${Date.now()}`,
      'Long ended': `expires_at = ${Date.now() - 5 * DAY_MS}, last_used_at = ${Date.now()}`,
    };
    for (const [name, change] of Object.entries(states)) {
      await service.createKey(name, ['device:GetScreenTime']);
      await service.runSql(`UPDATE api_keys SET ${change} WHERE application = '${name}'`);
    }
    await visitor.page.reload();
    await expect(visitor.row('Ending soon').getByText('Valid until')).toHaveCount(1);
    await expect(visitor.row('Long ended').getByText('Expired')).toHaveCount(1);
    await visitor.choose('State', 'Expires within 14 days');
    await expect.poll(names).toEqual(['Ending soon']);
    await visitor.choose('State', 'Expired');
    await expect.poll(names).toEqual(['Long ended']);
    await visitor.choose('State', 'All states');
    await visitor.choose('Scope', 'Screen time');
    await expect.poll(names).toEqual(['Demo', 'Ending soon', 'Long ended']);
    await visitor.open('keys?state=expired&scope=device:GetScreenTime');
    await expect.poll(names).toEqual(['Long ended']);
  });

  test('keeps the first of two filters that are chosen before the page shows it', async () => {
    await visitor.row('Alpha').waitFor();
    // both lists change in one task, before React renders the page again
    await visitor.evaluate(`(() => {
      for (const value of ['neverUsed', 'device:GetApplication']) {
        const list = document.querySelector('select:has(option[value="' + value + '"])');
        list.value = value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      }
    })()`);
    await expect.poll(() => visitor.queryParameter('scope')).toBe('device:GetApplication');
    expect(visitor.queryParameter('state')).toBe('neverUsed');
  });

  test('shows the first step if there are no keys', async () => {
    await service.runSql('DELETE FROM api_keys');
    await visitor.page.reload();
    await visitor.expectText('No API keys yet');
    await expect(visitor.page.getByRole('button', { name: 'Create API key' })).toHaveCount(2);
  });
});

describe('A new API key', () => {
  const { service, visitor } = openPortal();

  beforeEach(() => visitor.openKeys());

  test('shows the key at the top of the page, and the copied key works', async () => {
    const shown = await visitor.createKey('Night report', 'Device list');
    await expect.poll(() => visitor.evaluate('document.activeElement.className')).toContain('issued');
    await expect.poll(() => visitor.evaluate('scrollY')).toBe(0);
    const panel = visitor.page.locator('.issued');
    const title = visitor.page.getByRole('heading', { level: 1 });
    expect((await panel.boundingBox())!.y).toBeLessThan((await title.boundingBox())!.y);
    await visitor.expectText('The portal shows it only once.');

    await visitor.press('Copy API key');
    await visitor.expectText('API key copied.');
    const copied = await visitor.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(shown);
    const response = await service.call(copied, '/api/v1/device/');
    expect(response.status).toBe(200);
    expect(await response.json()).not.toHaveLength(0);
  });

  test('offers a curl command that works unchanged', async () => {
    await visitor.createKey('Terminal', 'Device list');
    await visitor.press('Copy curl');
    await visitor.expectText('curl copied.');
    const line = await visitor.evaluate<string>('navigator.clipboard.readText()');
    const parts = [...line.matchAll(/'([^']*)'/g)].map(([, part]) => part!);
    expect(line).toMatch(/^curl -H '/);
    const headers = parts.slice(0, 2).map((header) => header.split(': ') as [string, string]);
    const response = await fetch(parts[2]!, { headers });
    expect(response.status).toBe(200);
  });

  test('shows which value is missing or taken, with the focus on its field', async () => {
    await visitor.press('Create API key');
    await expect(visitor.page.getByRole('dialog')).toBeVisible();
    await visitor.press('Create API key');
    await visitor.expectText('Enter a name of 1 to 100 visible characters.');
    await visitor.expectText('Choose at least one scope.');
    await visitor.page.getByLabel('Application name').fill('Demo');
    await visitor.press('Create API key');
    await visitor.expectText('Choose at least one scope.');
    await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
    await visitor.press('Create API key');
    await visitor.expectText('Another API key of your enterprise already has this name.');
    const field = visitor.page.getByLabel('Application name');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await visitor.page.keyboard.press('Escape');
    await visitor.expectText('Discard your changes?');
    await visitor.expectFocus('Keep editing');
    await visitor.press('Keep editing');
    await expect(field).toHaveValue('Demo');
    await field.press('Escape');
    await visitor.press('Discard changes');
    await expect(visitor.page.getByRole('dialog')).toHaveCount(0);
  });

  test('is selected if the clipboard refuses, with an error, and can be copied with the keyboard', async () => {
    await visitor.page.addInitScript(`Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) } })`);
    await visitor.page.reload();
    const key = await visitor.createKey('No clipboard', 'Apps');
    await visitor.press('Copy API key');
    await visitor.expectText('The browser did not allow copying.');
    await visitor.expectNoText('API key copied.');
    expect(await visitor.evaluate('getSelection().toString()')).toBe(key);
    await visitor.page.keyboard.press('Control+C');
    await visitor.expectText('API key copied.');
    await visitor.press('Done');
    await expect(visitor.page.locator('.issued')).toHaveCount(0);
  });

  test('requires confirmation before the user leaves without copying it: to another page, signed out, or the window closed', async () => {
    await visitor.createKey('Leaving', 'Apps');
    const opened = visitor.page.waitForEvent('dialog');
    await visitor.evaluate('void setTimeout(() => location.reload())');
    const dialog = await opened;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(visitor.page.locator('.issued')).toHaveCount(1);
    await visitor.followLink('Sign out');
    await visitor.press('Stay on page');
    await visitor.followLink('Settings');
    await visitor.expectText('Leave without copying the API key?');
    await visitor.expectFocus('Stay on page');
    await visitor.press('Stay on page');
    await expect(visitor.page.locator('.issued')).toHaveCount(1);
    await visitor.followLink('API keys');
    await expect(visitor.page.locator('.issued')).toHaveCount(1);
    await visitor.followLink('Settings');
    await visitor.press('Leave page');
    await visitor.expectHeading('Settings');
  });
});

describe('A change of an API key', () => {
  const { service, visitor } = openPortal();

  async function openWithKey(application: string, ...scopes: Scope[]): Promise<string> {
    const key = await service.createKey(application, scopes);
    await visitor.openKeys();
    return key;
  }

  test('lists the changes before they are saved, and they apply immediately', async () => {
    const key = await openWithKey('Before', 'device:GetList', 'device:GetApplication');
    await visitor.press('Edit Before');
    await visitor.page.getByLabel('Application name').fill('After');
    await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
    await visitor.page.getByRole('checkbox', { name: 'Locations' }).press('Space');
    await visitor.expectText('The name changes from “Before” to “After”.');
    await visitor.expectText('Requests for Apps will be refused immediately.');
    await visitor.expectText('The API key gets access to Locations.');
    await visitor.press('Save changes');
    await visitor.expectText('The changes to After are saved.');
    await expect(visitor.row('After').getByText('Locations')).toHaveCount(1);
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(403);
    expect((await service.call(key, '/api/v1/device-location/id/van-01')).status).toBe(200);
  });

  test('does not overwrite a concurrent change by another user', async () => {
    const key = await openWithKey('Shared', 'device:GetList', 'device:GetLocation');
    await visitor.press('Edit Shared');
    await service.runSql(
      "UPDATE api_keys SET scopes = 'device:GetList', updated_at = updated_at + 1 WHERE application = 'Shared'",
    );
    await visitor.page.getByLabel('Application name').fill('Shared by two');
    await visitor.press('Save changes');
    await visitor.expectText('Another user has changed this API key since you opened it.');
    const versions = visitor.page.getByRole('dialog').getByRole('row');
    await expect(versions).toHaveText(['FieldSaved nowIn this form', 'Application nameSharedShared by two']);
    await visitor.press('Continue with my changes');
    await expect(visitor.page.getByLabel('Application name')).toHaveValue('Shared by two');
    await expect(visitor.page.getByRole('checkbox', { name: 'Locations' })).not.toBeChecked();
    await visitor.press('Save changes');
    await visitor.expectText('The changes to Shared by two are saved.');
    expect((await service.call(key, '/api/v1/device-location/id/van-01')).status).toBe(403);
  });

  test('moves the focus to the heading when the focused row is removed', async () => {
    await visitor.openKeys();
    await visitor.createAndCopyKey('Short-lived', 'Apps');
    await visitor.page.getByRole('button', { name: 'Done' }).press('Enter');
    await visitor.expectFocus('API keys');
    await visitor.press('Delete Short-lived');
    await visitor.expectText('No use of this API key has been recorded.');
    await visitor.expectFocus('Cancel');
    await visitor.page.getByRole('button', { name: 'Delete API key' }).press('Enter');
    await expect(visitor.row('Short-lived')).toHaveCount(0);
    await visitor.expectFocus('API keys');
  });

  test('whose response is lost has an unknown outcome, which the list shows', async () => {
    await visitor.openKeys();
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Unconfirmed', 'Apps');
    await visitor.page.route(/api-keys$/, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await visitor.press('Create API key');
    await visitor.expectText('the change may or may not be saved');
    await visitor.press('Cancel');
    await expect(visitor.row('Unconfirmed')).toHaveCount(1);
  });

  test('whose response is late leaves another dialog open', async () => {
    await visitor.openKeys();
    const respond = await visitor.holdResponse(/api-keys\/[^/]+$/);
    await visitor.press('Delete Demo');
    await visitor.press('Delete API key');
    await visitor.page.keyboard.press('Escape');
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Half made', 'Apps');
    respond();
    await visitor.expectText(/is deleted/);
    await expect(visitor.page.getByLabel('Application name')).toHaveValue('Half made');
  });
});

describe('The page of an API key', () => {
  const { service, visitor } = openPortal();

  const tab = (name: string) => visitor.page.getByRole('tab', { name });
  async function followKey(name: string, row = name): Promise<void> {
    await visitor.row(row).getByRole('link', { name }).click();
    await visitor.expectHeading(name);
  }

  async function openKey(name: string): Promise<void> {
    await visitor.openKeys();
    await followKey(name);
  }

  async function fail(path: string, requestId: string): Promise<void> {
    const { status } = await service.call(service.demoKey, path, { 'x-request-id': requestId });
    expect(status).toBeGreaterThanOrEqual(400);
  }

  test('shows the results of its calls and why one failed', async () => {
    await service.call(service.demoKey, '/api/v1/device/');
    await fail('/api/v1/device/id/none', 'why-1');
    await fail('/api/v1/device/?nonsense=1', 'why-2');
    await openKey('Demo');
    await visitor.expectText('Any address');
    await tab('Calls').click();
    await expect(visitor.row('successful').getByRole('cell').last()).toHaveText(/^\d+$/);
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

  test('finds a call of any key by its request id, twice if the id was used twice', async () => {
    await fail('/api/v1/device/id/none', 'used-twice');
    await fail('/no/such/path', 'used-twice');
    await visitor.open('activity?show=calls');
    await visitor.page.getByLabel('Request id').fill('no such');
    await visitor.expectText(/No failed call with this id is recorded/);
    await visitor.page.getByLabel('Request id').fill('used-twice');
    await expect(visitor.row('used-twice')).toHaveCount(2);
    await followKey('Demo', '(unknown path)');
  });

  test('shows only its own requests and events', async () => {
    const otherKey = await service.createKey('Other', ['device:GetList']);
    await service.call(otherKey, '/api/v1/device/');
    await service.call(service.demoKey, '/api/v1/device/');
    await openKey('Other');
    await tab('Requests').click();
    await expect(
      visitor.page.getByRole('table', { name: 'By API key and scope' }).getByRole('row'),
    ).toHaveCount(2);
    await tab('Audit log').click();
    await visitor.row('API key created').waitFor();
    await expect(visitor.row('Signed in')).toHaveCount(0);
    await visitor.open('activity?show=audit');
    await followKey('Other', 'API key created');
  });
});

describe('The terms of an API key', () => {
  const { visitor } = openPortal({
    settings: () => ({ MAX_KEY_DAYS: '90', TRUST_PROXY: '10.0.0.0/8' }),
  });

  beforeEach(() => visitor.openKeys());

  const typeEnd = async (digits: string): Promise<void> => {
    await visitor.page.getByRole('spinbutton').first().focus();
    await visitor.page.keyboard.type(digits, { delay: 40 });
  };

  const digitsOf = (days: number): string => {
    const day = new Date(Date.now() + days * DAY_MS);
    return day.toLocaleDateString('en-GB', { timeZone: 'Europe/Berlin' }).replaceAll('/', '');
  };

  test('shows an invalid network or a past day at its field, and keeps the other values', async () => {
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Slips', 'Apps');
    await typeEnd(digitsOf(60));
    await visitor.page.getByLabel('Networks').fill('203.0.113.7/24');
    await visitor.press('Create API key');
    await visitor.expectText('Line 1: “203.0.113.7/24” must have only zeros after its prefix');
    await expect(visitor.page.getByLabel('Networks')).toBeFocused();
    await expect(visitor.page.getByLabel('Networks')).toHaveAttribute('aria-invalid', 'true');
    await visitor.page.getByLabel('Networks').fill('');
    await typeEnd('01012020');
    await visitor.press('Create API key');
    await visitor.expectText('Choose today or a later day.');
    await visitor.press('Cancel');
  });

  test('requires an expiration date within MAX_KEY_DAYS', async () => {
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Short-lived', 'Apps');
    await visitor.expectText('Every API key must have an expiration date.');
    await visitor.press('Create API key');
    await visitor.expectText('Choose the last day of the API key.');
    await typeEnd(digitsOf(120));
    await visitor.expectText('This service does not allow longer API keys.');
    await typeEnd(digitsOf(60));
    await visitor.press('Create API key');
    await visitor.press('Copy API key');
    await visitor.row('Short-lived').waitFor();
  });

  test('does not save networks behind an untrusted proxy', async () => {
    await visitor.page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' });
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Behind a proxy', 'Apps');
    await typeEnd(digitsOf(60));
    await visitor.expectNoText('Your current address is');
    await visitor.page.getByLabel('Networks').fill('203.0.113.7');
    const before = visitor.requestedUrls.length;
    await visitor.press('Create API key');
    await visitor.expectText('Ask the operator of the service to set TRUST_PROXY first.');
    expect(visitor.requestedUrls.slice(before)).toEqual([]);
    await visitor.page.getByLabel('Networks').fill('');
    await visitor.press('Create API key');
    await visitor.press('Copy API key');
  });
});

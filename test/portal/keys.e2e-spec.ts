import type { Scope } from '../../src/auth/scopes.js';
import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

describe('The table of API keys', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;

  const { service, visitor } = openPortal();

  beforeEach(async () => {
    for (const application of ['Zulu', 'Alpha'])
      await service.createKey(application, ['device:GetApplication']);
    await visitor.openKeys();
  });

  const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();

  test('shows when a key was last used, exactly on hover and focus', async () => {
    await service.change(
      `UPDATE api_keys SET last_used_at = ${Date.now() - 3 * HOUR_MS - 5_000} WHERE application = 'Demo'`,
    );
    await visitor.page.reload();
    const used = visitor.row('Demo').getByRole('button', { name: '3 hours ago' });
    await visitor.page.mouse.move(0, 0); // a mouse comes from somewhere
    await used.hover();
    const tooltip = visitor.page.getByRole('tooltip');
    await expect(tooltip).toHaveText(/\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d (CES?T|GMT\+[12])/);
    await visitor.page.mouse.move(0, 0);
    await expect(tooltip).toHaveCount(0);
    await used.focus();
    await tooltip.waitFor();
  });

  test('shows how far a key has read what it follows', async () => {
    await service.call(service.demoKey, '/api/v1/device/?since=beginning');
    await service.call(service.demoKey, '/api/v1/device-location/bulk?since=beginning&limit=5');
    await visitor.page.reload();
    const feeds = visitor.row('Demo').getByRole('list', { name: 'Last synced' });
    await feeds.getByText('Devices').waitFor();
    await feeds.getByRole('button', { name: /now|second/ }).waitFor();
    await feeds.getByText('first sync in progress').waitFor();
  });

  test('finds and sorts keys', async () => {
    await visitor.page.getByLabel('Search API keys').fill('demo');
    await visitor.see(/^1 of \d+$/);
    await visitor.page.waitForURL(/search=demo/);
    await visitor.follow('Settings');
    await visitor.heading('Settings');
    await visitor.page.goBack();
    await visitor.see(/^1 of \d+$/);
    await visitor.page.getByLabel('Search API keys').fill('no such key');
    await visitor.see('Nothing matches the search.');
    await visitor.press('Clear search');
    const ascending = await names();
    await visitor.press('Application');
    expect(await names()).toEqual(ascending.toReversed());
    const header = visitor.page.getByRole('columnheader', { name: 'Application' });
    await expect(header).toHaveAttribute('aria-sort', 'descending');
  });

  test('follows the address with its search, which leaves the cursor where one types', async () => {
    const search = visitor.page.getByLabel('Search API keys');
    await search.fill('do');
    await search.press('Home');
    await search.press('ArrowRight');
    await search.pressSequentially('em');
    await expect(search).toHaveValue('demo');
    await visitor.page.waitForURL(/search=demo/);
    await visitor.follow('API keys');
    await expect.poll(() => search.inputValue()).toBe('');
  });

  test('sorts where rows are cards, and the keyboard passes no hidden header', async () => {
    await visitor.page.setViewportSize({ width: 360, height: 740 });
    await visitor.row('Demo').waitFor();
    const ascending = await names();
    await visitor.page.getByLabel('Search API keys').focus();
    for (const next of ['All states', 'All scopes', 'Download CSV', 'Application', 'Ascending']) {
      await visitor.page.keyboard.press('Tab');
      expect(await visitor.focused()).toBe(next);
    }
    await visitor.page.keyboard.press('Enter');
    expect(await names()).toEqual(ascending.toReversed());
    await visitor.page.getByRole('button', { name: 'Sort by' }).click();
    await visitor.page.getByRole('option', { name: 'Created' }).click();
    expect((await names()).at(-1)).toBe('Demo');
  });

  test('finds keys by what has become of them and by what they open, also by the address', async () => {
    const states: Record<string, string> = {
      'Ending soon': `expires_at = ${Date.now() + 5 * DAY_MS}, last_used_at = ${Date.now()}`,
      'Long ended': `expires_at = ${Date.now() - 5 * DAY_MS}, last_used_at = ${Date.now()}`,
      'Long unused': `created_at = ${Date.now() - 300 * DAY_MS}, last_used_at = ${Date.now() - 91 * DAY_MS}`,
    };
    for (const [name, change] of Object.entries(states)) {
      await service.createKey(name, ['device:GetScreenTime']);
      await service.change(`UPDATE api_keys SET ${change} WHERE application = '${name}'`);
    }
    await visitor.page.reload();
    await expect(visitor.row('Ending soon').getByText('Valid until')).toHaveCount(1);
    await expect(visitor.row('Long ended').getByText('Expired')).toHaveCount(1);
    await visitor.choose('State', 'Expires within 14 days');
    await expect.poll(names).toEqual(['Ending soon']);
    await visitor.choose('State', 'Expired');
    await expect.poll(names).toEqual(['Long ended']);
    await visitor.choose('State', 'Unused for 90 days');
    await expect.poll(names).toEqual(['Long unused']);
    await visitor.choose('State', 'Never used');
    await expect.poll(names).toContain('Alpha');
    expect(await names()).not.toContain('Long unused');
    await visitor.choose('State', 'All states');
    await visitor.choose('Scope', 'Screen time');
    await expect.poll(names).toEqual(['Demo', 'Ending soon', 'Long ended', 'Long unused']);
    await visitor.open('keys?state=expired&scope=device:GetScreenTime');
    await expect.poll(names).toEqual(['Long ended']);
  });

  test('begins with the first step where there are no keys', async () => {
    await service.change('DELETE FROM api_keys');
    await visitor.page.reload();
    await visitor.see('No API keys yet');
    await expect(visitor.page.getByRole('button', { name: 'Create API key' })).toHaveCount(2);
  });
});

describe('A new API key', () => {
  const { service, visitor } = openPortal();

  beforeEach(() => visitor.openKeys());

  /** What of the texts that are read out with the field in focus is in sight. */
  const focusedTexts = () =>
    visitor.evaluate<string[]>(`(() => {
    const frame = document.querySelector('.dialogue-modal').getBoundingClientRect();
    const isSeen = ({ top, bottom }) => top >= frame.top && bottom <= frame.bottom;
    return document.activeElement.getAttribute('aria-describedby').split(' ')
      .map((id) => document.getElementById(id))
      .filter((text) => isSeen(text.getBoundingClientRect()))
      .map((text) => text.textContent);
  })()`);

  describe('creating a key', () => {
    test('shows the key at the top of the page, and what is copied there opens the API', async () => {
      const shown = await visitor.createKey('Night report', 'Device list');
      expect(await visitor.evaluate('document.activeElement.className')).toContain('issued');
      expect(await visitor.evaluate('scrollY')).toBe(0);
      const [panel, title] = [
        visitor.page.locator('.issued'),
        visitor.page.getByRole('heading', { level: 1 }),
      ];
      expect((await panel.boundingBox())!.y).toBeLessThan((await title.boundingBox())!.y);
      await visitor.see('The portal shows it only once.');

      await visitor.press('Copy API key');
      await visitor.see('API key copied.');
      const copied = await visitor.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toBe(shown);
      const answer = await service.call(copied, '/api/v1/device/');
      expect(answer.status).toBe(200);
      expect(await answer.json()).not.toHaveLength(0);
    });

    test('offers a line for the terminal that works as it stands', async () => {
      await visitor.createKey('Terminal', 'Device list');
      await visitor.press('Copy curl');
      const line = await visitor.evaluate<string>('navigator.clipboard.readText()');
      const parts = [...line.matchAll(/'([^']*)'/g)].map(([, part]) => part!);
      expect(line).toMatch(/^curl -H '/);
      const headers = parts.slice(0, 2).map((header) => header.split(': ') as [string, string]);
      const answer = await fetch(parts[2]!, { headers });
      expect(answer.status).toBe(200);
    });

    test('opens only what was chosen', async () => {
      const key = await visitor.createAndCopyKey('Only apps', 'Apps');
      expect((await service.call(key, '/api/v1/device/')).status).toBe(403);
      expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(200);
    });

    test('says in words what is missing and what is taken, in sight and with the focus there', async () => {
      await visitor.page.setViewportSize({ width: 640, height: 430 });
      await visitor.press('Create API key');
      await visitor.press('Create API key');
      await visitor.see('Enter a name of 1 to 100 visible characters.');
      await visitor.see('Choose at least one scope.');
      expect(await focusedTexts()).toContain('Enter a name of 1 to 100 visible characters.');
      await visitor.page.getByLabel('Application name').fill('Demo');
      await visitor.press('Create API key');
      expect(await focusedTexts()).toContain('Choose at least one scope.');
      await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
      await visitor.press('Create API key');
      await visitor.see('Another API key of your enterprise already has this name.');
      const field = visitor.page.getByLabel('Application name');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect.poll(focusedTexts).toContain('Another API key of your enterprise already has this name.');
      await visitor.page.keyboard.press('Escape');
      await expect(visitor.page.getByRole('alertdialog')).toHaveCount(0);
    });
  });

  describe('when the clipboard refuses', () => {
    const refuse = `Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) } })`;

    test('says so, selects the key, and counts the copy made by hand', async () => {
      await visitor.page.addInitScript(refuse);
      await visitor.page.reload();
      const key = await visitor.createKey('No clipboard', 'Apps');
      await visitor.press('Copy API key');
      await visitor.see('The browser did not allow copying.');
      await visitor.expectNowhere('API key copied.');
      expect(await visitor.evaluate('getSelection().toString()')).toBe(key);
      await visitor.page.keyboard.press('Control+C');
      await visitor.see('API key copied.');
      await visitor.press('Done');
      await expect(visitor.page.locator('.issued')).toHaveCount(0);
    });
  });

  describe('leaving without having copied the key', () => {
    test('asks before another page, and stays when told so', async () => {
      await visitor.createKey('Leaving', 'Apps');
      await visitor.follow('Settings');
      await visitor.see('Leave without copying the API key?');
      expect(await visitor.focused()).toBe('Stay on page');
      await visitor.press('Stay on page');
      await expect(visitor.page.locator('.issued')).toHaveCount(1);
      await visitor.follow('API keys'); // the page that is there already
      await expect(visitor.page.locator('.issued')).toHaveCount(1);
      await visitor.follow('Settings');
      await visitor.press('Leave page');
      await visitor.heading('Settings');
    });

    test('asks before signing out, and before the window is closed', async () => {
      await visitor.createKey('Closing', 'Apps');
      await visitor.follow('Sign out');
      await visitor.press('Stay on page');

      const asked = visitor.page.waitForEvent('dialog');
      await visitor.evaluate('void setTimeout(() => location.reload())');
      const question = await asked;
      expect(question.type()).toBe('beforeunload');
      await question.dismiss();
      await expect(visitor.page.locator('.issued')).toHaveCount(1);
    });

    test('asks nothing once the key is copied', async () => {
      await visitor.createAndCopyKey('Copied', 'Apps');
      await visitor.follow('Settings');
      await visitor.heading('Settings');
    });
  });
});

describe('A change of an API key', () => {
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
      await visitor.see('Requests for Apps will be refused immediately.');
      await visitor.see('The API key gets access to Locations.');
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
      await visitor.see('The current API key stops working immediately.');
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
      await visitor.see('Requests of the last minute may not be recorded yet.');
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
      await visitor.see('Another user has changed this API key since you opened it.');
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
      await visitor.press('Create API key');
      await visitor.describeKey('Answerless', 'Apps');
      await loseAnswers(/api-keys$/);
      await visitor.press('Create API key');
      await visitor.see('the change may or may not be saved');
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
      await visitor.see('the change may or may not be saved');
      await visitor.press('Cancel');
      await expect.poll(() => hint()).not.toBe(before);
    });
  });
});

describe('The page of an API key', () => {
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
    await visitor.see('Any address');
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
    await tab('Audit log').click();
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
});

describe('The terms of an API key', () => {
  const { service, visitor } = openPortal({
    settings: () => ({ MAX_KEY_DAYS: '90', TRUST_PROXY: '10.0.0.0/8' }),
  });

  beforeEach(() => visitor.openKeys());

  const typeEnd = async (digits: string): Promise<void> => {
    await visitor.page.getByRole('spinbutton').first().focus();
    await visitor.page.keyboard.type(digits, { delay: 40 });
  };

  /** A day so many days ahead, as one types it. */
  const digitsOf = (days: number): string => {
    const day = new Date(Date.now() + days * 86_400_000);
    return day.toLocaleDateString('en-GB', { timeZone: 'Europe/Berlin' }).replaceAll('/', '');
  };

  test('a key is made with an end, networks and a note', async () => {
    await visitor.press('Create API key');
    await visitor.describeKey('Bound', 'Device list');
    await visitor.see('Your current address is');
    await typeEnd(digitsOf(60));
    await visitor.page.getByLabel('Networks').fill('203.0.113.0/24, 2001:DB8::1');
    await visitor.page.getByLabel('Note').fill('Runs at the depot.');
    await visitor.press('Create API key');
    const key = await visitor.shownKey();
    await visitor.press('Copy API key');
    for (const text of ['Valid until', '2 networks', 'Runs at the depot.'])
      await expect(visitor.row('Bound').getByText(text)).toHaveCount(1);
    expect((await service.call(key, '/api/v1/device/')).status).toBe(403);
  });

  test('what is no network, or a day that is past, is said at its field, and nothing is lost', async () => {
    await visitor.press('Create API key');
    await visitor.describeKey('Slips', 'Apps');
    await typeEnd(digitsOf(60));
    await visitor.page.getByLabel('Networks').fill('203.0.113.7/24');
    await visitor.press('Create API key');
    await visitor.see('Enter up to 50 different addresses or ranges');
    await expect(visitor.page.getByLabel('Networks')).toBeFocused();
    await expect(visitor.page.getByLabel('Networks')).toHaveAttribute('aria-invalid', 'true');
    await visitor.page.getByLabel('Networks').fill('');
    await typeEnd('01012020');
    await visitor.press('Create API key');
    await visitor.see('Choose today or a later day.');
    await visitor.press('Cancel');
  });

  test('where keys have a longest life, an end is asked for and held to it', async () => {
    await visitor.press('Create API key');
    await visitor.describeKey('Short-lived', 'Apps');
    await visitor.see('Every API key must have an expiration date.');
    await visitor.press('Create API key');
    await visitor.see('Choose the last day of the API key.');
    await typeEnd(digitsOf(120));
    await visitor.see('This service does not allow longer API keys.');
    await typeEnd(digitsOf(60));
    await visitor.press('Create API key');
    await visitor.press('Copy API key');
    await visitor.row('Short-lived').waitFor();
  });

  test('networks are not saved while a proxy stands between whose word does not count', async () => {
    await visitor.page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' });
    await visitor.press('Create API key');
    await visitor.describeKey('Behind a proxy', 'Apps');
    await typeEnd(digitsOf(60));
    await visitor.expectNowhere('Your current address is');
    await visitor.page.getByLabel('Networks').fill('203.0.113.7');
    const before = visitor.asked.length;
    await visitor.press('Create API key');
    await visitor.see('Ask the operator of the service to set TRUST_PROXY first.');
    expect(visitor.asked.slice(before)).toEqual([]);
    await visitor.page.getByLabel('Networks').fill('');
    await visitor.press('Create API key');
    await visitor.press('Copy API key');
  });
});

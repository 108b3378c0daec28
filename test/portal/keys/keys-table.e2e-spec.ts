import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { service, visitor } = openPortal();

beforeEach(async () => {
  for (const application of ['Zulu', 'Alpha'])
    await service.createKey(application, ['device:GetApplication']);
  await visitor.openKeys();
});

const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();

describe('the table of keys', () => {
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
    const feeds = visitor.row('Demo').getByRole('list', { name: 'Has followed changes up to' });
    await feeds.getByText('Devices up to').waitFor();
    await feeds.getByRole('button', { name: /now|second/ }).waitFor();
    await feeds.getByText('the first copy is being read').waitFor();
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
    await visitor.press('Clear the search');
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
    await expect(visitor.row('Long ended').getByText('Has ended')).toHaveCount(1);
    await visitor.choose('State', 'Ending within 14 days');
    await expect.poll(names).toEqual(['Ending soon']);
    await visitor.choose('State', 'Has ended');
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
    await expect(visitor.page.getByRole('button', { name: 'Create an API key' })).toHaveCount(2);
  });
});

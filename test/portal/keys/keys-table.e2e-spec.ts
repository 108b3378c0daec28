import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const HOUR_MS = 3_600_000;

const { service, visitor } = openPortal({ arrive: (one) => one.comeToKeys() });

beforeAll(async () => {
  await visitor.comeToKeys();
  for (const application of ['Zulu', 'Alpha']) await visitor.makeKey(application, 'Apps');
});

const row = (application: string) => visitor.row(application);

describe('the table of keys', () => {
  test('shows when a key was last used, exactly on hover and focus', async () => {
    service.change(
      `UPDATE api_keys SET last_used_at = ${Date.now() - 3 * HOUR_MS - 5_000} WHERE application = 'Demo'`,
    );
    await visitor.page.reload();
    const used = row('Demo').getByRole('button', { name: '3 hours ago' });
    await visitor.page.mouse.move(0, 0); // a mouse comes from somewhere
    await used.hover();
    const tooltip = visitor.page.getByRole('tooltip');
    await expect(tooltip).toHaveText(/\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d (CES?T|GMT\+[12])/);
    await visitor.page.mouse.move(0, 0);
    await expect(tooltip).toHaveCount(0);
    await used.focus();
    await tooltip.waitFor();
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
    const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();
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
    const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();
    await row('Demo').waitFor();
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

  test('begins with the first step where there are no keys', async () => {
    service.change('CREATE TABLE kept AS SELECT * FROM api_keys; DELETE FROM api_keys');
    await visitor.page.reload();
    await visitor.see('No API keys yet');
    await expect(visitor.page.getByRole('button', { name: 'Create an API key' })).toHaveCount(2);
    service.change('INSERT INTO api_keys SELECT * FROM kept; DROP TABLE kept');
  });
});

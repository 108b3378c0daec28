import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startService, type PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';

const HOUR_MS = 3_600_000;

let service: PortalService;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser(process.env.CHROMIUM ?? '')]);
  const setUp = await Visitor.signedIn(browser, service);
  for (const application of ['Zulu', 'Alpha']) {
    await setUp.createKey(application, 'Apps');
    await setUp.press('Done');
    await setUp.press('Leave without it');
  }
  await setUp.leave();
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
    await tooltip.waitFor();
    expect(await tooltip.textContent()).toMatch(/\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d (CES?T|GMT\+[12])/);
    await visitor.page.mouse.move(0, 0);
    await tooltip.waitFor({ state: 'detached' });
    await used.focus();
    await tooltip.waitFor();
  });

  test('finds and sorts keys', async () => {
    await visitor.page.getByLabel('Search API keys').fill('demo');
    await visitor.see(/^1 of \d+$/);
    await visitor.page.waitForURL(/search=demo/);
    await visitor.page.getByRole('link', { name: 'Settings' }).click();
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
    expect(await header.getAttribute('aria-sort')).toBe('descending');
  });

  test('follows the address with its search, which leaves the cursor where one types', async () => {
    const search = visitor.page.getByLabel('Search API keys');
    await search.fill('do');
    await search.press('Home');
    await search.press('ArrowRight');
    await search.pressSequentially('em');
    expect(await search.inputValue()).toBe('demo');
    await visitor.page.waitForURL(/search=demo/);
    await visitor.page.getByRole('link', { name: 'API keys' }).click();
    await visitor.until(async () => (await search.inputValue()) === '');
  });

  test('sorts where rows are cards, and the keyboard passes no hidden header', async () => {
    await visitor.page.setViewportSize({ width: 360, height: 740 });
    const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();
    await row('Demo').waitFor();
    const ascending = await names();
    await visitor.page.getByLabel('Search API keys').focus();
    await visitor.page.keyboard.press('Tab');
    await visitor.page.keyboard.press('Tab');
    expect(await visitor.evaluate('document.activeElement.textContent')).toBe('Ascending');
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
    await visitor.counts(visitor.page.getByRole('button', { name: 'Create an API key' }), 2);
    service.change('INSERT INTO api_keys SELECT * FROM kept; DROP TABLE kept');
  });
});

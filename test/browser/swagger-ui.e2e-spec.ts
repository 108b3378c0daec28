import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { browserPath, collectErrors, sharedBrowser } from '../kit/browser/browser.js';
import { violations } from '../kit/browser/page-check.js';
import { aDevice, aLocation, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { ADMIN_TOKEN, TestApp } from '../kit/app/test-app.js';
import { documentsOf, operations } from '../kit/specification/openapi.js';

const WINDOW = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 720 };
/** A month of a small fleet: 2.6 MB. */
const LOCATION_COUNT = 12_500;
/** Within the last two whole days, in the time zone of the page and of the enterprise. */
const LATELY = new Date(Date.now() - 36 * 3_600_000).toISOString();
/** axe checks every example of every field. */
const AXE_TIMEOUT_MS = 120_000;

const executable = browserPath();
/** One engine is enough: the page does not depend on the database. */
const withBrowser = executable === undefined || engine === 'mysql' ? undefined : describe;

withBrowser?.('Swagger UI in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    app = await TestApp.start({ PUBLIC_URL: 'https://api.example.com' });
    const locations = Array.from({ length: LOCATION_COUNT }, () =>
      aLocation({ provider: 'fused'.repeat(4), created_at: LATELY }),
    );
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], locations });
    browser = await sharedBrowser.get();
  });
  afterAll(async () => {
    sharedBrowser.release();
    await app.close();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: WINDOW });
    errors = collectErrors(page);
  });
  afterEach(() => page.close());

  async function authorize(values: readonly string[]): Promise<void> {
    await page.locator('.auth-wrapper button.authorize').click();
    const form = page.locator('.auth-container form');
    for (const [at, value] of values.entries()) await form.locator('input').nth(at).fill(value);
    expect(await form.locator('input').count()).toBe(values.length);
    await form.locator('button.authorize').click();
    await form.locator('button.btn-done').click();
  }

  const open = (operation: string) => page.locator(`[id$="-${operation}"] .opblock-summary-control`).click();

  async function execute(operation: string): Promise<string> {
    await open(operation);
    const opened = page.locator(`[id$="-${operation}"]`);
    await opened.locator('button.execute').click();
    return opened.locator('.live-responses-table tbody .response-col_status').first().innerText();
  }

  it('shows every operation of the customer API without a violation of its policy', async () => {
    await page.goto(`${app.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    const { customer } = documentsOf(app);
    expect(await page.locator('.opblock').count()).toBe(operations(customer).length);
    // on the first screen
    expect((await page.locator('.opblock').nth(1).boundingBox())!.y).toBeLessThan(WINDOW.height - 40);
    expect(await page.locator('.info').getByRole('link', { name: 'quick start' }).count()).toBe(1);
    expect(await page.getByText('Errors and retries').isVisible()).toBe(false);
    await page.locator('.info summary').click();
    expect(await page.getByText('Errors and retries').isVisible()).toBe(true);
    await page.locator('.info summary').click();
    expect(errors).toEqual([]);
  });

  it('shows an error if the document cannot be loaded', async () => {
    await page.route('**/docs/openapi.json', (route) => route.abort());
    await page.goto(`${app.url}/docs`);
    await page.getByRole('alert').getByText('The API reference cannot be loaded.').waitFor();
  });

  it('hides the key in the form and in the curl command', async () => {
    const { key } = await app.createKey(ENTERPRISE_ID);
    await page.goto(`${app.url}/docs`);
    await page.locator('.auth-wrapper button.authorize').click();
    expect(await page.locator('#auth-bearer-value').getAttribute('type')).toBe('password');
    await page.locator('.close-modal').click();
    await authorize([key, ENTERPRISE_ID]);
    expect(await execute('listDevices')).toContain('200');
    const curl = await page.locator('[id$="-listDevices"] .curl-command').innerText();
    expect(curl).toContain('Authorization: Bearer <API_KEY>');
    expect(await page.locator('body').innerText()).not.toContain(key);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      key,
    );
  });

  it('makes calls with both headers after they were entered once, and shows the beginning of a long response', async () => {
    const { key } = await app.createKey(ENTERPRISE_ID);
    await page.goto(`${app.url}/docs`);
    await authorize([key, ENTERPRISE_ID]);
    expect(await execute('listDevices')).toContain('200');
    await page.locator('[id$="-listDevices"] .live-responses-table').getByText(DEVICE_ID).first().waitFor();
    await open('listAllLocations');
    const operation = page.locator('[id$="-listAllLocations"]');
    await operation.locator('button.execute').click();
    await operation.getByText('The response has 2.').waitFor();
    const shown = await operation.locator('.long-response pre').innerText();
    expect(shown.length).toBeLessThanOrEqual(100_000);
    expect(shown).toMatch(/^\[\n {2}\{\n {4}"id": \d+,/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      operation.getByText('Save the complete response').click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toHaveLength(LOCATION_COUNT);
    expect(errors).toEqual([]);
  });

  // Both pages share their code, so one is enough for the first tier
  it.each(process.env.TEST_TIER === 'full' ? ['/docs', '/internal/docs'] : ['/docs'])(
    'is accessible, also on a phone, at %s',
    async (path) => {
      await page.goto(app.url + path);
      await page.locator('.opblock').first().waitFor();
      await page.locator('.opblock-summary-control').first().click();
      await page.locator('.opblock-summary-control').nth(5).click();
      await page.locator('.auth-wrapper button.authorize').click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.setViewportSize(NARROW);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
      expect(await violations(page)).toEqual([]);
    },
    AXE_TIMEOUT_MS,
  );

  it('shows the internal routes, and makes calls to them', async () => {
    await page.goto(`${app.url}/internal/docs`);
    await authorize([ADMIN_TOKEN, ENTERPRISE_ID]);
    expect(await execute('getSettings')).toContain('200');
    expect(errors).toEqual([]);
  });
});

it('The page of Swagger UI allows only its own scripts, and no inline styles, frames or foreign addresses', async () => {
  const app = await TestApp.start({ BASE_PATH: '/devices' });
  for (const path of ['/docs', '/internal/docs']) {
    const { headers, body } = await app.anonymous.get(`/devices${path}`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style=/);
    expect(body).not.toMatch(/https?:/);
  }
  await app.close();
});

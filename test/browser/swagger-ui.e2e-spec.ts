import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { browserPath, complaintsOf, openBrowser } from '../support/browser.js';
import { aDevice, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../support/builders.js';
import { engine } from '../support/engines.js';
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../support/create-test-app.js';

/** The README's picture: kept where TEST_SCREENSHOTS says, else thrown away with the test. */
const IMAGES = process.env.TEST_SCREENSHOTS ?? tmpdir();
const WINDOW = { width: 1280, height: 900 };

const executable = browserPath();
/** Which database answers is nothing that the page knows of. */
const withBrowser = executable === undefined || engine === 'mysql' ? undefined : describe;

withBrowser?.('Swagger UI in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    app = await createTestApp({ PUBLIC_URL: 'https://api.example.com' });
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
    browser = await openBrowser(executable ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: WINDOW });
    complaints = complaintsOf(page);
  });
  afterEach(async () => {
    await page.close();
  });

  /** Fills in the dialog, in the order in which it asks. */
  async function authorize(values: readonly string[]): Promise<void> {
    await page.locator('.auth-wrapper button.authorize').click();
    for (const [at, value] of values.entries()) {
      const form = page.locator('.auth-container').nth(at);
      await form.locator('input').fill(value);
      await form.locator('button.authorize').click();
    }
    await page.locator('button.btn-done').first().click();
  }

  async function execute(operation: string): Promise<string> {
    await page.locator(`[id$="-${operation}"] .opblock-summary-control`).click();
    await page.locator(`[id$="-${operation}"] button.execute`).click();
    return page
      .locator(`[id$="-${operation}"] .live-responses-table tbody .response-col_status`)
      .first()
      .innerText();
  }

  it('shows every operation of the customer API, and breaks no rule of its policy', async () => {
    await page.goto(`${app.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(11);
    expect(complaints).toEqual([]);
    await page.screenshot({ path: join(IMAGES, 'swagger-ui.png') });
  });

  it('makes calls with both headers when they were given once', async () => {
    const { key } = await app.createKey(ENTERPRISE_ID);
    await page.goto(`${app.url}/docs`);
    await authorize([key, ENTERPRISE_ID]);
    expect(await execute('listDevices')).toContain('200');
    await page.locator('[id$="-listDevices"] .live-responses-table').getByText(DEVICE_ID).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the internal routes, and makes calls to them', async () => {
    await page.goto(`${app.url}/internal/docs`);
    await authorize([ADMIN_TOKEN, ENTERPRISE_ID]);
    expect(await execute('getSettings')).toContain('200');
    expect(complaints).toEqual([]);
  });
});

describe('The page of Swagger UI', () => {
  it('allows no script but its own files, no inline style, no frame and no foreign address', async () => {
    const app = await createTestApp({ BASE_PATH: '/devices' });
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
});

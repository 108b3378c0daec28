import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startService, type PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';

const EXACT = /\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d (CES?T|GMT\+[12])/;

let service: PortalService;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser(process.env.CHROMIUM ?? '')]);
  await service.call(service.demoKey, '/api/v1/device/');
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

beforeEach(async () => {
  visitor = await Visitor.withSession(browser, service);
});

afterEach(() => visitor.leave());

test('what was read is drawn by day in bytes or in rows', async () => {
  await visitor.open('activity');
  await visitor.page.getByRole('img', { name: 'Data read per day' }).waitFor();
  await visitor.page.getByRole('radio', { name: 'Rows' }).click();
  const chart = visitor.page.locator('figure', {
    has: visitor.page.getByRole('img', { name: 'Rows read per day' }),
  });
  await chart.locator('.recharts-bar-rectangle').first().waitFor();
  await chart.getByText('Show the figures as a table').click();
  const rows = visitor.page.getByRole('region', { name: 'Rows read per day' }).getByRole('row');
  expect(await rows.last().getByRole('cell').textContent()).toBe('24');
});

test('the exact time is shown on hover', async () => {
  await visitor.open('activity?show=audit');
  const moment = visitor.page.locator('.moment').first();
  await moment.waitFor();
  await visitor.page.mouse.move(0, 0); // a mouse comes from somewhere
  await moment.hover();
  const tooltip = visitor.page.getByRole('tooltip');
  await tooltip.waitFor();
  expect(await tooltip.textContent()).toMatch(EXACT);
  await visitor.page.mouse.move(0, 0);
  await tooltip.waitFor({ state: 'detached' });
});

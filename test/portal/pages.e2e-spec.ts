import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

const { service, visitor } = openPortal();

beforeEach(async () => {
  for (const path of ['', '', 'id/van-01', 'id/none'])
    await service.call(service.demoKey, `/api/v1/device/${path}`);
  await visitor.openKeys();
});

const tile = (label: string) =>
  visitor.page.locator('.tiles-tile', { has: visitor.page.getByText(label, { exact: true }) }).locator('dd');
const figures = (name: string) => visitor.page.getByRole('region', { name }).getByRole('row');
const openDevice = async (view: string) => {
  await visitor.open(`data/devices/van-01?show=${view}`);
  await visitor.heading('van-01');
};

test('Activity counts the requests of each key by day and scope', async () => {
  await visitor.open('activity');
  await visitor.page.locator('.stacked-bars-bar').first().waitFor();
  await expect(tile('Requests')).toHaveText('4');
  await expect(tile('Errors')).toHaveText(/^1/);
  const list = visitor.row('Device list');
  const cells = await list.getByRole('cell').allTextContents();
  expect(cells.slice(0, -1)).toEqual(['Device list', '2', '0', '0', '0', '48']);
  await visitor.page.getByText('Show the figures as a table').first().click();
  await expect(figures('Requests per day and scope').last()).toHaveText(/22$/);
});

describe('Data', () => {
  test('lists the devices that the API lists, and finds them', async () => {
    const listed = await service.read<{ id: string }[]>('/api/v1/device/');
    await visitor.open('data');
    await visitor.page.getByRole('table').waitFor();
    const shown = await visitor.page.getByRole('rowheader').getByRole('link').allTextContents();
    expect(shown.toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
    await visitor.page.getByLabel('Search devices').fill('zebra lost');
    await visitor.see('Nothing matches the search.');
    await visitor.page.getByLabel('Search devices').fill('van-01');
    await visitor.follow('van-01');
    await visitor.heading('van-01');
    expect(await visitor.focused()).toBe('van-01');
    await visitor.see('Management mode');
  });

  test('shows what a device used, by network and by app, in the chosen days', async () => {
    await openDevice('dataUsage');
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
    await visitor.press('1 day');
    expect(visitor.parameter('startdate')).toBe(visitor.parameter('enddate'));
    await visitor.open('data/devices/van-01?show=dataUsage&startdate=2026-04-01&enddate=2026-04-02');
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
    const records = await service.read<{ start: string; mobile: number }[]>(
      '/api/v1/device/datausage/id/van-01',
    );
    const mobile = records
      .filter(({ start }) => /^2026-04-0[12]/.test(start))
      .reduce((sum, record) => sum + record.mobile, 0);
    const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
    expect(await tile('Mobile').textContent()).toContain(
      format.format(mobile / 10 ** (mobile < 1e9 ? 6 : 9)),
    );
    await visitor.page.getByRole('radio', { name: 'By app' }).click();
    await visitor.page.locator('.days-chart-legend').getByText('maps').waitFor();
  });

  test('shows screen time and apps', async () => {
    await openDevice('screenTime');
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
    await visitor.page.getByRole('tab', { name: 'Apps' }).click();
    await visitor.page.getByLabel('Search apps').fill('maps');
    await visitor.see('com.google.android.apps.maps');
  });

  test('says so when there is no such device', async () => {
    await visitor.open('data/devices/no-such-device');
    await visitor.see('There is no such device.');
  });
});

test('Settings gives what an application needs beside its key', async () => {
  await visitor.follow('Settings');
  await visitor.heading('Settings');
  await visitor.press('Copy Enterprise identifier');
  await visitor.see('Enterprise identifier copied.');
  expect(await visitor.evaluate('navigator.clipboard.readText()')).toBe(service.enterpriseId);
  for (const text of [
    'Havelwerk Logistik GmbH',
    'Europe/Berlin',
    service.url,
    'Authorization',
    'x-enterprise-id',
  ])
    await visitor.see(text);
  for (const name of ['Swagger UI', 'OpenAPI document']) {
    const link = await visitor.page.getByRole('link', { name }).getAttribute('href');
    expect((await fetch(link!)).status).toBe(200);
  }
});

test('an address without a page says so and leads on', async () => {
  await visitor.open('no/such/page');
  await visitor.follow('Go to the API keys');
  await visitor.heading('API keys');
});

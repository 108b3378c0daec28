import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal();

beforeEach(async () => {
  await service.call(service.demoKey, '/api/v1/device/');
});

test('what was read is drawn by day in bytes or in rows', async () => {
  await visitor.open('activity');
  await visitor.page.getByRole('img', { name: 'Data read per day' }).waitFor();
  await visitor.page.getByRole('radio', { name: 'Rows' }).click();
  const chart = visitor.page.locator('figure', {
    has: visitor.page.getByRole('img', { name: 'Rows read per day' }),
  });
  await chart.locator('.stacked-bars-bar').first().waitFor();
  await chart.getByText('Show the figures as a table').click();
  const rows = visitor.page.getByRole('region', { name: 'Rows read per day' }).getByRole('row');
  await expect(rows.last().getByRole('cell')).toHaveText('24');
});

describe('A year of sixty keys on a telephone', () => {
  const YEAR = 'activity?startdate=2025-01-01&enddate=2025-12-31';
  const numbers = (count: number) => JSON.stringify([...Array(count).keys()]);
  const figure = () => visitor.page.locator('figure').first();

  beforeEach(async () => {
    const hour = `1000 * (unixepoch('2025-01-01 12:00') + 86400 * day.value)`;
    const name = `'Warehouse-' || printf('%02d', key.value) || '-${'x'.repeat(60)}'`;
    await service.change(`INSERT INTO key_activity
      (enterprise_key, hour, api_key_id, scope, application, requests, errors, refused, records, bytes)
      SELECT enterprises.key, ${hour}, 'key-' || key.value, 'device:GetList', ${name}, 1 + key.value, 0, 0, 0, 0
      FROM enterprises, json_each('${numbers(365)}') AS day, json_each('${numbers(60)}') AS key
      WHERE day.value % 7 = key.value % 7`);
  });

  beforeEach(async () => {
    await visitor.page.setViewportSize({ width: 360, height: 720 });
    await visitor.open(YEAR);
    await figure().locator('.stacked-bars-bar').first().waitFor();
  });

  test('is drawn in bars that can be seen, one for each week', async () => {
    const bar = (await figure().locator('.stacked-bars-bar').nth(20).boundingBox())!;
    expect(bar.width).toBeGreaterThan(2);
    await visitor.see('Each bar is a week, from Monday to Sunday.');
  });

  test('names the keys with most requests, and nothing stands beyond the window', async () => {
    await visitor.page.getByRole('radio', { name: 'By API key' }).dispatchEvent('click');
    await figure().getByRole('listitem').filter({ hasText: 'Other API keys' }).waitFor();
    await expect(figure().locator('.days-chart-legend li')).toHaveCount(8);
    await figure().locator('.stacked-bars-bar').nth(40).hover({ force: true });
    const tip = visitor.page.locator('.chart-tip');
    await tip.waitFor();
    const [inner, outer] = [(await tip.boundingBox())!, (await figure().boundingBox())!];
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(await tip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});

test('the time of the service is told where the clock of the browser is slow', async () => {
  await visitor.page.clock.install({ time: Date.now() - 3 * 3_600_000 });
  await visitor.open('activity?show=audit');
  const moment = visitor.page.locator('.moment').first();
  await expect(moment).toHaveText(/^(now|\d+ minutes? ago)$/);
});

test('the chosen key stays chosen, also where it made no requests', async () => {
  await visitor.open('activity');
  await visitor.page.getByRole('button', { name: 'All API keys API key' }).click();
  await visitor.page.getByRole('option', { name: 'Demo', exact: true }).click();
  await visitor.page.waitForURL(/requests_of=/);
  await visitor.page.reload();
  await visitor.page.getByRole('button', { name: 'Demo API key' }).waitFor();
  const days = 'startdate=2026-01-01&enddate=2026-01-02';
  const [, key] = /requests_of=([^&]+)/.exec(visitor.page.url())!;
  await visitor.open(`activity?${days}&requests_of=${key}`);
  await visitor.see('This API key made no requests in these days.');
  await visitor.page.getByRole('button', { name: 'Demo API key' }).waitFor();
});

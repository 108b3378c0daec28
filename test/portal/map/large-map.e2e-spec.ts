import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';
import { DRAWN_MAP } from '../../kit/browser/views.js';

const DEVICES = 50_000;
/** More would be neither told apart nor moved without a stutter. */
const MOST_POINTS = 400;

const { service, visitor } = openPortal();

const points = () => visitor.page.locator(`${DRAWN_MAP} .point`);
/** How many devices the points in sight stand for. */
const counted = async () =>
  (await points().allTextContents()).reduce((sum, text) => sum + (Number(/^\d+/.exec(text)?.[0]) || 1), 0);

/** Copies of one device, all over the country. */
beforeAll(() => {
  service.change(`
    CREATE TEMP TABLE fleet AS WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${DEVICES})
      SELECT devices.*, n FROM many JOIN devices ON devices.id = 'van-01';
    UPDATE fleet SET id = printf('device-%05d', n), device_key = 100000 + n, last_location = json_set(last_location,
      '$.lat', 47.5 + n * 7919 % 7001 / 1000.0, '$.lng', 6 + n * 104729 % 8999 / 1000.0);
    ALTER TABLE fleet DROP COLUMN n;
    DELETE FROM devices WHERE enterprise_key IN (SELECT enterprise_key FROM fleet);
    INSERT INTO devices SELECT * FROM fleet;`);
});

test('a fleet of 50,000 devices is on the map as points that stand for many, each of which can be listed', async () => {
  await visitor.open('data?show=map');
  await points().first().waitFor({ timeout: 30_000 });
  expect(await counted()).toBe(DEVICES);
  expect(await points().count()).toBeLessThan(MOST_POINTS);
  for (let pressed = 0; pressed < 4; pressed++) await visitor.press('Zoom in');
  await expect.poll(counted).toBeLessThan(DEVICES / 2);
  expect(await points().count()).toBeLessThan(MOST_POINTS);
  const point = points().nth(5);
  const [count] = /^\d+/.exec((await point.textContent()) ?? '')!;
  await point.dispatchEvent('click');
  await expect(visitor.page.getByRole('rowheader')).toHaveCount(Math.min(Number(count), 100));
});

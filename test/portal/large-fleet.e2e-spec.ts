import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';
import { followLine } from '../kit/browser/looks/transferred.js';

const DEVICES = 5_000;
const MOST_FOR_THE_PAGE = 300_000;
const MOST_FOR_THE_DATA = 200_000;

const { service, visitor } = openPortal();

/** Copies of the demo's devices, each with values of its own, as those of a real fleet have. */
beforeEach(() =>
  service.change(`
    CREATE TEMP TABLE kinds AS SELECT *, row_number() OVER () AS kind FROM devices
      WHERE status = 'ACTIVE' AND imei <> '' AND enterprise_key = (SELECT enterprise_key FROM devices WHERE id = 'van-01');
    CREATE TEMP TABLE fleet AS WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${DEVICES})
      SELECT kinds.*, n FROM many JOIN kinds ON kind = 1 + n * 7919 % (SELECT count(*) FROM kinds);
    UPDATE fleet SET id = printf('device-%05d', n), device_key = 100000 + n,
      imei = substr(imei, 1, 8) || printf('%07d', n * 2654435761 % 9999991),
      last_connect = last_connect - n * 2654435761 % 86400000,
      remaining_battery = n * 48271 % 101, remaining_storage = n * 69621 % 1191 / 10.0;
    ALTER TABLE fleet DROP COLUMN n;
    ALTER TABLE fleet DROP COLUMN kind;
    DELETE FROM devices WHERE enterprise_key IN (SELECT enterprise_key FROM fleet);
    INSERT INTO devices SELECT * FROM fleet;`),
);

test('a fleet of 5,000 devices is shown with little coming over the line, where nothing is kept from before', async () => {
  const transferred = await followLine(visitor.page, { isSlow: true });
  await visitor.open('data');
  await visitor.row('device-00001').waitFor();
  await visitor.see('5,000 devices');
  await visitor.page.waitForLoadState('networkidle');
  expect(transferred.data).toBeGreaterThan(10 * DEVICES);
  expect(transferred.data).toBeLessThan(MOST_FOR_THE_DATA);
  expect(transferred.page).toBeLessThan(MOST_FOR_THE_PAGE);
});

test.each([
  ['dataUsage', 'data-usage', 'start,package_name,mobile,wifi'],
  ['screenTime', 'screen-time', 'start,package_name,screentime'],
])('of a history only the days and fields that are shown are asked for: %s', async (tab, path, fields) => {
  await visitor.open(`data/devices/device-00001?show=${tab}&startdate=2026-04-01&enddate=2026-04-02`);
  await visitor.see(/^No .* for these days\.$/);
  const asked = visitor.asked.map((address) => new URL(address)).filter((url) => url.pathname.endsWith(path));
  expect(asked.map(({ search }) => decodeURIComponent(search))).toEqual([
    `?startdate=2026-04-01&enddate=2026-04-02&fields=${fields}`,
  ]);
});

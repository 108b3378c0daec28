import { measureTransfer } from '../kit/browser/transferred.js';
import { expect, openPortal } from '../kit/browser/portal.js';

// Uses a service of its own, so that later tests do not run on the large database
const { service, visitor } = openPortal({ settings: () => ({}) });

describe('A fleet of 5,000 devices', () => {
  const DEVICES = 5_000;
  const MAX_FOR_THE_PAGE = 300_000;
  const MAX_FOR_THE_DATA = 200_000;

  beforeEach(() =>
    service.runSql(`
    CREATE TEMP TABLE kinds AS SELECT *, row_number() OVER () AS kind FROM devices
      WHERE status = 'ACTIVE' AND imei <> '';
    CREATE TEMP TABLE fleet AS WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${DEVICES})
      SELECT kinds.*, n FROM many JOIN kinds ON kind = 1 + n * 7919 % (SELECT count(*) FROM kinds);
    UPDATE fleet SET id = printf('device-%05d', n), device_key = 100000 + n,
      imei = substr(imei, 1, 8) || printf('%07d', n * 2654435761 % 9999991),
      last_connect = last_connect - n * 2654435761 % 86400000,
      remaining_battery = n * 48271 % 101, remaining_storage = n * 69621 % 1191 / 10.0;
    ALTER TABLE fleet DROP COLUMN n;
    ALTER TABLE fleet DROP COLUMN kind;
    DELETE FROM devices;
    INSERT INTO devices SELECT * FROM fleet;`),
  );

  test('loads within 300 kB for the page and 200 kB for the data', async () => {
    const transferred = await measureTransfer(visitor.page, { isSlow: true });
    await visitor.open('data');
    await visitor.row('device-00001').waitFor();
    await visitor.expectText('5,000 devices');
    await visitor.page.waitForLoadState('networkidle');
    expect(transferred.data).toBeGreaterThan(10 * DEVICES);
    expect(transferred.data).toBeLessThan(MAX_FOR_THE_DATA);
    expect(transferred.page).toBeLessThan(MAX_FOR_THE_PAGE);
  });

  test.each([
    ['dataUsage', 'data-usage', 'start,package_name,mobile,wifi'],
    ['screenTime', 'screen-time', 'start,package_name,screentime'],
  ])('requests only the days and fields on the page: %s', async (tab, path, fields) => {
    await visitor.open(`data/devices/device-00001?show=${tab}&startdate=2026-04-01&enddate=2026-04-02`);
    await visitor.expectText(/^No .* for these days\.$/);
    const requested = visitor.requestedUrls
      .map((address) => new URL(address))
      .filter((url) => url.pathname.endsWith(path));
    expect(requested.map(({ search }) => decodeURIComponent(search))).toEqual([
      `?startdate=2026-04-01&enddate=2026-04-02&fields=${fields}`,
    ]);
  });
});

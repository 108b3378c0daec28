import { expect } from '../kit/browser/expect.js';
import { type Motion, motionOf } from '../kit/browser/looks/frames.js';
import { followLine } from '../kit/browser/looks/transferred.js';
import { DRAWN_MAP } from '../kit/browser/looks/views.js';
import { openPortal } from '../kit/browser/portal.js';

// a service of their own, so that the large database is deleted after them
const { service, visitor } = openPortal({ settings: () => ({}) });

describe('A fleet of 5,000 devices', () => {
  const DEVICES = 5_000;
  const MOST_FOR_THE_PAGE = 300_000;
  const MOST_FOR_THE_DATA = 200_000;

  /** Copies of the demo's devices, each with values of its own, as those of a real fleet have. */
  beforeEach(() =>
    service.change(`
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
    const asked = visitor.asked
      .map((address) => new URL(address))
      .filter((url) => url.pathname.endsWith(path));
    expect(asked.map(({ search }) => decodeURIComponent(search))).toEqual([
      `?startdate=2026-04-01&enddate=2026-04-02&fields=${fields}`,
    ]);
  });
});

describe('A map of 50,000 devices', () => {
  const DEVICES = 50_000;
  /** More would be neither told apart nor moved without a stutter. */
  const MOST_POINTS = 400;

  /** Where the map is drawn to, in pixels. */
  const TURNS = [
    [200, 60],
    [-300, 80],
    [150, -160],
  ] as const;

  const points = () => visitor.page.locator(`${DRAWN_MAP} .point`);
  /** How many devices the points in sight stand for. */
  const counted = async () =>
    (await points().allTextContents()).reduce((sum, text) => sum + (Number(/^\d+/.exec(text)?.[0]) || 1), 0);

  /** Draws the map about by the pointer, and zooms into it and out. */
  async function moveAbout(): Promise<Motion> {
    const { x, y, width, height } = (await visitor.page.locator('.map').boundingBox())!;
    const { mouse } = visitor.page;
    const [middle, centre] = [x + width / 2, y + height / 2];
    return motionOf(visitor.page, async () => {
      for (const [right, down] of TURNS) {
        await mouse.move(middle, centre);
        await mouse.down();
        await mouse.move(middle + right, centre + down, { steps: 30 });
        await mouse.up();
      }
      for (const name of ['Zoom in', 'Zoom in', 'Zoom out', 'Zoom out']) {
        await visitor.press(name);
        await visitor.page.waitForTimeout(400); // while it zooms
      }
    });
  }

  async function openMap(): Promise<void> {
    await visitor.startSignedIn({ reducedMotion: 'no-preference' });
    await visitor.open('data?show=map');
    await points().first().waitFor({ timeout: 30_000 });
  }

  /** Copies one of the devices all over the country. */
  const growFleet = () =>
    service.change(`
    CREATE TEMP TABLE fleet AS WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${DEVICES})
      SELECT devices.*, n FROM many JOIN devices ON devices.id = 'van-01';
    UPDATE fleet SET id = printf('device-%05d', n), device_key = 100000 + n, last_location = json_set(last_location,
      '$.lat', 47.5 + n * 7919 % 7001 / 1000.0, '$.lng', 6 + n * 104729 % 8999 / 1000.0);
    ALTER TABLE fleet DROP COLUMN n;
    DELETE FROM devices;
    INSERT INTO devices SELECT * FROM fleet;`);

  // against each other: where the processor draws what a graphics card would, times by themselves say little
  test('a map of 50,000 devices is moved and zoomed with at most twice the work of one of a few', async () => {
    await openMap();
    const few = await moveAbout();
    await growFleet();
    await openMap();
    const many = await moveAbout();
    expect(many.frames).toBeGreaterThan(30);
    expect(many.workMs).toBeLessThan(2 * few.workMs);
  }, 240_000);

  test('a fleet of 50,000 devices is on the map as points that stand for many, each of which can be listed', async () => {
    await growFleet();
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
});

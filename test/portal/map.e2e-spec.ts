import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

const TRACK = 'data/devices/van-01?show=track';
const FLEET = 'data?show=map';
/** More than any map needs to show the whole world, or a few metres. */
const OFTEN = 24;

const { service, visitor } = openPortal();

const drawn = (selector: string) => visitor.page.locator(`.map-drawing ${selector}`);

async function open(path: string): Promise<void> {
  await visitor.open(path);
  await drawn('.scale-bar text').waitFor();
}

async function pressOften(name: string): Promise<void> {
  for (let pressed = 0; pressed < OFTEN; pressed++) await visitor.press(name);
}

/** Puts the devices that have a position to these places in turn. */
function place(...places: readonly (readonly [lng: number, lat: number])[]): void {
  const turn = `(length(id) + unicode(substr(id, -1))) % ${places.length}`;
  const pick = (index: 0 | 1) => places.map((at, n) => `WHEN ${n} THEN ${at[index]}`).join(' ');
  service.change(`UPDATE devices SET last_location = json_set(last_location,
    '$.lng', CASE ${turn} ${pick(0)} END, '$.lat', CASE ${turn} ${pick(1)} END) WHERE last_location IS NOT NULL`);
}

test('zooms out to the whole world and back', async () => {
  await open(TRACK);
  const first = await drawn('.track path').first().getAttribute('d');
  await pressOften('Zoom out');
  await expect.poll(() => drawn('.countries path').count()).toBeGreaterThan(150);
  expect(await drawn('.graticule line').count()).toBeLessThan(60);
  await visitor.press('Zoom in');
  await expect.poll(() => drawn('.countries path').count()).toBeLessThan(150);
  await visitor.press('Show all');
  await expect.poll(() => drawn('.track path').first().getAttribute('d')).toBe(first);
});

test('names the degrees in the language of the page', async () => {
  await open(TRACK);
  await visitor.see(/^13\.\d+° E$/);
  await visitor.speakGerman();
  await visitor.see(/^13,\d+° O$/);
});

describe('with devices on both sides of the date line', () => {
  beforeEach(async () => {
    place([178.4, -18.1], [-171.8, -13.8]);
    await open(FLEET);
  });

  test('draws them beside each other, and the land around them', async () => {
    await expect(drawn('.point')).toHaveCount(2);
    const map = (await visitor.page.locator('.map').boundingBox())!;
    const points = await Promise.all(
      (await drawn('.point circle').all()).map((point) => point.boundingBox()),
    );
    const middles = points.map((box) => box!.x - map.x + box!.width / 2).toSorted((a, b) => a - b);
    expect(middles[0]).toBeGreaterThan(0);
    expect(middles[1]! - middles[0]!).toBeGreaterThan(map.width / 2);
    expect(middles[1]).toBeLessThan(map.width);
    expect(await drawn('.countries path').count()).toBeGreaterThan(1);
  });

  test('counts the degrees on across the date line', async () => {
    const names = await drawn('.graticule text').allTextContents();
    const [before, line, after] = ['178° E', '180°', '178° W'].map((name) => names.indexOf(name));
    expect([line! - before!, after! - line!]).toEqual([1, 1]);
  });
});

test('zooms in to a few metres, however far apart the devices are', async () => {
  place([13.37, 52.52], [13.39, 52.52], [151.2, -33.9], [-122.4, 37.8]);
  await open(FLEET);
  await pressOften('Zoom in');
  await expect(drawn('.scale-bar text')).toHaveText(/^[1-5]?\d m$/);
});

describe('with devices at both poles', () => {
  beforeEach(() => place([0, -90], [0, 90]));

  test('draws them at the edges of the world', async () => {
    await open(FLEET);
    await expect(drawn('.point')).toHaveCount(2);
    const map = (await visitor.page.locator('.map').boundingBox())!;
    for (const point of await drawn('.point circle').all()) {
      const { x, y, height } = (await point.boundingBox())!;
      expect(x).toBeGreaterThan(map.x + map.width / 4);
      expect(y).toBeGreaterThanOrEqual(map.y);
      expect(y + height).toBeLessThanOrEqual(map.y + map.height);
    }
  });

  test('draws the track of one there too', async () => {
    service.change('UPDATE locations SET lat = 90');
    await open(TRACK);
    expect(await drawn('.track path').first().getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+L/);
  });
});

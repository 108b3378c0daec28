import { pixelsOf } from '../../kit/browser/looks/colours.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';
import { DRAWN_MAP } from '../../kit/browser/looks/views.js';

const TRACK = 'data/devices/van-01?show=track';
const FLEET = 'data?show=map';
/** More than any map needs from the whole world to a few metres. */
const OFTEN = 20;
const LAND = [248, 247, 243] as const;
const TRACK_START = [29, 94, 196] as const;

const { service, visitor } = openPortal();

const map = () => visitor.page.locator('.map');
const onMap = (selector: string) => map().locator(selector);
const scale = () => onMap('.maplibregl-ctrl-scale');
const canvas = () => visitor.page.getByRole('region', { name: /^Map with/ });
const centre = async () => (await onMap('.map-centre').textContent()) ?? '';

async function open(path: string): Promise<void> {
  await visitor.open(path);
  await visitor.page.locator(DRAWN_MAP).waitFor();
}

async function pressOften(name: string, times = OFTEN): Promise<void> {
  for (let pressed = 0; pressed < times; pressed++) await visitor.press(name);
}

/** Puts the devices that have a position to these places in turn. */
function place(...places: readonly (readonly [lng: number, lat: number])[]): Promise<void> {
  const turn = `(length(id) + unicode(substr(id, -1))) % ${places.length}`;
  const pick = (index: 0 | 1) => places.map((at, n) => `WHEN ${n} THEN ${at[index]}`).join(' ');
  return service.change(`UPDATE devices SET last_location = json_set(last_location,
    '$.lng', CASE ${turn} ${pick(0)} END, '$.lat', CASE ${turn} ${pick(1)} END) WHERE last_location IS NOT NULL`);
}

/** Where the points are, from the upper left corner of the map. */
async function points(): Promise<{ x: number; y: number }[]> {
  const frame = (await map().boundingBox())!;
  const boxes = await Promise.all((await onMap('.point').all()).map((point) => point.boundingBox()));
  return boxes.map((box) => ({
    x: box!.x - frame.x + box!.width / 2,
    y: box!.y - frame.y + box!.height / 2,
  }));
}

/** How much of the canvas has a colour, without what stands on it. */
async function drawn(colour: readonly [number, number, number]): Promise<number> {
  await visitor.evaluate(`document.querySelector('.map-places').style.visibility = 'hidden'`);
  return pixelsOf(map(), colour);
}

test('zooms out to the whole world and back', async () => {
  await open(TRACK);
  const end = onMap('.marker.end');
  const before = await end.getAttribute('style');
  await pressOften('Zoom out', 16);
  await expect(scale()).toHaveText(/^\d+000\skm$/);
  await expect.poll(() => drawn(LAND)).toBeGreaterThan(20_000);
  await visitor.press('Show all');
  await expect(end).toHaveAttribute('style', before!);
});

test('names its middle in the language of the page', async () => {
  await open(TRACK);
  await expect.poll(centre).toMatch(/^The middle of the map: 5\d\.\d+° N, 13\.\d+° E$/);
  await visitor.speakGerman();
  await expect.poll(centre).toMatch(/^Die Mitte der Karte: 5\d,\d+° N, 13,\d+° O$/);
});

test('draws a way, which begins in the colour of its start', async () => {
  await open(TRACK);
  expect(await drawn(TRACK_START)).toBeGreaterThan(20);
});

test('follows the theme', async () => {
  await open(FLEET);
  await pressOften('Zoom out', 16);
  expect(await drawn(LAND)).toBeGreaterThan(20_000);
  await visitor.page.getByRole('radio', { name: 'Dark' }).click();
  await expect.poll(() => drawn([29, 37, 46])).toBeGreaterThan(20_000);
  expect(await drawn(LAND)).toBe(0);
});

describe('with devices on both sides of the date line', () => {
  beforeEach(async () => {
    await place([178.4, -18.1], [-171.8, -13.8]);
    await open(FLEET);
  });

  test('draws them beside each other, and the land around them', async () => {
    await expect(onMap('.point')).toHaveCount(2);
    const { width } = (await map().boundingBox())!;
    const [west, east] = (await points()).map(({ x }) => x);
    expect(west).toBeGreaterThan(0);
    expect(east! - west!).toBeGreaterThan(width / 2);
    expect(east).toBeLessThan(width);
    expect(await drawn(LAND)).toBeGreaterThan(50);
  });

  test('counts the degrees on across the date line', async () => {
    await expect.poll(centre).toMatch(/176\.\d+° W$/);
    for (let pressed = 0; pressed < 3; pressed++) await visitor.press('Move west');
    await expect.poll(centre).toMatch(/17\d\.\d+° E$/);
  });
});

test('is drawn about and zoomed where a point is as well, and that chooses no point', async () => {
  await place([13.37, 52.52], [151.2, -33.9], [-122.4, 37.8]);
  await open(FLEET);
  const all = await visitor.page.getByRole('rowheader').count();
  const [before, length] = [await centre(), await scale().textContent()];
  const { x, y, width, height } = (await onMap('.point').nth(1).boundingBox())!;
  const { mouse, keyboard } = visitor.page;
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  await mouse.move(x + 90, y + 40, { steps: 5 });
  await mouse.up();
  await expect.poll(centre).not.toBe(before);
  expect(await visitor.page.getByRole('rowheader').count()).toBe(all);
  await keyboard.down('Control');
  await mouse.wheel(0, -300);
  await keyboard.up('Control');
  await expect(scale()).not.toHaveText(length!);
});

test('zooms in to a few metres, however far apart the devices are', async () => {
  await place([13.37, 52.52], [13.39, 52.52], [151.2, -33.9], [-122.4, 37.8]);
  await open(FLEET);
  await pressOften('Zoom in');
  await expect(scale()).toHaveText(/^[1-5]?\d\sm$/);
});

describe('with devices at both poles', () => {
  beforeEach(() => place([0, -90], [0, 90]));

  test('draws them at the edges of the world', async () => {
    await open(FLEET);
    await expect(onMap('.point')).toHaveCount(2);
    const { width, height } = (await map().boundingBox())!;
    for (const { x, y } of await points()) {
      expect(x).toBeGreaterThan(width / 4);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(height);
    }
  });

  test('draws the track of one there too', async () => {
    await service.change('UPDATE locations SET lat = 90');
    await open(TRACK);
    await expect(onMap('.marker.end')).toBeInViewport();
  });
});

describe('by the keyboard alone', () => {
  beforeEach(async () => {
    await place([13.37, 52.52], [151.2, -33.9], [-122.4, 37.8]);
    await open(FLEET);
  });

  test('is moved and zoomed', async () => {
    await canvas().focus();
    const [before, length] = [await centre(), await scale().textContent()];
    await visitor.page.keyboard.press('ArrowRight');
    await expect.poll(centre).not.toBe(before);
    await visitor.page.keyboard.press('+');
    await expect(scale()).not.toHaveText(length!);
  });

  test('is one stop for all its points, which the arrows lead through', async () => {
    await canvas().focus();
    await visitor.page.keyboard.press('Tab');
    const focused = () => visitor.evaluate<string>(`document.activeElement.getAttribute('aria-label')`);
    const names = await visitor.evaluate<string[]>(
      `[...document.querySelectorAll('.point')].map((point) => point.getAttribute('aria-label'))`,
    );
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toMatch(/^\d+ devices, one of them /);
    const met = [await focused()];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
      await visitor.page.keyboard.press(key);
      met.push(await focused());
    }
    expect(met).toEqual([0, 1, 2, 0, 2, 0, 2].map((index) => names[index]));
    const all = await visitor.page.getByRole('rowheader').count();
    await visitor.page.keyboard.press('Enter');
    await expect.poll(() => visitor.page.getByRole('rowheader').count()).toBeLessThan(all);
    await expect(onMap('.point').last()).toHaveAttribute('aria-pressed', 'true');
    for (let pressed = 0; pressed < 3; pressed++) await visitor.page.keyboard.press('Tab'); // past whose map it is
    expect(await focused()).toBe('Zoom in');
  });

  test('has words for a device that stands alone', async () => {
    await service.change(
      `UPDATE devices SET last_location = json_set(last_location, '$.lng', 100) WHERE id = 'van-01'`,
    );
    await visitor.page.reload();
    await expect(visitor.page.getByRole('button', { name: /^van-01 \(.+, Active\)$/ })).toBeVisible();
  });
});

test('says that a browser cannot draw maps, and lists the positions all the same', async () => {
  await visitor.page.addInitScript({ content: 'HTMLCanvasElement.prototype.getContext = () => null' });
  await visitor.open(FLEET);
  await visitor.see('This browser cannot draw maps: WebGL 2 is missing or switched off.');
  await visitor.row('van-01').waitFor();
  await visitor.open(TRACK);
  await visitor.see('This browser cannot draw maps');
  await visitor.page.getByText('Show the figures as a table').click();
  await visitor.page.getByRole('table', { name: 'Positions' }).waitFor();
});

test('is loaded where a map is shown, and asks nobody else', async () => {
  const ofMap = () => visitor.asked.filter((url) => /maplibre|\/map-|\/outlines-/.test(url));
  await visitor.open('data');
  await visitor.row('van-01').waitFor();
  expect(ofMap()).toEqual([]);
  await open(FLEET);
  expect(ofMap().length).toBeGreaterThan(2);
  expect(visitor.asked.filter((url) => !url.startsWith(service.url))).toEqual([]);
});

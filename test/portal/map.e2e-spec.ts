import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from '@playwright/test';
import { DRAWN_MAP } from '../kit/browser/views.js';
import { expect, openPortal } from '../kit/browser/portal.js';

type Colour = readonly [red: number, green: number, blue: number];
const LAND: Colour = [248, 247, 243];

describe('The map', () => {
  const TRACK = 'data/devices/van-01?show=track';
  const FLEET = 'data?show=map';

  const { service, visitor } = openPortal();

  const map = () => visitor.page.locator('.map');
  const onMap = (selector: string) => map().locator(selector);
  const scale = () => onMap('.maplibregl-ctrl-scale');
  const canvas = () => visitor.page.getByRole('region', { name: /^Map with/ });
  const centre = () => onMap('.map-centre');

  async function open(path: string): Promise<void> {
    await visitor.open(path);
    await visitor.page.locator(DRAWN_MAP).waitFor();
  }

  function placeDevices(...places: readonly (readonly [lng: number, lat: number])[]): Promise<void> {
    const placeOfDevice = `(length(id) + unicode(substr(id, -1))) % ${places.length}`;
    const pick = (index: 0 | 1) => places.map((at, n) => `WHEN ${n} THEN ${at[index]}`).join(' ');
    return service.runSql(`UPDATE devices SET last_location = json_set(last_location,
    '$.lng', CASE ${placeOfDevice} ${pick(0)} END, '$.lat', CASE ${placeOfDevice} ${pick(1)} END) WHERE last_location IS NOT NULL`);
  }

  async function drawn(colour: Colour): Promise<number> {
    await visitor.evaluate(`document.querySelector('.map-places').style.visibility = 'hidden'`);
    return pixelsOf(map(), colour);
  }

  test('zooms out to the whole world and back, and shows its center in the language of the page', async () => {
    await open(TRACK);
    const end = onMap('.marker.end');
    const before = await end.getAttribute('style');
    for (let pressed = 0; pressed < 16; pressed++) await visitor.button('Zoom out').dispatchEvent('click');
    await expect(scale()).toHaveText(/^\d+000\skm$/);
    await expect.poll(() => drawn(LAND)).toBeGreaterThan(20_000);
    await visitor.press('Show all');
    await expect(end).toHaveAttribute('style', before!);
    await expect(centre()).toHaveText(/^Center of the map: 5\d\.\d+° N, 13\.\d+° E$/);
    await visitor.switchToGerman();
    await expect(centre()).toHaveText(/^Die Mitte der Karte: 5\d,\d+° N, 13,\d+° O$/);
  });

  test('names its buttons in tooltips', async () => {
    await open(FLEET);
    await visitor.page.mouse.move(5, 5);
    await visitor.button('Move north').hover();
    await expect(visitor.page.getByRole('tooltip')).toHaveText('Move north');
  });

  test('draws devices on both sides of the date line next to each other, with the land around them', async () => {
    await placeDevices([178.4, -18.1], [-171.8, -13.8]);
    await open(FLEET);
    await expect(onMap('.point')).toHaveCount(2);
    const { x: left, width } = (await map().boundingBox())!;
    const boxes = await Promise.all((await onMap('.point').all()).map((point) => point.boundingBox()));
    const [west, east] = boxes.map((box) => box!.x - left + box!.width / 2);
    expect(west).toBeGreaterThan(0);
    expect(east! - west!).toBeGreaterThan(width / 2);
    expect(east).toBeLessThan(width);
    await expect.poll(() => drawn(LAND)).toBeGreaterThan(50);
  });

  test('has one tab stop for all points, which the arrow keys move through', async () => {
    await placeDevices([13.37, 52.52], [151.2, -33.9], [-122.4, 37.8]);
    await open(FLEET);
    await canvas().focus();
    await visitor.page.keyboard.press('Tab');
    const focused = () => visitor.evaluate<string>(`document.activeElement.getAttribute('aria-label')`);
    const names = await visitor.evaluate<string[]>(
      `[...document.querySelectorAll('.point')].map((point) => point.getAttribute('aria-label'))`,
    );
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toMatch(/^\d+ devices, including /);
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
    for (let pressed = 0; pressed < 3; pressed++) await visitor.page.keyboard.press('Tab');
    expect(await focused()).toBe('Zoom in');
  });

  test('shows an error if the browser cannot draw maps, and still lists the locations', async () => {
    await visitor.page.addInitScript({ content: 'HTMLCanvasElement.prototype.getContext = () => null' });
    await visitor.open(FLEET);
    await visitor.expectText('This browser cannot draw maps: WebGL 2 is missing or turned off.');
    await visitor.row('van-01').waitFor();
    await visitor.open(TRACK);
    await visitor.expectText('This browser cannot draw maps');
    await visitor.page.getByText('Show the figures as a table').click();
    await visitor.page.getByRole('table', { name: 'Locations' }).waitFor();
  });

  test('draws arrows along a track', async () => {
    // The arrows are the only image on the map. The test replaces them with squares in a unique color to find them
    await visitor.page.addInitScript({
      content: `OffscreenCanvasRenderingContext2D.prototype.getImageData = () =>
        new ImageData(Uint8ClampedArray.from({ length: 1600 }, (_, at) => (at % 4 === 1 ? 0 : 255)), 20, 20)`,
    });
    await open(`${TRACK}&startdate=2026-04-06&enddate=2026-04-09`);
    await expect.poll(() => drawn([255, 0, 255])).toBeGreaterThan(100);
  });

  test('shows one day of a track at a time, with its stops', async () => {
    await open(`${TRACK}&startdate=2026-04-06&enddate=2026-04-09`);
    const day = visitor.page.getByRole('button', { name: /Day$/ });
    const locations = () => visitor.page.locator('.tiles-tile').first().locator('dd').textContent();
    const ofDay = Number(await locations());
    await expect(day).toContainText(`(${ofDay} locations)`);
    await day.click();
    await visitor.page.getByRole('option').first().waitFor();
    const days = await visitor.page.getByRole('option').allTextContents();
    expect(days.length).toBeGreaterThan(2);
    expect(days.at(-1)).toMatch(/^All days/);
    await visitor.page.getByRole('option').last().click();
    await expect.poll(async () => Number(await locations())).toBeGreaterThan(ofDay);
    expect(visitor.queryParameter('day')).toBe('all');
    await expect(onMap('.marker.stop').first()).toBeVisible();
    const stops = visitor.page.getByRole('listitem').getByRole('button', { name: /, for / });
    await expect(stops).toHaveCount(await onMap('.marker.stop').count());
    const slider = visitor.page.getByRole('slider');
    await stops.last().click();
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0);
  });

  test('without a style cannot be enlarged beyond what its outlines show', async () => {
    await open(TRACK);
    for (let pressed = 0; pressed < 12; pressed++) await visitor.button('Zoom in').dispatchEvent('click');
    await expect(scale()).toHaveText(/^\d+\skm$/);
    await visitor.expectText('This map has no streets and cannot be enlarged further.');
    await visitor.open('settings');
    await visitor.expectText('MAP_STYLE_URL=https://');
  });

  test('loads its code only on pages with a map, and only from the service', async () => {
    const ofMap = () => visitor.requestedUrls.filter((url) => /maplibre|\/map-|\/outlines-/.test(url));
    await visitor.open('data');
    await visitor.row('van-01').waitFor();
    expect(ofMap()).toEqual([]);
    await open(FLEET);
    expect(ofMap().length).toBeGreaterThan(2);
    expect(visitor.requestedUrls.filter((url) => !url.startsWith(service.url))).toEqual([]);
  });
});

describe('The map of a style', () => {
  const PARKS: Colour = [10, 200, 60];
  const TILE = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const WORLD = JSON.parse(
    '{"type":"Polygon","coordinates":[[[-179,-80],[179,-80],[179,80],[-179,80],[-179,-80]]]}',
  ) as unknown;

  class MapHost {
    readonly requests: { path: string; headers: IncomingHttpHeaders }[] = [];
    isAway = false;
    private server!: Server;

    constructor(private readonly style: () => unknown = () => undefined) {}

    async start(): Promise<void> {
      this.server = createServer(({ url: path = '', headers }, response) => {
        this.requests.push({ path, headers });
        response.setHeader('Access-Control-Allow-Origin', '*');
        if (this.isAway) response.writeHead(500).end();
        else if (path.endsWith('.png')) response.setHeader('Content-Type', 'image/png').end(TILE);
        else response.end(JSON.stringify(path === '/style.json' ? this.style() : WORLD));
      }).listen(0, '127.0.0.1');
      await once(this.server, 'listening');
    }

    get port(): number {
      return (this.server.address() as AddressInfo).port;
    }

    stop(): void {
      this.server.close();
    }
  }

  const sourcesOf = (host: string, name: string) => ({
    [`${name} pictures`]: { type: 'raster', tiles: [`${host}/{z}/{x}/{y}.png`], tileSize: 1024 },
    [`${name} shapes`]: { type: 'geojson', data: `${host}/shapes.json`, attribution: 'Maps by Example' },
  });
  const tiles = new MapHost();
  const stranger = new MapHost();
  const maps = new MapHost(() => ({
    version: 8,
    sources: {
      ...sourcesOf(`http://localhost:${tiles.port}`, 'known'),
      ...sourcesOf(`http://127.0.0.1:${stranger.port}`, 'strange'),
    },
    layers: [
      { id: 'a', type: 'raster', source: 'strange pictures' },
      { id: 'b', type: 'fill', source: 'strange shapes' },
      { id: 'c', type: 'raster', source: 'known pictures' },
      { id: 'd', type: 'fill', source: 'known shapes', paint: { 'fill-color': `rgb(${PARKS.join(',')})` } },
    ],
  }));
  const hosts = [maps, tiles, stranger];

  const { visitor } = openPortal({
    allowsErrors: true,
    settings: async () => {
      await Promise.all(hosts.map((host) => host.start()));
      return {
        MAP_STYLE_URL: `http://127.0.0.1:${maps.port}/style.json`,
        MAP_HOSTS: `localhost:${tiles.port}`,
      };
    },
  });

  beforeEach(() => {
    for (const host of hosts) host.requests.length = 0;
    maps.isAway = false;
  });
  afterAll(() => hosts.forEach((host) => host.stop()));

  test('draws the map of the style from the named hosts only, and sends them no cookie and no page address', async () => {
    await visitor.open('data?show=map');
    await visitor.page.locator('.map .point').first().waitFor();
    // A busy machine without a graphics card draws the first map of a style in more than 15 seconds
    await expect
      .poll(() => pixelsOf(visitor.page.locator('.map'), PARKS), { timeout: 25_000 })
      .toBeGreaterThan(100_000);
    await visitor.expectText('Maps by Example');
    expect(maps.requests.map(({ path }) => path)).toEqual(['/style.json']);
    const paths = tiles.requests.map(({ path }) => path);
    expect(paths).toContain('/shapes.json');
    expect(paths.some((path) => path.endsWith('.png'))).toBe(true);
    expect(stranger.requests).toEqual([]);
    const refused = visitor.errors.filter((text) => text.includes('Content Security Policy'));
    expect(refused.join()).toContain(`127.0.0.1:${stranger.port}`);
    await visitor.expectText('Parts of the map could not be loaded. All locations are on it.');
    for (const { headers } of [...maps.requests, ...tiles.requests]) {
      expect(headers.referer).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
      expect(headers.authorization).toBeUndefined();
    }
  });

  test('does not contact the hosts from a page without a map, and names them in the settings', async () => {
    await visitor.open('data');
    await visitor.row('van-01').waitFor();
    await visitor.open('settings');
    await visitor.expectText(`http://127.0.0.1:${maps.port}`);
    await visitor.expectText(`http://localhost:${tiles.port}`);
    await visitor.expectText(/which part of the world the map shows/);
    await visitor.switchToGerman();
    await visitor.expectText(/welchen Teil der Welt die Karte zeigt/);
    expect(hosts.flatMap(({ requests }) => requests)).toEqual([]);
  });

  test('shows the outlines and a message if the style cannot be loaded', async () => {
    maps.isAway = true;
    await visitor.open('data?show=map');
    await visitor.expectText('The map could not be loaded, so it shows the outlines of the countries.');
    await expect.poll(() => pixelsOf(visitor.page.locator('.map'), LAND)).toBeGreaterThan(20_000);
    await visitor.page.locator('.point').first().waitFor();
  });
});

const NEAR = 12;

async function pixelsOf(part: Locator, colour: Colour): Promise<number> {
  const picture = (await part.screenshot()).toString('base64');
  // Reads the pixels on a page without a CSP, because a CSP blocks this
  const page = await part.page().context().newPage();
  const count = await page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if (${JSON.stringify(colour)}.every((part, index) => Math.abs(data[at + index] - part) < ${NEAR})) found++;
    return found;
  })()`);
  await page.close();
  return count;
}

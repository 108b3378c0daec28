import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '../kit/browser/expect.js';
import { pixelsOf } from '../kit/browser/looks/colours.js';
import { DRAWN_MAP } from '../kit/browser/looks/views.js';
import { openPortal } from '../kit/browser/portal.js';

describe('The map', () => {
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
    await expect.poll(centre).toMatch(/^Center of the map: 5\d\.\d+° N, 13\.\d+° E$/);
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
    await visitor.see('This browser cannot draw maps: WebGL 2 is missing or turned off.');
    await visitor.row('van-01').waitFor();
    await visitor.open(TRACK);
    await visitor.see('This browser cannot draw maps');
    await visitor.page.getByText('Show the figures as a table').click();
    await visitor.page.getByRole('table', { name: 'Locations' }).waitFor();
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
});

describe('The map of a style', () => {
  const PARKS = [10, 200, 60] as const;
  /** A picture of one pixel. */
  const TILE = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const WORLD = {
    type: 'Polygon',
    coordinates: [
      [
        [-179, -80],
        [179, -80],
        [179, 80],
        [-179, 80],
        [-179, -80],
      ],
    ],
  };

  /** A host of maps, and what it was asked. */
  class MapHost {
    readonly asked: { path: string; headers: IncomingHttpHeaders }[] = [];
    isAway = false;
    private server!: Server;

    constructor(private readonly style: () => unknown = () => undefined) {}

    async start(): Promise<void> {
      this.server = createServer(({ url: path = '', headers }, response) => {
        this.asked.push({ path, headers });
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

  /** What is drawn by the page itself, and what by its worker. */
  const sourcesOf = (host: string, name: string) => ({
    [`${name} pictures`]: { type: 'raster', tiles: [`${host}/{z}/{x}/{y}.png`], tileSize: 256 },
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

  const { service, visitor } = openPortal({
    mayComplain: true,
    settings: async () => {
      await Promise.all(hosts.map((host) => host.start()));
      return {
        MAP_STYLE_URL: `http://127.0.0.1:${maps.port}/style.json`,
        MAP_HOSTS: `localhost:${tiles.port}`,
      };
    },
  });

  beforeEach(() => {
    for (const host of hosts) host.asked.length = 0;
    maps.isAway = false;
  });
  afterAll(() => hosts.forEach((host) => host.stop()));

  async function openMap(): Promise<void> {
    await visitor.open('data?show=map');
    await visitor.page.locator(`${DRAWN_MAP} .point`).first().waitFor();
  }

  test('the map is that of the style, from the hosts that are named and from no other', async () => {
    await openMap();
    await expect.poll(() => pixelsOf(visitor.page.locator('.map'), PARKS)).toBeGreaterThan(100_000);
    await visitor.see('Maps by Example');
    expect(maps.asked.map(({ path }) => path)).toEqual(['/style.json']);
    const paths = tiles.asked.map(({ path }) => path);
    expect(paths).toContain('/shapes.json');
    expect(paths.some((path) => path.endsWith('.png'))).toBe(true);
    expect(stranger.asked).toEqual([]);
    const refused = visitor.complaints.filter((text) => text.includes('Content Security Policy'));
    expect(refused.join()).toContain(`127.0.0.1:${stranger.port}`);
    await visitor.see('Parts of the map could not be loaded. All locations are on it.');
  });

  test('the hosts are told neither who asks nor from which page', async () => {
    await openMap();
    const asked = [...maps.asked, ...tiles.asked];
    expect(asked.length).toBeGreaterThan(2);
    for (const { headers } of asked) {
      expect(headers.referer).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
      expect(headers.authorization).toBeUndefined();
    }
  });

  test('a page without a map asks none of them, and the service never does', async () => {
    await visitor.open('data');
    await visitor.row('van-01').waitFor();
    await visitor.open('settings');
    await visitor.heading('Settings');
    expect(hosts.flatMap(({ asked }) => asked)).toEqual([]);
  });

  test('Settings say who then sees which part of the world is looked at', async () => {
    await visitor.open('settings');
    await visitor.see(`http://127.0.0.1:${maps.port}`);
    await visitor.see(`http://localhost:${tiles.port}`);
    await visitor.see(/which part of the world the map shows/);
    await visitor.speakGerman();
    await visitor.see(/welchen Teil der Welt die Karte zeigt/);
  });

  test('where the style does not come, the outlines are shown instead, and the page says so', async () => {
    maps.isAway = true;
    await visitor.open('data?show=map');
    await visitor.see('The map could not be loaded, so it shows the outlines of the countries.');
    await expect.poll(() => pixelsOf(visitor.page.locator('.map'), [248, 247, 243])).toBeGreaterThan(20_000);
    await visitor.page.locator('.point').first().waitFor();
  });

  test('the page and its worker may ask these hosts, and the worker nothing else', async () => {
    const origins = `http://127.0.0.1:${maps.port} http://localhost:${tiles.port}`;
    const page = await fetch(`${service.url}/portal`);
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${origins};`);
    await openMap();
    const worker = visitor.asked.find((address) => address.includes('/workers/'))!;
    const { headers } = await fetch(worker);
    expect(headers.get('content-security-policy')).toBe(`default-src 'none'; connect-src ${origins}`);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });
});

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pixelsOf } from '../../kit/browser/looks/colours.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';
import { DRAWN_MAP } from '../../kit/browser/looks/views.js';

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
  await visitor.see('Parts of the map could not be loaded. The positions are all there.');
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
  await visitor.see('The map could not be loaded, so the outlines of the countries are shown.');
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

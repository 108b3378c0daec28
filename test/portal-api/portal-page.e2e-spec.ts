import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createApp } from '../../src/app/bootstrap.js';
import { withEmbeddedSecrets } from '../../src/config/data-folder.js';
import { loadConfig } from '../../src/config/config.js';
import { createLogger } from '../../src/observability/logger.js';
import { problemOf } from '../kit/http/api-client.js';
import { KEY_PEPPER } from '../kit/app/test-app.js';
import { createDatabase, type TestDatabase } from '../kit/database/engines.js';
import { send, type HttpResponse } from '../kit/http/http.js';
import { removeFolder, temporaryFolder } from '../kit/process/sandbox.js';

const PAGE =
  '<!doctype html><html lang="en"><head><script type="module" src="./assets/app-Ab12.js"></script></head></html>';
const SCRIPT_PATH = '/portal/assets/app-Ab12.js';
const WORKER = '/portal/workers/map-Ab12.js';
const SCRIPT = 'console.log("the portal");'.repeat(100);
/** Contains another script, to show that the service sends this file. */
const COMPRESSED = brotliCompressSync('console.log("compressed by the build");');
const JAVASCRIPT = 'text/javascript; charset=utf-8';

let database: TestDatabase;
let home: string;
let folder: string;
let url: string;
const running: Awaited<ReturnType<typeof createApp>>[] = [];

beforeAll(async () => {
  database = await createDatabase();
  home = await temporaryFolder();
  folder = join(home, 'portal');
  for (const part of ['assets', 'workers']) await mkdir(join(folder, part), { recursive: true });
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets/app-Ab12.js'), SCRIPT);
  await writeFile(join(folder, 'assets/page-Cd34.js'), SCRIPT);
  await writeFile(join(folder, 'assets/page-Cd34.js.br'), COMPRESSED);
  await writeFile(join(folder, 'workers/map-Ab12.js'), SCRIPT);
  await writeFile(join(home, 'outside.txt'), 'not to be seen');
  url = await start();
});
afterAll(async () => {
  for (const app of running) await app.close();
  await removeFolder(home);
  await database.drop();
});

async function start(env: Readonly<Record<string, string>> = {}, portalFolder = folder): Promise<string> {
  const ours = { DATABASE_URL: database.url, KEY_PEPPER, DEMO_DATA: 'off', LOG_LEVEL: 'silent' };
  const config = { ...withEmbeddedSecrets(loadConfig({ ...ours, ...env })), portalFolder };
  const app = await createApp(config, createLogger(config.logLevel));
  running.push(app);
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(app.getHttpServer() as { address(): AddressInfo }).address().port}`;
}

const get = (path: string, from = url) => send(from, { path });

function policyOf({ headers, body }: HttpResponse): string {
  const policy = String(headers['content-security-policy']);
  const [, nonce] = /'nonce-([\w+/=]+)'/.exec(policy) ?? [];
  expect(body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
  return policy.replace(` 'nonce-${nonce}'`, '');
}

describe('The portal', () => {
  it.each([
    '/portal',
    '/portal/',
    '/portal/keys',
    '/portal/data/devices/tablet-1?tab=apps',
    '/portal?sign_in_error=no_role',
  ])('is one page, with the base path of its files, at %s', async (path) => {
    const { status, headers, body } = await send(url, { path, headers: { accept: 'text/html' } });
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
    });
    expect(body).toContain('<head><base href="/portal/">');
    expect(body.endsWith(PAGE.slice(PAGE.indexOf('<script')))).toBe(true);
  });

  it('loads and contacts nothing from other origins', async () => {
    const page = await get('/portal');
    expect(policyOf(page)).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "font-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const { headers: next } = await get('/portal');
    expect(next['content-security-policy']).not.toBe(page.headers['content-security-policy']);
  });

  it.each([
    ['has its hashed parts kept for a year', SCRIPT_PATH, JAVASCRIPT, 'public, max-age=31536000, immutable'],
    ['has its other parts revalidated', '/portal/icon.svg', 'image/svg+xml', 'private, no-cache'],
    ['has a worker that is revalidated, as its policy may change', WORKER, JAVASCRIPT, 'private, no-cache'],
  ])('%s', async (_title, path, type, cached) => {
    expect(await get(path)).toMatchObject({
      status: 200,
      headers: { 'content-type': type, 'cache-control': cached },
    });
  });

  it('allows the hosts of its maps, and no other', async () => {
    const withMaps = await start({
      MAP_STYLE_URL: 'https://maps.example.com/style.json?key=1',
      MAP_HOSTS: '*.tiles.example.com',
    });
    const origins = 'https://maps.example.com https://*.tiles.example.com';
    const without = policyOf(await get('/portal'));
    const policy = policyOf(await get('/portal', withMaps));
    expect(policy).toBe(without.replace("connect-src 'self'", `connect-src 'self' ${origins}`));
    const ofWorker = async (from: string) => (await get(WORKER, from)).headers['content-security-policy'];
    expect(await ofWorker(url)).toBe("default-src 'none'; connect-src 'none'");
    expect(await ofWorker(withMaps)).toBe(`default-src 'none'; connect-src ${origins}`);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
  ])('is compressed for Accept-Encoding %s as %s', async (accepted, encoding) => {
    const response = await fetch(url + SCRIPT_PATH, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(SCRIPT.length / 5);
    expect(await response.text()).toBe(SCRIPT);
  });

  it('is served from the compressed copy of the build, which has no address of its own', async () => {
    const path = '/portal/assets/page-Cd34.js';
    const headers = { 'accept-encoding': 'br' };
    expect(await (await fetch(url + path, { headers })).text()).toBe(
      'console.log("compressed by the build");',
    );
    expect((await get(path)).body).toBe(SCRIPT);
    problemOf(await get(`${path}.br`), 404, 'not_found');
  });

  it.each(['/portal/assets/app-Cd34.js', '/portal/workers/no-such.js', '/portal/api/nothing', '/portal/api'])(
    'returns no page for other requests: %s',
    async (path) => {
      problemOf(await get(path), 404, 'not_found');
    },
  );

  it.each([
    '/portal/../outside.txt',
    '/portal/%2e%2e/outside.txt',
    '/portal/..%2foutside.txt',
    '/portal/assets/..%2f..%2foutside.txt',
  ])('serves only files of the build: %s', async (path) => {
    expect((await get(path)).body).not.toContain('not to be seen');
  });

  it('accepts no other method', async () => {
    const response = await send(url, { method: 'POST', path: '/portal/keys' });
    problemOf(response, 405, 'method_not_allowed');
    expect(response.headers.allow).toBe('GET, HEAD');
  });
});

it('The portal below a path loads all its files there', async () => {
  const below = await start({ BASE_PATH: '/device-api' });
  const page = await get('/device-api/portal/keys', below);
  expect(page.body).toContain('<base href="/device-api/portal/">');
  expect((await get(`/device-api${SCRIPT_PATH}`, below)).body).toBe(SCRIPT);
  problemOf(await get('/portal', below), 404, 'not_found');
});

it('A service without a built portal has no page', async () => {
  problemOf(await get('/portal', await start({}, join(folder, 'not-built'))), 404, 'not_found');
});

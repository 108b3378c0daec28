import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from '../../src/app/app.setup.js';
import { withEmbeddedSecrets } from '../../src/config/embedded-secrets.js';
import { loadConfig } from '../../src/config/load-config.js';
import { createLogger } from '../../src/logging/logger.js';
import { problemOf } from '../kit/http/api-client.js';
import { KEY_PEPPER } from '../kit/app/create-test-app.js';
import { createDatabase, type TestDatabase } from '../kit/database/engines.js';
import { send, type Received } from '../kit/http/http.js';
import { removeFolder, temporaryFolder } from '../kit/process/workplace.js';

const PAGE =
  '<!doctype html><html lang="en"><head><script type="module" src="./assets/app-Ab12.js"></script></head></html>';
const SCRIPT_PATH = '/portal/assets/app-Ab12.js';
const SCRIPT = 'console.log("the portal");'.repeat(100);

let database: TestDatabase;
let home: string;
let folder: string;

beforeAll(async () => {
  database = await createDatabase();
  home = await temporaryFolder();
  folder = join(home, 'portal');
  for (const part of ['assets', 'workers']) await mkdir(join(folder, part), { recursive: true });
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets/app-Ab12.js'), SCRIPT);
  await writeFile(join(folder, 'workers/map-Ab12.js'), SCRIPT);
  await writeFile(join(home, 'outside.txt'), 'not to be seen');
});
afterAll(async () => {
  await removeFolder(home);
  await database.drop();
});

/** The service with this built portal. */
async function start(
  portalFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const ours = { DATABASE_URL: database.url, KEY_PEPPER, DEMO_DATA: 'off', LOG_LEVEL: 'silent' };
  const config = { ...withEmbeddedSecrets(loadConfig({ ...ours, ...env })), portalFolder };
  const app = await createApp(config, createLogger(config.logLevel, false));
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
}

/** What every page says of its policy, with the nonce left out. */
function policyOf({ headers, body }: Received): string {
  const policy = String(headers['content-security-policy']);
  const [, nonce] = /'nonce-([\w+/=]+)'/.exec(policy) ?? [];
  expect(body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
  return policy.replace(` 'nonce-${nonce}'`, '');
}

describe('The portal', () => {
  let service: Awaited<ReturnType<typeof start>>;
  const get = (path: string, headers: Record<string, string> = {}) => send(service.url, { path, headers });

  beforeAll(async () => {
    service = await start(folder);
  });
  afterAll(() => service.close());

  it.each([
    '/portal',
    '/portal/',
    '/portal/keys',
    '/portal/data/devices/tablet-1?tab=apps',
    '/portal?sign_in_error=no_role',
  ])('is one page, whose parts are found from %s', async (path) => {
    const answer = await get(path, { accept: 'text/html' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.body).toContain('<head><base href="/portal/">');
    expect(answer.body.endsWith(PAGE.slice(PAGE.indexOf('<script')))).toBe(true);
  });

  it('runs, loads and talks to nothing from elsewhere', async () => {
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

  it('has its hashed parts kept for a year', async () => {
    const { status, headers, body } = await get(SCRIPT_PATH);
    expect({ status, body }).toEqual({ status: 200, body: SCRIPT });
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('has a worker that asks nobody, and is asked for again because its policy may change', async () => {
    const { headers } = await get('/portal/workers/map-Ab12.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'none'",
      'cache-control': 'private, no-cache',
    });
    expect((await get('/portal/workers/no-such.js')).status).toBe(404);
  });

  it('asks the hosts of its maps where there are any, and opens nothing else for them', async () => {
    const other = await start(folder, {
      MAP_STYLE_URL: 'https://maps.example.com/style.json?key=1',
      MAP_HOSTS: '*.tiles.example.com',
    });
    const origins = 'https://maps.example.com https://*.tiles.example.com';
    try {
      const without = policyOf(await get('/portal'));
      const page = await send(other.url, { path: '/portal' });
      expect(policyOf(page)).toBe(without.replace("connect-src 'self'", `connect-src 'self' ${origins}`));
      const worker = await send(other.url, { path: '/portal/workers/map-Ab12.js' });
      expect(worker.headers['content-security-policy']).toBe(`default-src 'none'; connect-src ${origins}`);
    } finally {
      await other.close();
    }
  });

  it('has its other parts asked for again', async () => {
    const { status, headers } = await get('/portal/icon.svg');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/svg+xml' });
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'], // a browser
    ['br;q=0.5, gzip', 'gzip'],
  ])('to whoever takes %s is sent compressed as %s', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const response = await fetch(service.url + SCRIPT_PATH, { headers });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(SCRIPT.length / 5);
    expect(await response.text()).toBe(SCRIPT); // fetch has expanded it
  });

  it('answers HEAD without a body', async () => {
    const { status, body, headers } = await send(service.url, { method: 'HEAD', path: SCRIPT_PATH });
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers['content-length']).toBe(String(SCRIPT.length));
  });

  it.each(['/portal/assets/app-Cd34.js', '/portal/api/nothing', '/portal/api'])(
    'is no page where something else is looked for: %s',
    async (path) => {
      problemOf(await get(path), 404, 'not_found');
    },
  );

  it.each([
    '/portal/../outside.txt',
    '/portal/%2e%2e/outside.txt',
    '/portal/..%2foutside.txt',
    '/portal/assets/..%2f..%2foutside.txt',
  ])('shows no file that the build did not make: %s', async (path) => {
    expect((await get(path)).body).not.toContain('not to be seen');
  });

  it('takes no other method', async () => {
    const answer = await send(service.url, { method: 'POST', path: '/portal/keys' });
    problemOf(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

it('The portal below a path is found there, with all its parts', async () => {
  const service = await start(folder, { BASE_PATH: '/device-api' });
  try {
    const page = await send(service.url, { path: '/device-api/portal/keys' });
    expect(page.body).toContain('<base href="/device-api/portal/">');
    const script = await send(service.url, { path: `/device-api${SCRIPT_PATH}` });
    expect(script.body).toBe(SCRIPT);
    problemOf(await send(service.url, { path: '/portal' }), 404, 'not_found');
  } finally {
    await service.close();
  }
});

it('A service without a built portal has no page', async () => {
  const service = await start(join(folder, 'not-built'));
  try {
    problemOf(await send(service.url, { path: '/portal' }), 404, 'not_found');
  } finally {
    await service.close();
  }
});

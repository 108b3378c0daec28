import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyDatabase, engine } from '../kit/database/engines.js';
import { ApiClient } from '../kit/http/api-client.js';
import { send } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { freePort } from '../kit/process/free-port.js';
import { run, type Program } from '../kit/process/program.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/process/service.js';
import { removeFolder, temporaryFolder } from '../kit/process/sandbox.js';
import { ROOT } from './deploy-files.js';
import { Image } from './image.js';

jest.setTimeout(1_200_000);

const ENTERPRISE = 'havelwerk-logistik';
const SCOPES = ['device:GetList', 'device:GetDetail', 'device:GetDataUsage', 'device:GetLocation'];
const MAX_BYTES = 75_000_000;

const PUBLIC = [
  '/health/ready',
  '/docs',
  '/docs/openapi.json',
  '/docs/postman.json',
  '/docs/CHANGELOG.md',
  '/docs/guides/quick-start',
  '/docs/reference/formats',
  '/docs/errors/invalid_key.md',
  '/llms.txt',
  '/portal',
];
const DATA = [
  '/api/v1/device/',
  '/api/v1/device/id/tablet-1',
  '/api/v1/device/datausage/id/tablet-1?format=csv',
  '/api/v1/device-location/latest?format=parquet',
];

/** Loads every module, also those that the service loads on demand, and every dependency. */
const LOAD_ALL = `
const { dependencies } = require('./package.json');
const files = require('fs').readdirSync('dist/src', { recursive: true });
const modules = files.filter((name) => name.endsWith('.js') && !/^(main|cli|openapi)\\.js$/.test(name));
for (const name of modules) require('./dist/src/' + name);
Promise.all(Object.keys(dependencies).map((name) => import(name))).then(() => process.exit(modules.length > 100 ? 0 : 1));
`;

const PACKAGE = /node_modules\/(?:@[^/]+\/)?[^@./][^/]*\/package\.json$/;

function packagesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const manifests = files.filter((path) => PACKAGE.test(`node_modules/${path}`));
  const read = (path: string): string => {
    const { name, version } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, string>;
    return `${name!}@${version!}`;
  };
  return new Set(manifests.map(read));
}

// Needs only one run, because the test uses both engines
const isPossible = Image.isPossible && engine === 'mysql';
(isPossible ? describe : describe.skip)('The image', () => {
  let image: Image;
  beforeAll(async () => {
    image = await Image.build();
  });
  afterAll(() => image.remove());

  it('has the labels of the release, and runs as a user without privileges', async () => {
    expect(image.config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'Customer Device API',
      'org.opencontainers.image.version': '1.2.3',
      'org.opencontainers.image.revision': 'abc',
    });
    expect(image.config.User).toBe('node');
    const { stdout } = await image.run(['id', '-u']);
    expect(stdout.trim()).toBe('1000');
    expect((await image.run(['touch', '/app/file'])).stderr).toContain('Read-only file system');
  });

  it('contains no source maps, typings, Markdown, or package managers', async () => {
    const files = readdirSync(join(image.root, 'app'), { recursive: true, encoding: 'utf8' });
    const unread = files.filter((path) => /\.map$|\.d\.[cm]?ts$|\.md$/.test(path));
    const expected = /^docs\/|^CHANGELOG\.md$|(?:^|\/)(?:licen[cs]e|notice)[^/]*$/i;
    expect(unread.filter((path) => !expected.test(path))).toEqual([]);
    expect((await image.run(['sh', '-c', 'command -v npm npx yarn corepack'])).stdout).toBe('');
  });

  it('loads every module and every dependency', async () => {
    const { status, stderr } = await image.run(['node', '-e', LOAD_ALL]);
    expect([status, stderr]).toEqual([0, '']);
  });

  async function begin(env: Record<string, string>): Promise<{ url: string; service: Program }> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const service = image.start({ ADMIN_TOKEN, KEY_PEPPER, PORT: String(port), ...env });
    await service.waitUntil(async () => (await send(url, { path: '/health/ready' })).status === 200);
    return { url, service };
  }

  it('serves pages and data from an embedded database', async () => {
    const { url, service } = await begin({});
    const enterprise = { 'x-enterprise-id': ENTERPRISE };
    const admin = new ApiClient(url, { ...enterprise, authorization: `Bearer ${ADMIN_TOKEN}` });
    const { key } = await new InternalClient(admin).create('Test', SCOPES);
    const headers = { ...enterprise, authorization: `Bearer ${key}` };
    for (const path of [...PUBLIC, ...DATA])
      expect([path, (await send(url, { path, headers })).status]).toEqual([path, 200]);
    const [, ...check] = image.config.Healthcheck.Test;
    expect(await image.run(check, { PORT: new URL(url).port })).toMatchObject({ status: 0 });
    expect(await service.stop()).toBe(0);
  });

  it('migrates a MySQL database, and serves from it with Redis settings and traces', async () => {
    const database = await createEmptyDatabase();
    const env = { DATABASE_URL: database.url, KEY_PEPPER };
    const migrate = ['node', 'dist/src/cli.js', 'migrate'];
    expect(await image.run(migrate, env)).toMatchObject({ status: 0 });
    const more = {
      MIGRATE_AT_START: 'off',
      REDIS_URL: 'redis://127.0.0.1:1',
      OTEL_TRACES_EXPORTER: 'console',
    };
    const { service } = await begin({ ...env, ...more });
    expect(await service.stop()).toBe(0);
    await database.drop();
  });

  it('contains the packages of the release files, whose size is that of the image', async () => {
    const folder = await temporaryFolder();
    const command = [process.execPath, join(ROOT, 'tools/release.mjs'), folder];
    const { status, stderr } = await run(command, { cwd: ROOT, env: process.env });
    expect([status, stderr]).toEqual([0, '']);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { 'bom-ref': string }[] };
    const listed = new Set(components.map((component) => component['bom-ref']));
    const installed = packagesIn(join(image.root, 'app/node_modules'));
    expect([...installed].filter((id) => !listed.has(id))).toEqual([]);
    const others = [...listed].filter((id) => !installed.has(id)).map((id) => id.replace(/@[^@]+$/, ''));
    expect(others).toEqual(expect.arrayContaining(['maplibre-gl', 'react', 'react-dom', 'react-router']));
    for (const name of ['jest', 'typescript', 'vite', 'better-sqlite3']) expect(others).not.toContain(name);
    const notices = read('third-party-notices.txt');
    for (const id of listed) expect(notices).toContain(`${id}: `);
    const { packages } = JSON.parse(read('size.json')) as { packages: number };
    expect(packages).toBeLessThan(MAX_BYTES);
    await removeFolder(folder);
  });
});

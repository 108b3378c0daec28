import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get } from '@nestjs/common';
import { kindOf } from '../../src/app/load-shedding.js';
import { SETTING_NAMES } from '../../src/config/config.js';
import { ERROR_KINDS } from '../../src/http/api-error.js';
import { OperationsModule } from '../../src/modules/operations/operations.module.js';
import { aFleet, appWith } from '../kit/app/app-with.js';
import { TestApp } from '../kit/app/test-app.js';
import { codesIn, rowsUnder } from '../kit/specification/contract-page.js';
import { OBJECTS } from '../kit/specification/field-tables.js';
import { bulkPaths, registeredRoutes } from '../kit/specification/registered-routes.js';
import { PATH_FORMS } from '../kit/specification/specification.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';

const ROOT = join(__dirname, '../../..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const app = appWith();

describe('docs/contract.md has', () => {
  it('the fields of the objects inside a device', () => {
    const rows = rowsUnder('Device').filter((cells) => cells.length === 2);
    const shown = new Map(rows.map(([name, fields]) => [codesIn(name)[0], codesIn(fields)]));
    const { manifest, lastLocation, detailInfo } = OBJECTS;
    const tables = { manifest, last_location: lastLocation, device_info: detailInfo, ...detailInfo };
    for (const [name, table] of Object.entries(tables))
      if (typeof table === 'object')
        expect(shown.get(name)).toEqual(expect.arrayContaining(Object.keys(table)));
  });

  it('every path form with its scope', () => {
    const rows = [...rowsUnder('1.3 Endpoints'), ...rowsUnder('2.10 Bulk endpoints, days, fields')];
    const shown = rows.map(([scope, path]) => [...codesIn(scope), ...codesIn(path)]);
    expect(shown).toEqual(PATH_FORMS.map(({ scope, path }) => [scope, path]));
  });

  it('every feed with its scope', () => {
    const shown = rowsUnder('2.12 Change feeds').map(([scope, path]) => [
      ...codesIn(scope),
      ...codesIn(path),
    ]);
    expect(shown).toEqual(FEED_ROUTES.map(({ scope, path }) => [scope, path]));
  });

  it('every setting of the service, and no other', () => {
    const shown = rowsUnder('2.2 Settings').flatMap(([names]) => codesIn(names));
    expect(shown.sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('every kind of error with its status', () => {
    const shown = rowsUnder('2.6 Errors').map(([, status, code]) => [...codesIn(code), Number(status)]);
    const kinds = Object.entries(ERROR_KINDS).map(([code, { status }]) => [code, status]);
    expect(shown.sort()).toEqual(kinds.sort());
  });
});

it('docs/errors/README.md links to the page of every error code, with its status and whether to retry', () => {
  const rows = textOf('docs/errors/README.md').matchAll(
    /^\| \[`(\w+)`\]\(\1\.md\) \| (\d+) \| .+ \| .+ \|$/gm,
  );
  const shown = Array.from(rows, ([, code, status]) => [code, Number(status)]);
  const kinds = Object.entries(ERROR_KINDS).map(([code, { status }]) => [code, status]);
  expect(shown.sort()).toEqual(kinds.sort());
});

describe('Routes and their callers: a key with a scope, an administrator, a session, the operator or the public', () => {
  const withoutSlash = (path: string): string => path.replace(/\/$/, '');
  const ROUTES: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      [...PATH_FORMS, ...FEED_ROUTES].map(({ path, scope }) => [`GET ${withoutSlash(path)}`, scope]),
    ),
    ...Object.fromEntries(
      rowsUnder('2.8 Internal routes')
        .flatMap(([route]) => codesIn(route))
        .map((route) => [route, route.includes('/internal/v1/account') ? 'session' : 'admin']),
    ),
    ...Object.fromEntries(
      rowsUnder('2.15 Enterprise, summaries, latest locations').map(([access, path]) => [
        `GET ${codesIn(path)[0]}`,
        codesIn(access)[0] ?? 'key',
      ]),
    ),
    'POST /mcp': 'key',
    'GET /portal': 'public',
    'GET /portal/*path': 'public',
    'GET /portal/api/sign-in-options': 'public',
    'POST /portal/api/session': 'public',
    'GET /portal/api/session': 'session',
    'GET /portal/api/session/look': 'session',
    'DELETE /portal/api/session': 'public',
    'POST /portal/api/session/second-factor': 'public',
    'POST /portal/api/session/second-factor/set-up': 'public',
    'POST /portal/api/session/second-factor/confirmation': 'public',
    'POST /portal/api/link': 'public',
    'POST /portal/api/link/password': 'public',
    'GET /portal/api/oidc/start': 'public',
    'GET /portal/api/oidc/callback': 'public',
    'GET /portal/api/oidc/sign-out': 'public',
    'GET /': 'public',
    'GET /internal/metrics': 'operator',
    'GET /docs': 'public',
    'GET /docs/:file': 'public',
    ...Object.fromEntries(
      ['guides', 'reference', 'errors'].flatMap((section) =>
        [section, `${section}.md`].map((path) => [`GET /docs/${path}`, 'public']),
      ),
    ),
    'GET /docs/:section/:name': 'public',
    'GET /docs/search.json': 'public',
    'GET /llms.txt': 'public',
    'GET /internal/docs': 'public',
    'GET /internal/docs/:file': 'public',
    'GET /health/live': 'public',
    'GET /health/ready': 'public',
  };

  it('registers exactly the documented routes, each with its access decorator', () => {
    expect(registeredRoutes(app)).toEqual(ROUTES);
  });

  it('recognizes the bulk routes before routing, and no others', () => {
    const paths = Object.keys(ROUTES).map((route) => route.replace('GET ', ''));
    const recognized = paths.filter((path) => kindOf(path) === 'bulk');
    expect(recognized).toHaveLength(12);
    expect(recognized.sort()).toEqual(bulkPaths(app).sort());
    for (const path of recognized) expect(kindOf(`${path}/`)).toBe('bulk');
  });

  it('A route without an access decorator is closed to every caller', async () => {
    @Controller('unmarked')
    class UnmarkedController {
      @Get()
      get(): { secret: true } {
        return { secret: true };
      }
    }
    const before = Reflect.getMetadata('controllers', OperationsModule) as unknown[];
    Reflect.defineMetadata('controllers', [...before, UnmarkedController], OperationsModule);
    await using unsafe = await TestApp.start();
    Reflect.defineMetadata('controllers', before, OperationsModule);
    expect(registeredRoutes(unsafe)).toEqual({ ...ROUTES, 'GET /unmarked': 'none' });
    await unsafe.load(aFleet());
    for (const client of [unsafe.anonymous, unsafe.admin('acme'), await unsafe.customer('acme')])
      await client.problem('/unmarked', 404, 'not_found');
  });
});

describe('docs/architecture.md', () => {
  const page = textOf('docs/architecture.md');
  const [, picture = ''] = page.split('```');
  const foldersOf = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();

  it('shows all folders of the service and no others', () => {
    const shown = [...picture.matchAll(/^ {2}([a-z-]+)\/ {2,}/gm)].map(([, name = '']) => name);
    expect(shown.sort()).toEqual(foldersOf('src'));
  });

  it('shows the folders in the order in which they may import from each other', () => {
    const [, layers = ''] = /const LAYERS = \[([^\]]+)\]/.exec(textOf('.dependency-cruiser.cjs')) ?? [];
    const folders = Array.from(layers.matchAll(/'src\/([a-z-]+)'/g), ([, name = '']) => name);
    const shown = Array.from(picture.matchAll(/^ {2}([a-z-]+)\/ {2,}/gm), ([, name]) => name);
    expect(shown).toEqual(folders.reverse());
  });

  it('shows all modules and no others', () => {
    const [, from = ''] = picture.split('modules/');
    const [lines = ''] = from.split('auth/');
    const named = [...lines.matchAll(/^.*?(?:read|manage|people|operate) +(.*)$/gm)].flatMap(
      ([, names = '']) => names.split(/ +/),
    );
    expect(named.sort()).toEqual(foldersOf('src/modules'));
  });

  it('names only existing files', () => {
    const named = [...page.matchAll(/`([a-z/-]+\/[a-z0-9.-]+\.ts)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(5);
    for (const path of named) expect(() => textOf(join('src', path))).not.toThrow();
  });
});

it('docs/contributing/security-invariants.md numbers the invariants, and names only existing files', () => {
  const page = textOf('docs/contributing/security-invariants.md');
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.map((row) => parseInt(row.slice(2), 10))).toEqual(
    Array.from({ length: 42 }, (_, at) => at + 1),
  );
  const named = [...page.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(70);
  for (const path of named) {
    const isOfTests = !/^(?:src|portal)\//.test(path);
    expect(() => textOf(isOfTests ? join('test', path) : path)).not.toThrow();
  }
});

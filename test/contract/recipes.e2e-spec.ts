import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sqliteDriver } from '../../src/database/sqlite/sqlite-driver.js';
import { checksModules } from '../kit/process/checks-package.js';
import { parametersOf, type Document } from '../kit/specification/openapi.js';

jest.setTimeout(240_000);

const ROOT = join(__dirname, '../../..');
const COPIED = [
  ...['src', 'demo', 'portal', 'tools', 'docs/guides', 'docs/reference', 'docs/errors'],
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'ormconfig.ts'],
];

interface Step {
  readonly file: string;
  readonly place: 'after' | 'before' | undefined;
  readonly anchor: string | undefined;
  readonly code: string;
}

let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'recipe-'));
  const filter = (path: string): boolean => basename(path) !== 'node_modules';
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  symlinkSync(checksModules(), join(copy, 'tools/checks/node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function stepsOf(heading: string): Step[] {
  const [, page = ''] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split(`### ${heading}\n`);
  const [section = ''] = page.split(/^##/m);
  const steps = section.matchAll(/^`([^`]+)`, (?:(after|before) `([^`]+)`|a new file)\n\n```ts\n(.*?)```/gms);
  return [...steps].map(([, file = '', place, anchor, code = '']) => ({
    ...{ file, code, place: place as Step['place'] },
    anchor: anchor?.replaceAll(String.raw`\n`, '\n'),
  }));
}

function apply({ file, place, anchor, code }: Step): void {
  const path = join(copy, file);
  if (anchor === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code, { flag: 'wx' });
    return;
  }
  const parts = readFileSync(path, 'utf8').split(anchor);
  expect({ file, anchor, found: parts.length - 1 }).toEqual({ file, anchor, found: 1 });
  const inserted = place === 'after' ? `${anchor}\n${code.trimEnd()}` : `${code.trimEnd()}\n${anchor}`;
  writeFileSync(path, parts.join(inserted));
}

const run = (command: string, args: readonly string[], input?: string): string =>
  execFileSync(command, args, { cwd: copy, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
const tsc = (...args: readonly string[]): string => run(join(ROOT, 'node_modules/.bin/tsc'), args);
const build = (): string => tsc('--project', 'tsconfig.build.json');

function document(): Document {
  run(process.execPath, ['dist/src/openapi.js']);
  return JSON.parse(readFileSync(join(copy, 'openapi.json'), 'utf8')) as Document;
}

it('"Add a field" leads to a field that is imported, stored and documented', () => {
  const steps = stepsOf('Add a field');
  expect(steps).toHaveLength(5);
  steps.forEach(apply);
  build();
  const { schemas } = document().components;
  expect(schemas.DeviceListItem?.properties).toHaveProperty('serial_number');
  expect(schemas.DeviceDetail?.properties).toHaveProperty('serial_number');
  const device = { enterprise_id: 'acme', id: 'tablet-1', serial_number: 'R5CT30ABCDE' };
  writeFileSync(join(copy, 'enterprises.ndjson'), JSON.stringify({ id: 'acme', name: 'Acme' }));
  writeFileSync(join(copy, 'devices.ndjson'), JSON.stringify(device));
  run(process.execPath, ['dist/src/cli.js', 'import', '.']);
  const database = new (sqliteDriver())(join(copy, 'data/device-api.sqlite'), { readonly: true });
  expect(database.prepare('SELECT serial_number FROM devices').all()).toEqual([
    { serial_number: 'R5CT30ABCDE' },
  ]);
  database.close();
});

it('"Add a scope with a route" leads to a route that requires it, and the portal does not compile without its texts', () => {
  const steps = stepsOf('Add a scope with a route');
  const portal = steps.filter(({ file }) => file.startsWith('portal'));
  const service = steps.filter((step) => !portal.includes(step));
  expect([service.length, portal.length]).toEqual([10, 3]);
  service.forEach(apply);
  build();
  const generated = document();
  const route = generated.paths['/api/v1/device-battery/id/{id}']!.get!;
  expect(route['x-required-scope']).toBe('device:GetBattery');
  const parameters = parametersOf(generated, route).map(({ name }) => name);
  expect(parameters).toEqual(expect.arrayContaining(['id', 'fields', 'format']));
  const internal = run(process.execPath, ['dist/src/openapi.js', '--internal']);
  run(process.execPath, ['tools/checks/portal-types.mjs'], internal);
  expect(() => tsc('--noEmit', '--project', 'portal')).toThrow();
  portal.forEach(apply);
  tsc('--noEmit', '--project', 'portal');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load-config.js';
import { ERROR_KINDS } from '../../src/http/errors/api-error.js';
import { createTestApp } from '../kit/app/create-test-app.js';
import { OBJECTS, TABLES, type FieldTable } from '../kit/specification/field-tables.js';
import { registeredRoutes } from '../kit/specification/registered-routes.js';
import { PATH_FORMS } from '../kit/specification/specification.js';

const PAGE = readFileSync(join(__dirname, '../../../docs/contract.md'), 'utf8');

/** The line between the head of a table and its rows. */
const isRule = (line = ''): boolean => line.startsWith('|-');

/** The rows of all tables below a heading of the page, cell by cell. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = PAGE.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [own = ''] = section.split(/^#/m);
  const lines = own.split('\n').filter((line) => line.startsWith('|'));
  const rows = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.filter((_cells, at) => !isRule(lines[at]) && !isRule(lines[at + 1]));
}

/** What stands in code marks in a text. */
const codesIn = (text = ''): string[] => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** A table of fields as the page has it, without the rows whose note begins as said. */
function fieldsUnder(heading: string, unless = 'never'): Map<string, unknown> {
  const rows = rowsUnder(heading).filter((cells) => cells.length === 3 && !cells[2]!.startsWith(unless));
  return new Map(rows.map(([name, kind = '']) => [codesIn(name)[0]!, kind]));
}

const withoutInnerTables = (table: FieldTable): Map<string, unknown> =>
  new Map(Object.entries(table).map(([name, rule]) => [name, typeof rule === 'string' ? rule : 'object']));

describe('docs/contract.md has', () => {
  it.each([
    ['Data usage record', TABLES.datausage],
    ['Screen time record', TABLES.screentime],
    ['Application record', TABLES.application],
    ['Location record, one device', TABLES.location],
    ['Location record, bulk', TABLES.bulkLocation],
  ])('the fields of: %s', (heading, table) => {
    expect(fieldsUnder(heading)).toEqual(withoutInnerTables(table));
  });

  it('the fields of a device in the list and in the detail', () => {
    expect(fieldsUnder('Device', 'in detail only')).toEqual(withoutInnerTables(TABLES.listItem));
    expect(fieldsUnder('Device', 'in list items only')).toEqual(withoutInnerTables(TABLES.detail));
  });

  it('the fields of the objects inside a device', () => {
    const rows = rowsUnder('Device').filter((cells) => cells.length === 2);
    const shown = new Map(rows.map(([name, fields]) => [codesIn(name)[0], codesIn(fields)]));
    const tables = {
      manifest: OBJECTS.manifest,
      last_location: OBJECTS.lastLocation,
      device_info: OBJECTS.detailInfo,
    };
    for (const [name, table] of Object.entries({ ...tables, ...OBJECTS.detailInfo })) {
      if (typeof table === 'object')
        expect(shown.get(name)).toEqual(expect.arrayContaining(Object.keys(table)));
    }
  });

  it('every path form with its scope', () => {
    const rows = [...rowsUnder('1.3 Endpoints'), ...rowsUnder('2.10 The fleet in one call, days, fields')];
    const shown = rows.map(([scope, path]) => [...codesIn(scope), ...codesIn(path)]);
    expect(shown).toEqual(PATH_FORMS.map(({ scope, path }) => [scope, path]));
  });

  it('every setting that is read, and no other', () => {
    const read = new Set<string>();
    const spy = new Proxy<Record<string, string>>({}, { get: (_env, name) => void read.add(String(name)) });
    loadConfig(spy);
    const shown = rowsUnder('2.2 Settings').flatMap(([names]) => codesIn(names));
    expect(shown.sort()).toEqual([...read].sort());
  });

  it('every kind of error with its status', () => {
    const shown = rowsUnder('2.6 Errors').map(([, status, code]) => [...codesIn(code), Number(status)]);
    const kinds = Object.entries(ERROR_KINDS).map(([code, { status }]) => [code, status]);
    expect(shown.sort()).toEqual(kinds.sort());
  });

  it('every internal route', async () => {
    const app = await createTestApp();
    const shown = rowsUnder('2.8 Internal routes').flatMap(([route]) => codesIn(route));
    const internal = Object.keys(registeredRoutes(app)).filter((route) => route.includes(' /internal/v1/'));
    await app.close();
    expect(shown.sort()).toEqual(internal.sort());
  });
});

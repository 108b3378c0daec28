import fc from 'fast-check';
import type { ExportRecord } from '../app/builders.js';
import { TABLES, type FieldTable } from './field-tables.js';
import { anExport } from './random-export.js';

/** The names in a table, those of inner objects behind the name of the object. */
const namesOf = (table: FieldTable): string[] =>
  Object.entries(table).flatMap(([name, rule]) =>
    typeof rule === 'string' ? [name] : [name, ...namesOf(rule).map((inner) => `${name}.${inner}`)],
  );

/** The same of a record, without what is null. */
const filledIn = (record: object): string[] =>
  Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (value === null) return [];
    return typeof value === 'object' ? [name, ...filledIn(value).map((inner) => `${name}.${inner}`)] : [name];
  });

it('random exports give a value to every field of the tables', () => {
  const exports = fc.sample(
    anExport(() => ''),
    { numRuns: 100, seed: 1 },
  );
  const missing = (kind: keyof (typeof exports)[number], table: FieldTable): string[] => {
    const records: readonly ExportRecord[] = exports.flatMap((all) => all[kind]);
    const filled = new Set(records.flatMap(filledIn));
    return namesOf(table).filter((name) => !filled.has(name));
  };
  expect(missing('devices', { ...TABLES.listItem, ...TABLES.detail })).toEqual([]);
  expect(missing('datausage', TABLES.datausage)).toEqual([]);
  expect(missing('screentime', TABLES.screentime)).toEqual([]);
  expect(missing('applications', TABLES.application)).toEqual([]);
  expect(missing('locations', { ...TABLES.location, ...TABLES.bulkLocation })).toEqual([]);
});

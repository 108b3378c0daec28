import { LEAST_RECORDS } from '../../../test/importer/least-records.js';
import { fieldsOf, type Field } from '../../answers/fields/fields.js';
import { RECORD_KINDS, RECORDS, type RecordKind } from './record-kinds.js';
import { shapeOf } from './record-parser.js';

type Json = Record<string, unknown>;

function reasonForWhole(kind: RecordKind, record: unknown): string {
  try {
    shapeOf(kind).read(record);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

const reasonFor = (kind: RecordKind, more: Json): string =>
  reasonForWhole(kind, { ...LEAST_RECORDS[kind], ...more });

/** `device_info` -> `{ device_info: ... }` around a value, for a path of any depth. */
const at = (path: string, value: unknown): Json =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Json;

interface Place {
  readonly kind: RecordKind;
  readonly path: string;
  readonly field: Field;
}

function placesIn(kind: RecordKind, type: new () => object, prefix = ''): Place[] {
  return fieldsOf(type).flatMap((field) => {
    const path = prefix + field.name;
    return [{ kind, path, field }, ...(field.type ? placesIn(kind, field.type(), `${path}.`) : [])];
  });
}

/** Every field that a line may hold, inner ones included. */
const PLACES = RECORD_KINDS.flatMap((kind) => RECORDS[kind].fieldsOf.flatMap((type) => placesIn(kind, type)));

/** For each kind of field what it refuses and how it says so. */
const WRONG: Readonly<Record<Field['kind'], readonly [unknown, RegExp][]>> = {
  text: [
    [5, /should be a string$/],
    [true, /should be a string$/],
    [{}, /should be a string$/],
    [['a'], /should be a string$/],
    ['\ud83d', /holds half of a surrogate pair$/],
    ['a\ude00b', /holds half of a surrogate pair$/],
  ],
  integer: [
    ['5', /should be an integer$/],
    [1.5, /should be an integer$/],
    [true, /should be an integer$/],
    [[1], /should be an integer$/],
    [9_007_199_254_740_992, /beyond 2\^53-1/],
    [-9_007_199_254_740_992, /beyond 2\^53-1/],
    [Infinity, /should be an integer$/],
  ],
  decimal: [
    ['1.5', /should be a number$/],
    [false, /should be a number$/],
    [{}, /should be a number$/],
    [Infinity, /should be a number$/],
  ],
  boolean: [
    ['true', /should be a boolean$/],
    [1, /should be a boolean$/],
    [{}, /should be a boolean$/],
  ],
  time: [
    [1_774_771_200_000, /should be a timestamp/],
    ['yesterday', /should be a timestamp/],
    ['2026-02-30T00:00:00Z', /should be a timestamp/],
    [{}, /should be a timestamp/],
    ['0000-01-01T00:00:00Z', /outside the years/],
    ['9999-12-31T00:00:01Z', /outside the years/],
  ],
  object: [
    ['{}', /should be an object$/],
    [[], /should be an object$/],
    [5, /should be an object$/],
  ],
  list: [
    [{}, /should be an array$/],
    ['[]', /should be an array$/],
    [['\ud83d'], /holds half of a surrogate pair$/],
    [[{ '\ud83d': 1 }], /holds half of a surrogate pair$/],
    [[12_345_678_901_234_567_890], /cannot be kept exactly$/],
    [JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`), /nested too deeply$/],
  ],
  enterprise: [
    [5, /should be a string$/],
    ['', /missing$/],
  ],
  device: [
    [5, /should be a string$/],
    ['', /missing$/],
  ],
};

describe('the shape of a record', () => {
  const cases = PLACES.flatMap(({ kind, path, field }) =>
    WRONG[field.kind].map(([value, reason]) => ({ kind, path, value, reason })),
  );

  it('covers every field', () => {
    expect(PLACES.length).toBeGreaterThan(100);
  });

  it.each(RECORD_KINDS)('refuses a wrong type in any field of %s and names it', (kind) => {
    for (const { path, value, reason } of cases.filter((one) => one.kind === kind)) {
      const said = reasonFor(kind, at(path, value));
      expect([path, value, said]).toEqual([path, value, expect.stringMatching(reason)]);
      expect(said.startsWith(`${path}: `)).toBe(true);
    }
  });

  it.each(RECORD_KINDS)('refuses what is no object for %s', (kind) => {
    for (const value of ['text', 5, null, true, [], [{}]])
      expect(reasonForWhole(kind, value)).toBe('the record: should be an object');
  });

  it.each(
    RECORD_KINDS.flatMap((kind) => Object.keys(LEAST_RECORDS[kind]).map((name) => [kind, name] as const)),
  )('insists, for %s, on %s', (kind, name) => {
    for (const value of [undefined, null, ''])
      expect(reasonFor(kind, { [name]: value })).toBe(`${name}: missing`);
  });

  it('takes the spelling of names for what it is', () => {
    expect(reasonFor('applications', { ID: undefined, id: 5 })).toBe('ID: missing');
  });
});

describe('the length of a text', () => {
  it('is counted in characters where the column counts them', () => {
    expect(reasonFor('devices', { id: '😀'.repeat(255) })).toBe('accepted');
    expect(reasonFor('locations', { provider: 'ü'.repeat(500) })).toBe('accepted');
    for (const [kind, name, most] of [
      ['devices', 'id', 255],
      ['devices', 'enterprise_id', 255],
      ['locations', 'device_id', 255],
      ['locations', 'provider', 500],
      ['enterprises', 'name', 500],
    ] as const)
      expect(reasonFor(kind, { [name]: '😀'.repeat(most + 1) })).toBe(
        `${name}: longer than ${most} characters`,
      );
  });

  it('is counted in bytes where the column counts those, of an inner object as a whole', () => {
    for (const [record, reason] of [
      [{ token: 't'.repeat(65_535) }, 'accepted'],
      [{ token: 't'.repeat(65_536) }, 'token: longer than 65535 bytes'],
      [{ token: 'ü'.repeat(32_768) }, 'token: longer than 65535 bytes'],
      [{ manifest: { eula_url: 'u'.repeat(65_000) } }, 'accepted'],
      [{ manifest: { eula_url: 'u'.repeat(65_535) } }, 'manifest: longer than 65535 bytes'],
      [{ device_info: { certificate: ['c'.repeat(70_000)] } }, 'device_info: longer than 65535 bytes'],
    ] as const)
      expect(reasonFor('devices', record)).toBe(reason);
  });
});

describe('the time zone of an enterprise', () => {
  it.each(['Mars/Olympus', 'Berlin', '+02:00', ' UTC', 'UTC,'])('may not be "%s"', (time_zone) => {
    expect(reasonFor('enterprises', { time_zone })).toMatch(/^time_zone: should be an IANA time zone/);
  });
});

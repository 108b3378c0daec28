import { fieldsOf, type Field } from '../../streaming/fields/fields.js';
import type { Value } from '../../database/rows/reader.js';
import { RECORD_KINDS, RECORDS, type RecordKind } from './record-kinds.js';
import { columnOptions, recordParser } from './record-parser.js';

const LEAST_RECORDS: Readonly<Record<RecordKind, object>> = {
  enterprises: { id: 'e' },
  devices: { id: 'd', enterprise_id: 'e' },
  datausage: { id: 1, enterprise_id: 'e', device_id: 'd' },
  screentime: { id: 1, enterprise_id: 'e', device_id: 'd' },
  applications: { ID: 1, enterprise_id: 'e', device_id: 'd' },
  locations: { id: 1, enterprise_id: 'e', device_id: 'd' },
};

type Json = Record<string, unknown>;

function reasonForWhole(kind: RecordKind, record: unknown): string {
  try {
    recordParser(kind).parse(record);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

const reasonFor = (kind: RecordKind, more: Json): string =>
  reasonForWhole(kind, { ...LEAST_RECORDS[kind], ...more });

function stored(kind: RecordKind, more: Json): Record<string, Value | undefined> {
  const parser = recordParser(kind);
  const { row } = parser.parse({ ...LEAST_RECORDS[kind], ...more });
  return Object.fromEntries(parser.columns.map((column, at) => [column, row[at]]));
}

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

const PLACES = RECORD_KINDS.flatMap((kind) => RECORDS[kind].dtos.flatMap((type) => placesIn(kind, type)));

const WRONG: Readonly<Record<Field['kind'], readonly [unknown, RegExp][]>> = {
  text: [
    [5, /must be a string$/],
    [true, /must be a string$/],
    [{}, /must be a string$/],
    [['a'], /must be a string$/],
    ['\ud83d', /contains half of a surrogate pair$/],
    ['a\ude00b', /contains half of a surrogate pair$/],
  ],
  integer: [
    ['5', /must be an integer$/],
    [1.5, /must be an integer$/],
    [true, /must be an integer$/],
    [[1], /must be an integer$/],
    [9_007_199_254_740_992, /must be from -\(2\^53-1\) to/],
    [-9_007_199_254_740_992, /must be from -\(2\^53-1\) to/],
    [Infinity, /must be an integer$/],
  ],
  decimal: [
    ['1.5', /must be a number$/],
    [false, /must be a number$/],
    [{}, /must be a number$/],
    [Infinity, /must be a number$/],
  ],
  boolean: [
    ['true', /must be a boolean$/],
    [1, /must be a boolean$/],
    [{}, /must be a boolean$/],
  ],
  time: [
    [1_774_771_200_000, /must be a timestamp/],
    ['yesterday', /must be a timestamp/],
    ['2026-02-30T00:00:00Z', /must be a timestamp/],
    [{}, /must be a timestamp/],
    ['0000-01-01T00:00:00Z', /outside the years/],
    ['9999-12-31T00:00:01Z', /outside the years/],
  ],
  day: [], // the importer reads only the time
  object: [
    ['{}', /must be an object$/],
    [[], /must be an object$/],
    [5, /must be an object$/],
  ],
  list: [
    [{}, /must be an array$/],
    ['[]', /must be an array$/],
    [['\ud83d'], /contains half of a surrogate pair$/],
    [[{ '\ud83d': 1 }], /contains half of a surrogate pair$/],
    [[12_345_678_901_234_567_890], /cannot be stored exactly$/],
    [JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`), /nested too deeply$/],
  ],
  enterprise: [
    [5, /must be a string$/],
    ['', /missing$/],
  ],
  device: [
    [5, /must be a string$/],
    ['', /missing$/],
  ],
};

/** Columns that the service fills itself. */
const OWN_COLUMNS = ['key', 'last_device_key', 'change_number', 'second_factor_required', 'data_pages'];

describe('the columns of a record', () => {
  it.each(RECORD_KINDS)('are all columns of the table of %s', (kind) => {
    const filled = [...recordParser(kind).columns, ...OWN_COLUMNS];
    const options = columnOptions(RECORDS[kind].entity);
    expect([...options.keys()].filter((column) => !filled.includes(column))).toEqual([]);
    expect(recordParser(kind).columns.filter((column) => !options.has(column))).toEqual([]);
  });
});

describe('the shape of a record', () => {
  const cases = PLACES.flatMap(({ kind, path, field }) =>
    WRONG[field.kind].map(([value, reason]) => ({ kind, path, value, reason })),
  );

  it('covers every field', () => {
    expect(PLACES.length).toBeGreaterThan(100);
  });

  it.each(RECORD_KINDS)('refuses a wrong type in any field of %s, and names the field', (kind) => {
    for (const { path, value, reason } of cases.filter((one) => one.kind === kind)) {
      const said = reasonFor(kind, at(path, value));
      expect([path, value, said]).toEqual([path, value, expect.stringMatching(reason)]);
      expect(said.startsWith(`${path}: `)).toBe(true);
    }
  });

  it.each(RECORD_KINDS)('refuses a value that is no object for %s', (kind) => {
    for (const value of ['text', 5, null, true, [], [{}]])
      expect(reasonForWhole(kind, value)).toBe('the record: must be an object');
  });

  it.each(
    RECORD_KINDS.flatMap((kind) => Object.keys(LEAST_RECORDS[kind]).map((name) => [kind, name] as const)),
  )('requires, for %s, %s', (kind, name) => {
    for (const value of [undefined, null, ''])
      expect(reasonFor(kind, { [name]: value })).toBe(`${name}: missing`);
  });

  it('is case-sensitive for names', () => {
    expect(reasonFor('applications', { ID: undefined, id: 5 })).toBe('ID: missing');
  });
});

describe('the length of a text', () => {
  it('is counted in characters if the column counts characters', () => {
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

  it('is counted in bytes if the column counts bytes, for an inner object as a whole', () => {
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
  it.each(['Mars/Olympus', 'Berlin', '+02:00', ' UTC', 'UTC,'])('cannot be "%s"', (time_zone) => {
    expect(reasonFor('enterprises', { time_zone })).toMatch(/^time_zone: must be an IANA time zone/);
  });

  it('has the case of the IANA database', () => {
    expect(stored('enterprises', { time_zone: 'europe/BERLIN' }).time_zone).toBe('Europe/Berlin');
  });

  it('is UTC if it is null or empty', () => {
    for (const time_zone of [null, '']) expect(stored('enterprises', { time_zone }).time_zone).toBe('UTC');
  });
});

describe('the range of a value', () => {
  it.each<[RecordKind, string, unknown, string]>([
    ['locations', 'lat', 90.000001, 'must be from -90 to 90'],
    ['locations', 'lat', -91, 'must be from -90 to 90'],
    ['locations', 'lng', 180.5, 'must be from -180 to 180'],
    ['locations', 'lng', -1e300, 'must be from -180 to 180'],
    ['devices', 'last_location.lng', 180.5, 'must be from -180 to 180'],
    ['enterprises', 'retention_days', 0, 'must be from 1 to 36600'],
    ['enterprises', 'retention_days', -1, 'must be from 1 to 36600'],
    ['enterprises', 'retention_days', 36_601, 'must be from 1 to 36600'],
  ])('of %s does not have %s: %s', (kind, path, value, reason) => {
    expect(reasonFor(kind, at(path, value))).toBe(`${path}: ${reason}`);
  });

  it('has its edges', () => {
    for (const [lat, lng] of [
      [90, -180],
      [-90, 180],
    ]) {
      expect(stored('locations', { lat, lng })).toMatchObject({ lat, lng });
      expect(reasonFor('devices', { last_location: { lat, lng } })).toBe('accepted');
    }
  });
});

describe('the identifier of an enterprise', () => {
  it.each([' acme', 'acme ', 'ac\tme', 'acme\u007f', 'ac\nme', 'acme\u0000', '\u00a0acme', 'ac\u0085me'])(
    'cannot be %j, which is no valid header value',
    (id) => {
      const reason = 'id: must not contain control characters, or begin or end with spaces';
      expect(reasonFor('enterprises', { id })).toBe(reason);
    },
  );

  it.each(['ac me', 'Süd-Ost', 'हिमाल', '🚚'])('can be %s', (id) => {
    expect(stored('enterprises', { id }).id).toBe(id);
  });
});

describe('a line that deletes a record', () => {
  it.each(RECORD_KINDS.filter((kind) => kind !== 'enterprises'))(
    'of %s requires the identifying fields, and a boolean',
    (kind) => {
      for (const name of Object.keys(LEAST_RECORDS[kind]))
        expect(reasonFor(kind, { [name]: null, deleted: true })).toBe(`${name}: missing`);
      for (const deleted of ['true', 1, {}])
        expect(reasonFor(kind, { deleted })).toBe('deleted: must be a boolean');
    },
  );

  it('cannot be of an enterprise', () => {
    const reason = 'deleted: must not be true for an enterprise; erase it with "cli erase"';
    expect(reasonFor('enterprises', { deleted: true })).toBe(reason);
  });
});

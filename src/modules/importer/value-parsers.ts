import { fieldsOf, type Field, type NumberRange } from '../../streaming/fields/fields.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { FIRST_INSTANT, LAST_INSTANT, parseTimestamp } from '../../time/read-time.js';

/** Why a record cannot be loaded. */
export class InvalidRecord extends Error {}

/** Checks a value of a record and converts it to what is stored. Throws an InvalidRecord. */
export type Parse<T = unknown> = (value: unknown) => T;

export interface TextLimit {
  readonly most: number;
  readonly unit: 'characters' | 'bytes';
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** Node refuses requests whose headers contain control characters, and receivers trim header values. */
const UNFIT_FOR_HEADER = /\p{Cc}|^\s|\s$/u;
const ANY: NumberRange = [-Infinity, Infinity];
/** Deeper lists would overflow the stack of JSON.stringify. */
const MAX_DEPTH = 100;

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

export const required =
  <T>(path: string, parse: Parse<T>): Parse<T> =>
  (value) => {
    if (isAbsent(value) || value === '') throw new InvalidRecord(`${path}: missing`);
    return parse(value);
  };

export function textParser(path: string, limit?: TextLimit): Parse<string> {
  return (value) => {
    if (isAbsent(value)) return '';
    if (typeof value !== 'string') throw new InvalidRecord(`${path}: should be a string`);
    if (LONE_SURROGATE.test(value)) throw new InvalidRecord(`${path}: holds half of a surrogate pair`);
    return limit ? withinLimit(value, path, limit) : value;
  };
}

export function headerTextParser(path: string, limit: TextLimit): Parse<string> {
  const parseText = textParser(path, limit);
  return (value) => {
    const text = parseText(value);
    if (UNFIT_FOR_HEADER.test(text))
      throw new InvalidRecord(`${path}: must not contain control characters, or begin or end with spaces`);
    return text;
  };
}

export function zoneParser(path: string, limit: TextLimit): Parse<string> {
  const parseText = textParser(path, limit);
  return (value) => {
    const name = parseText(value) || 'UTC';
    if (!ZonedTime.isZone(name))
      throw new InvalidRecord(`${path}: should be an IANA time zone such as Europe/Berlin`);
    return name;
  };
}

export function integerParser(path: string, range = ANY): Parse<number | null> {
  return (value) => {
    if (isAbsent(value)) return null;
    if (!Number.isInteger(value)) throw new InvalidRecord(`${path}: should be an integer`);
    if (!Number.isSafeInteger(value)) throw new InvalidRecord(`${path}: beyond 2^53-1, not exact`);
    return withinRange(value as number, path, range);
  };
}

export function decimalParser(path: string, range = ANY): Parse<number | null> {
  return (value) => {
    if (isAbsent(value)) return null;
    // JSON.parse returns Infinity for a number that is too large
    if (!Number.isFinite(value)) throw new InvalidRecord(`${path}: should be a number`);
    return withinRange(value as number, path, range);
  };
}

export function flagParser(path: string): Parse<boolean | null> {
  return (value) => {
    if (isAbsent(value)) return null;
    if (typeof value !== 'boolean') throw new InvalidRecord(`${path}: should be a boolean`);
    return value;
  };
}

/** Returns `none` for an absent or empty timestamp. */
export function timeParser(path: string, none: number | null): Parse<number | null> {
  return (value) => {
    if (isAbsent(value) || value === '') return none;
    const instant = typeof value === 'string' ? parseTimestamp(value) : undefined;
    if (instant === undefined)
      throw new InvalidRecord(`${path}: should be a timestamp such as 2026-03-29T08:15:30.000+02:00`);
    if (instant < FIRST_INSTANT || instant > LAST_INSTANT)
      throw new InvalidRecord(`${path}: outside the years 0000 to 9999`);
    return instant;
  };
}

/** Returns the JSON of the parsed value; null stays null. */
export function jsonParser(path: string, parse: Parse, limit: TextLimit): Parse<string | null> {
  return (value) => {
    const parsed = parse(value);
    return parsed === null ? null : withinLimit(JSON.stringify(parsed), path, limit);
  };
}

/** Parses a member of an object that is stored as JSON: the documented fields in their order, and no others. */
export function memberParser(field: Field, path: string): Parse {
  switch (field.kind) {
    case 'text':
      return textParser(path);
    case 'integer':
      return integerParser(path);
    case 'decimal':
      return decimalParser(path, field.range);
    case 'boolean':
      return flagParser(path);
    case 'list':
      return listParser(path);
    case 'object':
      return objectParser(field, path);
    default:
      throw new Error(`${path}: a stored object cannot contain what depends on the request`);
  }
}

function objectParser({ type, nullable, optional }: Field, path: string): Parse {
  const members = (type ? fieldsOf(type()) : []).map(
    (field) => [field.name, memberParser(field, `${path}.${field.name}`)] as const,
  );
  return (value) => {
    if (isAbsent(value) && nullable) return null;
    if (isAbsent(value) && optional) return undefined; // JSON.stringify omits it
    const given = asObject(value ?? {}, path);
    const object: Record<string, unknown> = {};
    for (const [name, parse] of members) object[name] = parse(given[name]);
    return object;
  };
}

export function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidRecord(`${path}: should be an object`);
  return value as Record<string, unknown>;
}

function listParser(path: string): Parse<unknown[]> {
  return (value) => {
    if (isAbsent(value)) return [];
    if (!Array.isArray(value)) throw new InvalidRecord(`${path}: should be an array`);
    checkItems(value, path, 1);
    return value as unknown[];
  };
}

/** Items of a list may be anything that the database returns unchanged. */
function checkItems(value: unknown, path: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new InvalidRecord(`${path}: nested too deeply`);
  if (typeof value === 'string') textParser(path)(value);
  else if (typeof value === 'number') {
    if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return;
    throw new InvalidRecord(`${path}: holds a number that cannot be kept exactly`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      textParser(path)(key);
      checkItems(item, path, depth + 1);
    }
  }
}

function withinRange(value: number, path: string, [least, greatest]: NumberRange): number {
  if (value < least || value > greatest)
    throw new InvalidRecord(`${path}: should be from ${least} to ${greatest}`);
  return value;
}

function withinLimit(text: string, path: string, { most, unit }: TextLimit): string {
  // a UTF-16 unit is at most one character and at most three bytes: most texts need no counting
  if (text.length * (unit === 'bytes' ? 3 : 1) <= most) return text;
  const length = unit === 'bytes' ? Buffer.byteLength(text) : Array.from(text).length;
  if (length > most) throw new InvalidRecord(`${path}: longer than ${most} ${unit}`);
  return text;
}

import { fieldsOf, type Field, type NumberRange } from '../../answers/fields/fields.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { FIRST_INSTANT, LAST_INSTANT, parseTimestamp } from '../../time/read-time.js';

/** Says why a record cannot be loaded. */
export class BadRecord extends Error {}

/** Checks a value of a record and makes of it what is stored. Absent is undefined or null. */
export type Read<T = unknown> = (value: unknown) => T;

/** How long a text may be. */
export interface TextLimit {
  readonly most: number;
  readonly unit: 'characters' | 'bytes';
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** Node refuses requests whose headers hold control characters, and every receiver strips what stands around a value. */
const UNFIT_FOR_HEADER = /\p{Cc}|^\s|\s$/u;
const ANY: NumberRange = [-Infinity, Infinity];
/** Deeper lists would overflow the stack of JSON.stringify. */
const DEEPEST = 100;

export function textReader(path: string, limit?: TextLimit): Read<string> {
  return (value) => {
    if (value === undefined || value === null) return '';
    if (typeof value !== 'string') throw new BadRecord(`${path}: should be a string`);
    if (LONE_SURROGATE.test(value)) throw new BadRecord(`${path}: holds half of a surrogate pair`);
    return limit ? withinLimit(value, path, limit) : value;
  };
}

export function headerTextReader(path: string, limit: TextLimit): Read<string> {
  const readText = textReader(path, limit);
  return (value) => {
    const text = readText(value);
    if (UNFIT_FOR_HEADER.test(text))
      throw new BadRecord(`${path}: no header can name it: control characters, or spaces at an end`);
    return text;
  };
}

export function integerReader(path: string, [least, greatest]: NumberRange = ANY): Read<number | null> {
  return (value) => {
    if (value === undefined || value === null) return null;
    if (!isInteger(value)) throw new BadRecord(`${path}: should be an integer`);
    if (!Number.isSafeInteger(value)) throw new BadRecord(`${path}: beyond 2^53-1, not exact`);
    if (value < least || value > greatest)
      throw new BadRecord(`${path}: should be from ${least} to ${greatest}`);
    return value;
  };
}

const isInteger = (value: unknown): value is number => Number.isInteger(value);

export function decimalReader(path: string, [least, greatest]: NumberRange = ANY): Read<number | null> {
  return (value) => {
    if (value === undefined || value === null) return null;
    // JSON.parse makes Infinity of a number that is too large
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new BadRecord(`${path}: should be a number`);
    if (value < least || value > greatest)
      throw new BadRecord(`${path}: should be from ${least} to ${greatest}`);
    return value;
  };
}

export function flagReader(path: string): Read<boolean | null> {
  return (value) => {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'boolean') throw new BadRecord(`${path}: should be a boolean`);
    return value;
  };
}

/** `none` is what stands for an absent or empty timestamp. */
export function timeReader(path: string, none: number | null): Read<number | null> {
  return (value) => {
    if (value === undefined || value === null || value === '') return none;
    const instant = typeof value === 'string' ? parseTimestamp(value) : undefined;
    if (instant === undefined) {
      throw new BadRecord(`${path}: should be a timestamp such as 2026-03-29T08:15:30.000+02:00`);
    }
    if (instant < FIRST_INSTANT || instant > LAST_INSTANT)
      throw new BadRecord(`${path}: outside the years 0000 to 9999`);
    return instant;
  };
}

export function zoneReader(path: string, limit: TextLimit): Read<string> {
  const readText = textReader(path, limit);
  return (value) => {
    const name = readText(value) || 'UTC';
    if (!ZonedTime.isZone(name))
      throw new BadRecord(`${path}: should be an IANA time zone such as Europe/Berlin`);
    return name;
  };
}

export function required<T>(path: string, read: Read<T>): Read<T> {
  return (value) => {
    if (value === undefined || value === null || value === '') throw new BadRecord(`${path}: missing`);
    return read(value);
  };
}

/** Stored text of what `read` makes of a value; null stays null. */
export function jsonReader(path: string, read: Read, limit: TextLimit): Read<string | null> {
  return (value) => {
    const checked = read(value);
    return checked === null ? null : withinLimit(JSON.stringify(checked), path, limit);
  };
}

/** What stands inside an object that is stored as JSON: the documented fields in their order, none besides. */
export function memberReader(field: Field, path: string): Read {
  switch (field.kind) {
    case 'text':
      return textReader(path);
    case 'integer':
      return integerReader(path);
    case 'decimal':
      return decimalReader(path, field.range);
    case 'boolean':
      return flagReader(path);
    case 'list':
      return listReader(path);
    case 'object':
      return objectReader(field, path);
    case 'time':
    case 'enterprise':
    case 'device':
      throw new Error(`${path}: a stored object cannot hold what depends on the request`);
  }
}

function objectReader({ type, nullable, optional }: Field, path: string): Read {
  const members = (type ? fieldsOf(type()) : []).map(
    (field) => [field.name, memberReader(field, `${path}.${field.name}`)] as const,
  );
  return (value) => {
    if (value === undefined || value === null) {
      if (nullable) return null;
      if (optional) return undefined; // JSON.stringify leaves it out
    }
    const given = asObject(value ?? {}, path);
    const object: Record<string, unknown> = {};
    for (const [name, read] of members) object[name] = read(given[name]);
    return object;
  };
}

export function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRecord(`${path}: should be an object`);
  return value as Record<string, unknown>;
}

function listReader(path: string): Read<unknown[]> {
  return (value) => {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw new BadRecord(`${path}: should be an array`);
    checkItems(value, path, 1);
    return value as unknown[];
  };
}

/** Items of a list may be anything that comes out of the database as it went in. */
function checkItems(value: unknown, path: string, depth: number): void {
  if (depth > DEEPEST) throw new BadRecord(`${path}: nested too deeply`);
  if (typeof value === 'string') textReader(path)(value);
  else if (typeof value === 'number') {
    if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return;
    throw new BadRecord(`${path}: holds a number that cannot be kept exactly`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      textReader(path)(key);
      checkItems(item, path, depth + 1);
    }
  }
}

function withinLimit(text: string, path: string, { most, unit }: TextLimit): string {
  // a UTF-16 unit is at most one character and at most three bytes: most texts need no counting
  if (text.length * (unit === 'bytes' ? 3 : 1) <= most) return text;
  const length = unit === 'bytes' ? Buffer.byteLength(text) : Array.from(text).length;
  if (length > most) throw new BadRecord(`${path}: longer than ${most} ${unit}`);
  return text;
}

import { getMetadataArgsStorage, type ColumnOptions } from 'typeorm';
import { fieldsOf, type Class, type Field, type NumberRange } from '../../streaming/fields/fields.js';
import type { Upsert } from '../../database/engine/engine.js';
import { RECORD_TABLES } from '../../database/record-tables.js';
import type { Value } from '../../database/rows/reader.js';
import { ID_LENGTH, NO_TIME, TEXT_BYTES, snakeCase } from '../../database/schema/columns.js';
import { isOfDevice, RECORDS, type RecordDefinition, type RecordKind } from './record-kinds.js';
import { ZonedTime, FIRST_INSTANT, LAST_INSTANT, parseTimestamp } from '../../time/zoned-time.js';

export class InvalidRecord extends Error {
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
  }
}

/** Throws an `InvalidRecord` with the path of the value. */
type Parse<T = unknown> = (value: unknown, path: string) => T;

interface TextLimit {
  readonly most: number;
  readonly unit: 'characters' | 'bytes';
}

/** Node rejects requests with control characters in headers, and receivers trim header values. */
const UNFIT_FOR_HEADER = /\p{Cc}|^\s|\s$/u;
const ANY: NumberRange = [-Infinity, Infinity];
/** Prevents a stack overflow in JSON.stringify. */
const MAX_DEPTH = 100;

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

const required =
  <T>(parse: Parse<T>): Parse<T> =>
  (value, path) => {
    if (isAbsent(value) || value === '') throw new InvalidRecord(path, 'missing');
    return parse(value, path);
  };

function parseText(value: unknown, path: string): string {
  if (isAbsent(value)) return '';
  if (typeof value !== 'string') throw new InvalidRecord(path, 'must be a string');
  if (!value.isWellFormed()) throw new InvalidRecord(path, 'contains half of a surrogate pair');
  return value;
}

function parseInteger(value: unknown, path: string, range?: NumberRange): number | null {
  if (isAbsent(value)) return null;
  if (!Number.isInteger(value)) throw new InvalidRecord(path, 'must be an integer');
  if (!Number.isSafeInteger(value)) throw new InvalidRecord(path, 'must be from -(2^53-1) to 2^53-1');
  return withinRange(value as number, path, range);
}

function parseDecimal(value: unknown, path: string, range?: NumberRange): number | null {
  if (isAbsent(value)) return null;
  // JSON.parse returns Infinity for a number that is too large.
  if (!Number.isFinite(value)) throw new InvalidRecord(path, 'must be a number');
  return withinRange(value as number, path, range);
}

function withinRange(value: number, path: string, [least, greatest] = ANY): number {
  if (value < least || value > greatest)
    throw new InvalidRecord(path, `must be from ${least} to ${greatest}`);
  return value;
}

function parseFlag(value: unknown, path: string): boolean | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'boolean') throw new InvalidRecord(path, 'must be a boolean');
  return value;
}

function parseTime(value: unknown, path: string): number | null {
  if (isAbsent(value) || value === '') return null;
  const instant = typeof value === 'string' ? parseTimestamp(value) : undefined;
  if (instant === undefined)
    throw new InvalidRecord(path, 'must be a timestamp such as 2026-03-29T08:15:30.000+02:00');
  if (instant < FIRST_INSTANT || instant > LAST_INSTANT)
    throw new InvalidRecord(path, 'outside the years 0000 to 9999');
  return instant;
}

function parseList(value: unknown, path: string): unknown[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new InvalidRecord(path, 'must be an array');
  checkItems(value, path, 1);
  return value as unknown[];
}

/** Accepts every item that the database returns unchanged. */
function checkItems(value: unknown, path: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new InvalidRecord(path, 'nested too deeply');
  if (typeof value === 'string') parseText(value, path);
  else if (typeof value === 'number') {
    if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return;
    throw new InvalidRecord(path, 'contains a number that cannot be stored exactly');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      parseText(key, path);
      checkItems(item, path, depth + 1);
    }
  }
}

function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidRecord(path, 'must be an object');
  return value as Record<string, unknown>;
}

function objectParser({ type, nullable, optional }: Field, path: string): Parse {
  const members = (type ? fieldsOf(type()) : []).map((field) => {
    const memberPath = `${path}.${field.name}`;
    return { name: field.name, path: memberPath, parse: memberParser(field, memberPath) };
  });
  return (value) => {
    if (isAbsent(value) && nullable) return null;
    if (isAbsent(value) && optional) return undefined; // JSON.stringify omits it
    const given = asObject(value ?? {}, path);
    const object: Record<string, unknown> = {};
    for (const member of members) object[member.name] = member.parse(given[member.name], member.path);
    return object;
  };
}

function memberParser(field: Field, path: string): Parse {
  switch (field.kind) {
    case 'text':
      return parseText;
    case 'integer':
      return (value) => parseInteger(value, path, field.range);
    case 'decimal':
      return (value) => parseDecimal(value, path, field.range);
    case 'boolean':
      return parseFlag;
    case 'list':
      return parseList;
    case 'object':
      return objectParser(field, path);
    default:
      throw new Error(`${path}: the importer cannot read this kind of field`);
  }
}

function withinLimit(text: string, path: string, { most, unit }: TextLimit): string {
  // A UTF-16 unit is at most one character and at most three bytes, so most texts need no counting.
  if (text.length * (unit === 'bytes' ? 3 : 1) <= most) return text;
  const length = unit === 'bytes' ? Buffer.byteLength(text) : Array.from(text).length;
  if (length > most) throw new InvalidRecord(path, `longer than ${most} ${unit}`);
  return text;
}

/** Record with valid values. Its enterprise and its device may not exist. */
export interface ParsedRecord {
  readonly enterpriseId: string;
  readonly deviceId: string;
  readonly isDeletion: boolean;
  /** The keys of enterprise and device are 0 until their lookup. A deletion has only an identifier. */
  readonly row: Value[];
  /** Indexes of values that an enterprise line omits. The stored values stay. */
  readonly leftOut: readonly number[];
}

/** Converts records of one kind to rows. The DTO classes and the entity define the columns. */
export interface RecordParser {
  readonly kind: RecordKind;
  readonly columns: readonly string[];
  readonly idAt: number;
  /** Stores rows that end with their change number, except for enterprises. */
  readonly upsert: Upsert;
  readonly parse: (value: unknown) => ParsedRecord;
}

interface RecordColumn {
  readonly column: string;
  readonly name: string;
  readonly parse: Parse<Value>;
}

export const ENTERPRISE_KEY = 0;
export const DEVICE_KEY = 1;

export function recordParser(kind: RecordKind): RecordParser {
  const isEnterprise = kind === 'enterprises';
  const keyColumns = isEnterprise ? [] : ['enterprise_key', 'device_key'];
  const recordColumns = columnsOf(RECORDS[kind]);
  const columns = [...keyColumns, ...recordColumns.map(({ column }) => column)];
  const stored = isEnterprise ? columns : [...columns, 'change_number'];
  const identity = isEnterprise ? ['id'] : ['enterprise_key', 'id'];
  // A device keeps its key.
  const kept = kind === 'devices' ? [...identity, 'device_key'] : identity;
  return {
    kind,
    columns,
    idAt: columns.indexOf('id'),
    upsert: {
      table: isEnterprise ? 'enterprises' : RECORD_TABLES[kind].table,
      columns: stored,
      identity,
      replaced: stored.filter((column) => !kept.includes(column)),
    },
    parse: (value) => {
      const record = asObject(value, 'the record');
      const row: Value[] = keyColumns.map(() => 0);
      const enterpriseId = isEnterprise ? '' : parseId(record.enterprise_id, 'enterprise_id');
      const deviceId = isOfDevice(kind) ? parseId(record.device_id, 'device_id') : '';
      const isDeletion = parseFlag(record.deleted, 'deleted') ?? false;
      if (isDeletion && isEnterprise)
        throw new InvalidRecord('deleted', 'must not be true for an enterprise; erase it with "cli erase"');
      const leftOut: number[] = [];
      for (const { column, name, parse } of recordColumns) {
        if (isEnterprise && record[name] === undefined) leftOut.push(row.length);
        row.push(isDeletion && column !== 'id' ? null : parse(record[name], name));
      }
      return { enterpriseId, deviceId, isDeletion, row, leftOut };
    },
  };
}

const parseId = required((value, path) =>
  withinLimit(parseText(value, path), path, { most: ID_LENGTH, unit: 'characters' }),
);

function columnsOf({ entity, dtos }: RecordDefinition): RecordColumn[] {
  const options = columnOptions(entity);
  const columns = new Map<string, RecordColumn>();
  for (const field of dtos.flatMap((type) => fieldsOf(type))) {
    for (const column of field.columns.filter((each) => !columns.has(each))) {
      const parse = columnParser(field, column, options.get(column) ?? {});
      columns.set(column, { column, name: field.name, parse });
    }
  }
  return [...columns.values()];
}

type DeviceInfo = { networkInfo?: { wifi?: { macAddress?: unknown } | null } | null } | null | undefined;

function columnParser(field: Field, column: string, { length, nullable }: ColumnOptions): Parse<Value> {
  const limit: TextLimit =
    length === undefined ? { most: TEXT_BYTES, unit: 'bytes' } : { most: Number(length), unit: 'characters' };
  const text: Parse<string> = (value, path) => withinLimit(parseText(value, path), path, limit);
  // the column of the whole object checks the objects around the address
  if (column === 'wifi_mac_address')
    return (info) =>
      text((info as DeviceInfo)?.networkInfo?.wifi?.macAddress, 'device_info.networkInfo.wifi.macAddress');
  if (column === 'time_zone') return (value, path) => checkZone(text(value, path) || 'UTC', path);
  if (field.kind === 'time') return (value, path) => parseTime(value, path) ?? (nullable ? null : NO_TIME);
  if (field.kind === 'boolean')
    return (value, path) => {
      const flag = parseFlag(value, path);
      return flag === null ? null : Number(flag); // SQLite has no booleans
    };
  if (field.kind === 'object') {
    const parse = objectParser(field, field.name);
    return (value, path) => {
      const object = parse(value, path);
      return object === null ? null : withinLimit(JSON.stringify(object), path, limit);
    };
  }
  const textOrNumber = field.kind === 'text' ? text : (memberParser(field, field.name) as Parse<Value>);
  const parse: Parse<Value> = field.fitsHeader
    ? (value, path) => checkHeader(text(value, path), path)
    : textOrNumber;
  return column === 'id' ? required(parse) : parse;
}

function checkZone(name: string, path: string): string {
  if (ZonedTime.isZone(name)) return ZonedTime.inIanaCase(name);
  throw new InvalidRecord(path, 'must be an IANA time zone such as Europe/Berlin');
}

function checkHeader(text: string, path: string): string {
  if (!UNFIT_FOR_HEADER.test(text)) return text;
  throw new InvalidRecord(path, 'must not contain control characters, or begin or end with spaces');
}

export function columnOptions(entity: Class): ReadonlyMap<string, ColumnOptions> {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return new Map(columns.map(({ propertyName, options }) => [snakeCase(propertyName), options]));
}

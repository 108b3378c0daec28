import { getMetadataArgsStorage, type ColumnOptions } from 'typeorm';
import { fieldsOf, type Field } from '../../streaming/fields/fields.js';
import type { Upsert } from '../../database/engine/engine.js';
import type { Value } from '../../database/rows/reader.js';
import { ID_LENGTH, NO_TIME, TEXT_BYTES } from '../../database/schema/columns.js';
import { snakeCase } from '../../database/schema/naming.js';
import {
  isOfDevice,
  RECORDS,
  tableOf,
  UNFILLED,
  type Class,
  type RecordDefinition,
  type RecordKind,
} from './record-kinds.js';
import {
  asObject,
  decimalParser,
  flagParser,
  headerTextParser,
  integerParser,
  InvalidRecord,
  jsonParser,
  memberParser,
  required,
  textParser,
  timeParser,
  zoneParser,
  type Parse,
  type TextLimit,
} from './value-parsers.js';

/** A record with valid values. Its enterprise and its device may not exist. */
export interface ParsedRecord {
  /** Empty if the record belongs to none. */
  readonly enterpriseId: string;
  readonly deviceId: string;
  readonly isDeletion: boolean;
  /**
   * The values of the parser's columns; 0 for the keys of enterprise and device until they are looked up. A deletion has null for
   * everything but the identifier.
   */
  readonly row: Value[];
  /** Places in the row that an enterprise's line leaves out: the stored values stay. */
  readonly leftOut: readonly number[];
}

/** Converts the records of one kind to rows. The columns follow from the DTO classes and the entity. */
export interface RecordParser extends Upsert {
  readonly kind: RecordKind;
  readonly parse: Parse<ParsedRecord>;
}

interface Column {
  readonly column: string;
  /** The member of the record. */
  readonly name: string;
  readonly parse: Parse<Value>;
}

/** Every row but those of enterprises begins with these keys. */
const OWNER_COLUMNS = ['enterprise_key', 'device_key'];
/** Their places in a row. */
export const ENTERPRISE_KEY = 0;
export const DEVICE_KEY = 1;

export function recordParser(kind: RecordKind): RecordParser {
  const isEnterprise = kind === 'enterprises';
  const ownerColumns = isEnterprise ? [] : OWNER_COLUMNS;
  const own = ownColumns(RECORDS[kind]);
  const columns = [...ownerColumns, ...own.map(({ column }) => column)];
  assertComplete(kind, columns);

  const identity = isEnterprise ? ['id'] : ['enterprise_key', 'id'];
  // a device keeps its key
  const kept = kind === 'devices' ? [...identity, 'device_key'] : identity;
  const parseEnterpriseId = isEnterprise ? () => '' : ownerParser('enterprise_id');
  const parseDeviceId = isOfDevice(kind) ? ownerParser('device_id') : () => '';
  const parseDeleted = flagParser('deleted');
  return {
    kind,
    table: tableOf(kind),
    columns,
    identity,
    replaced: columns.filter((column) => !kept.includes(column)),
    parse: (value) => {
      const record = asObject(value, 'the record');
      const row: Value[] = ownerColumns.map(() => 0);
      const enterpriseId = parseEnterpriseId(record.enterprise_id);
      const deviceId = parseDeviceId(record.device_id);
      const isDeletion = parseDeleted(record.deleted) ?? false;
      if (isDeletion && isEnterprise)
        throw new InvalidRecord('deleted: an enterprise is erased by a command of its own, not by an import');
      const leftOut: number[] = [];
      for (const { column, name, parse } of own) {
        if (isEnterprise && record[name] === undefined) leftOut.push(row.length);
        row.push(isDeletion && column !== 'id' ? null : parse(record[name]));
      }
      return { enterpriseId, deviceId, isDeletion, row, leftOut };
    },
  };
}

const ownerParser = (name: string): Parse<string> =>
  required(name, textParser(name, { most: ID_LENGTH, unit: 'characters' }));

/** A column may be in several of the classes: the first one defines how it is parsed. */
function ownColumns({ entity, fieldsOf: classes, parts }: RecordDefinition): Column[] {
  const options = columnOptions(entity);
  const columns = new Map<string, Column>();
  for (const field of classes.flatMap((type) => fieldsOf(type))) {
    for (const column of field.columns) {
      if (columns.has(column)) continue;
      const option = options.get(column);
      if (!option) throw new Error(`${field.name}: ${entity.name} has no column ${column}`);
      const path = parts?.[column];
      const parse = path ? partParser(field, path, option) : columnParser(field, column, option);
      columns.set(column, { column, name: field.name, parse });
    }
  }
  return [...columns.values()];
}

function columnParser(field: Field, column: string, option: ColumnOptions): Parse<Value> {
  const { name, kind } = field;
  const isId = column === 'id';
  if (kind === 'text') {
    const parse = textColumnParser(field, column, limitOf(option));
    return isId ? required(name, parse) : parse;
  }
  if (kind === 'time') return timeParser(name, option.nullable ? null : NO_TIME);
  if (kind === 'object') return jsonParser(name, memberParser(field, name), limitOf(option));
  if (isId && kind === 'integer') return required(name, integerParser(name));
  if (!option.nullable) throw new Error(`${name}: the column ${column} must be nullable`);
  if (kind === 'integer') return integerParser(name, field.range);
  if (kind === 'decimal') return decimalParser(name, field.range);
  if (kind !== 'boolean') throw new Error(`${name}: a ${kind} cannot be stored in a column`);
  const parse = flagParser(name);
  return (value) => {
    const flag = parse(value);
    return flag === null ? null : Number(flag); // SQLite has no booleans
  };
}

function textColumnParser({ name, fitsHeader }: Field, column: string, limit: TextLimit): Parse<string> {
  if (column === 'time_zone') return zoneParser(name, limit);
  return fitsHeader ? headerTextParser(name, limit) : textParser(name, limit);
}

/** Parses one text inside an object. The parser of the object's own column has checked the object. */
function partParser(field: Field, path: readonly string[], option: ColumnOptions): Parse<Value> {
  let inner: Field | undefined = field;
  for (const step of path) inner = inner?.type && fieldsOf(inner.type()).find(({ name }) => name === step);
  if (inner?.kind !== 'text') throw new Error(`${field.name} has no text ${path.join('.')}`);
  const parse = textParser([field.name, ...path].join('.'), limitOf(option));
  return (value) =>
    parse(path.reduce((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], value));
}

function limitOf({ length }: ColumnOptions): TextLimit {
  return length === undefined
    ? { most: TEXT_BYTES, unit: 'bytes' }
    : { most: Number(length), unit: 'characters' };
}

/** The columns of an entity and of its superclass, by their names in the database. */
function columnOptions(entity: Class): ReadonlyMap<string, ColumnOptions> {
  const columns = getMetadataArgsStorage().filterColumns([entity, Object.getPrototypeOf(entity) as Class]);
  return new Map(columns.map(({ propertyName, options }) => [snakeCase(propertyName), options]));
}

/** A new column of a table must not stay empty unnoticed. */
function assertComplete(kind: RecordKind, columns: readonly string[]): void {
  const forgotten = [...columnOptions(RECORDS[kind].entity).keys()].filter(
    (column) => !columns.includes(column) && !UNFILLED.includes(column),
  );
  if (forgotten.length > 0) throw new Error(`Nothing in ${kind}.ndjson fills ${forgotten.join(', ')}`);
}

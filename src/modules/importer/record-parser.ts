import { getMetadataArgsStorage, type ColumnOptions } from 'typeorm';
import type { Upsert } from '../../database/engine/engine.js';
import type { Value } from '../../database/rows/reader.js';
import { ID_LENGTH, NO_TIME, TEXT_BYTES } from '../../database/schema/columns.js';
import { snakeCase } from '../../database/schema/naming.js';
import { fieldsOf, type Field } from '../../answers/fields/fields.js';
import {
  asObject,
  BadRecord,
  decimalReader,
  flagReader,
  headerTextReader,
  integerReader,
  jsonReader,
  memberReader,
  required,
  textReader,
  timeReader,
  zoneReader,
  type Read,
  type TextLimit,
} from './value-parsers.js';
import {
  isOfDevice,
  RECORDS,
  UNFILLED,
  type Class,
  type RecordDefinition,
  type RecordKind,
} from './record-kinds.js';

/** A record whose values are all right; whether its enterprise and its device exist is another question. */
export interface CheckedRecord {
  /** Empty where the record belongs to none. */
  readonly enterpriseId: string;
  readonly deviceId: string;
  /** Whether the record is to go. Of its row only the identifier counts then. */
  readonly removes: boolean;
  /**
   * The values of the shape's columns; the numbers of enterprise and device are not filled in yet. Of a record that is to go all but
   * the identifier is null.
   */
  readonly row: Value[];
  /** Where in the row an enterprise's line says nothing, so that what stands stays. */
  readonly leftOut: readonly number[];
}

/** How the records of one kind become rows. All of it follows from the DTO classes and the entity. */
export interface RecordShape extends Upsert {
  readonly kind: RecordKind;
  /** Throws a BadRecord. */
  readonly read: Read<CheckedRecord>;
}

interface FilledColumn {
  readonly column: string;
  /** The member of the record. */
  readonly name: string;
  readonly read: Read<Value>;
}

/** What the rows of all but the enterprises begin with: numbers that the database gave. */
const OWNER_COLUMNS = ['enterprise_key', 'device_key'];
/** Their places in a row. */
export const ENTERPRISE_KEY = 0;
export const DEVICE_KEY = 1;

export function shapeOf(kind: RecordKind): RecordShape {
  const definition = RECORDS[kind];
  const ofEnterprise = kind !== 'enterprises';
  const ownerColumns = ofEnterprise ? OWNER_COLUMNS : [];
  const filled = filledColumns(definition);
  const columns = [...ownerColumns, ...filled.map(({ column }) => column)];
  assertComplete(kind, definition, columns);

  const identity = ofEnterprise ? ['enterprise_key', 'id'] : ['id'];
  // a device keeps the number that it was given
  const kept = kind === 'devices' ? [...identity, 'device_key'] : identity;
  const readEnterpriseId = ofEnterprise ? ownerReader('enterprise_id') : () => '';
  const readDeviceId = isOfDevice(kind) ? ownerReader('device_id') : () => '';
  const readRemoval = flagReader('deleted');
  return {
    kind,
    table: tableOf(definition.entity),
    columns,
    identity,
    replaced: columns.filter((column) => !kept.includes(column)),
    read: (value) => {
      const record = asObject(value, 'the record');
      const row: Value[] = ownerColumns.map(() => 0);
      const enterpriseId = readEnterpriseId(record.enterprise_id);
      const deviceId = readDeviceId(record.device_id);
      const removes = readRemoval(record.deleted) ?? false;
      if (removes && !ofEnterprise)
        throw new BadRecord('deleted: an enterprise is erased by a command of its own, not by an import');
      const leftOut: number[] = [];
      for (const { column, name, read } of filled) {
        if (!ofEnterprise && record[name] === undefined) leftOut.push(row.length);
        row.push(removes && column !== 'id' ? null : read(record[name]));
      }
      return { enterpriseId, deviceId, removes, row, leftOut };
    },
  };
}

const ownerReader = (name: string): Read<string> =>
  required(name, textReader(name, { most: ID_LENGTH, unit: 'characters' }));

/** A column for each that the fields of the classes stand in; the first class that has it says how it is read. */
function filledColumns({ entity, fieldsOf: classes, parts }: RecordDefinition): FilledColumn[] {
  const options = columnsOf(entity);
  const filled = new Map<string, FilledColumn>();
  for (const field of classes.flatMap((type) => fieldsOf(type))) {
    for (const column of field.columns) {
      if (filled.has(column)) continue;
      const option = options.get(column);
      if (!option) throw new Error(`${field.name}: ${entity.name} has no column ${column}`);
      const steps = parts?.[column];
      const read = steps ? partReader(field, steps, option) : columnReader(field, column, option);
      filled.set(column, { column, name: field.name, read });
    }
  }
  return [...filled.values()];
}

function columnReader(field: Field, column: string, option: ColumnOptions): Read<Value> {
  const { name } = field;
  const isId = column === 'id';
  if (field.kind === 'text') {
    const read = textColumnReader(field, column, limitOf(option));
    return isId ? required(name, read) : read;
  }
  if (field.kind === 'time') return timeReader(name, option.nullable ? null : NO_TIME);
  if (field.kind === 'object') return jsonReader(name, memberReader(field, name), limitOf(option));
  if (isId && field.kind === 'integer') return required(name, integerReader(name));
  if (!option.nullable) throw new Error(`${name}: the column ${column} has no room for an absent value`);
  switch (field.kind) {
    case 'integer':
      return integerReader(name, field.range);
    case 'decimal':
      return decimalReader(name, field.range);
    case 'boolean': {
      const read = flagReader(name);
      return (value) => asNumber(read(value)); // SQLite knows no booleans
    }
    default:
      throw new Error(`${name}: a ${field.kind} has no column of its own`);
  }
}

function textColumnReader({ name, fitsHeader }: Field, column: string, limit: TextLimit): Read<string> {
  if (column === 'time_zone') return zoneReader(name, limit);
  return fitsHeader ? headerTextReader(name, limit) : textReader(name, limit);
}

function asNumber(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

/** Reads one text inside an object whose JSON another column holds, and which was checked for that already. */
function partReader(field: Field, steps: readonly string[], option: ColumnOptions): Read<Value> {
  let inner: Field | undefined = field;
  for (const step of steps) inner = inner?.type && fieldsOf(inner.type()).find(({ name }) => name === step);
  if (inner?.kind !== 'text') throw new Error(`${field.name} has no text ${steps.join('.')}`);
  const read = textReader([field.name, ...steps].join('.'), limitOf(option));
  return (value) =>
    read(steps.reduce((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], value));
}

function limitOf({ length }: ColumnOptions): TextLimit {
  return length === undefined
    ? { most: TEXT_BYTES, unit: 'bytes' }
    : { most: Number(length), unit: 'characters' };
}

/** The columns of an entity and of the class that it extends, by their names in the database. */
function columnsOf(entity: Class): ReadonlyMap<string, ColumnOptions> {
  const columns = getMetadataArgsStorage().filterColumns([entity, Object.getPrototypeOf(entity) as Class]);
  return new Map(columns.map(({ propertyName, options }) => [snakeCase(propertyName), options]));
}

function tableOf(entity: Class): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
  if (!table) throw new Error(`${entity.name} is no entity`);
  return table;
}

/** A column that somebody adds to a table must not stay empty unnoticed. */
function assertComplete(kind: RecordKind, definition: RecordDefinition, columns: readonly string[]): void {
  const forgotten = [...columnsOf(definition.entity).keys()].filter(
    (column) => !columns.includes(column) && !UNFILLED.includes(column),
  );
  if (forgotten.length > 0) throw new Error(`Nothing in ${kind}.ndjson fills ${forgotten.join(', ')}`);
}

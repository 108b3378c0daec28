import {
  Column,
  PrimaryColumn,
  type ColumnOptions,
  type ValueTransformer,
  DefaultNamingStrategy,
} from 'typeorm';

/**
 * The column types of this service, which work alike on every engine. Migrations build them with src/database/migrations/table-builders.ts.
 */

/** The longest public identifier, in characters: indexes contain it. */
export const ID_LENGTH = 255;
/** The longest text in a row of the large tables, in characters. */
export const LABEL_LENGTH = 500;
/** The longest text of a device, in bytes of UTF-8. */
export const TEXT_BYTES = 65_535;

/** MySQL returns 64-bit integers as text. Every stored one is a safe integer. */
const asNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

const column =
  (kind: ColumnOptions) =>
  (options: ColumnOptions = {}): PropertyDecorator =>
    Column({ ...kind, ...options });

const ID = { type: 'varchar', length: ID_LENGTH } as const;
const INTEGER = { type: 'bigint', transformer: asNumber } as const;

/** A public identifier, compared byte by byte. */
export const IdColumn = column(ID);
export const PrimaryIdColumn = (): PropertyDecorator => PrimaryColumn(ID);
/** A short text of the large tables. */
export const LabelColumn = column({ type: 'varchar', length: LABEL_LENGTH });
/** A text of any kind, or JSON that responses contain unparsed. */
export const TextColumn = column({ type: 'text' });
/** The internal key of an enterprise or a device. */
export const SurrogateColumn = column({ type: 'integer' });
export const PrimarySurrogateColumn = (): PropertyDecorator => PrimaryColumn({ type: 'integer' });
/** A whole number up to 2^53-1. */
export const IntegerColumn = column(INTEGER);
export const PrimaryIntegerColumn = (): PropertyDecorator => PrimaryColumn(INTEGER);
export const DecimalColumn = column({ type: 'double' });
export const BooleanColumn = column({ type: 'boolean' });
/** An instant, as milliseconds since 1970 in UTC (decision 0003). */
export const TimeColumn = IntegerColumn;
/** An instant inside a primary key, which cannot be null: `NO_TIME` stands for none. */
export const PrimaryTimeColumn = PrimaryIntegerColumn;

/** Stands for "no instant" in a key. Sorts before every instant, as null does. */
export const NO_TIME = Number.MIN_SAFE_INTEGER;

/** Names the column of `lastConnect` `last_connect`. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals, at: number) => (at > 0 ? '_' : '') + capitals.toLowerCase());
}

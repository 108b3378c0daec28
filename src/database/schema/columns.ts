import {
  Column,
  PrimaryColumn,
  type ColumnOptions,
  type ValueTransformer,
  DefaultNamingStrategy,
} from 'typeorm';

/** Column types for every engine. The table builders of the migrations use them too. */

/** Maximum length of a public identifier in characters, because indexes contain it. */
export const ID_LENGTH = 255;
/** Maximum length in characters of a text in the large tables. */
export const LABEL_LENGTH = 500;
/** Maximum length of a device text, in bytes of UTF-8. */
export const TEXT_BYTES = 65_535;

/** MySQL returns 64-bit integers as text. Every stored integer is a safe integer. */
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

/** Public identifier, compared byte by byte. */
export const IdColumn = column(ID);
export const PrimaryIdColumn = (): PropertyDecorator => PrimaryColumn(ID);
export const LabelColumn = column({ type: 'varchar', length: LABEL_LENGTH });
export const TextColumn = column({ type: 'text' });
export const SurrogateColumn = column({ type: 'integer' });
export const PrimarySurrogateColumn = (): PropertyDecorator => PrimaryColumn({ type: 'integer' });
export const IntegerColumn = column(INTEGER);
export const PrimaryIntegerColumn = (): PropertyDecorator => PrimaryColumn(INTEGER);
export const DecimalColumn = column({ type: 'double' });
export const BooleanColumn = column({ type: 'boolean' });
/** Milliseconds since 1970 in UTC (decision 0003). */
export const TimeColumn = IntegerColumn;
/** Time in a primary key. `NO_TIME` replaces null. */
export const PrimaryTimeColumn = PrimaryIntegerColumn;

/** Represents no time in a key. Sorts before every time, as null does. */
export const NO_TIME = Number.MIN_SAFE_INTEGER;

export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals, at: number) => (at > 0 ? '_' : '') + capitals.toLowerCase());
}

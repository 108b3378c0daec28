import { parquetMetadata, parquetRead, type ParquetParsers, type SchemaElement } from 'hyparquet';

export interface Parquet {
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly rows: readonly (readonly unknown[])[];
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Keeps exact values, and byte order marks at the beginning of texts, which the parsers of the package drop. */
const PARSERS: Partial<ParquetParsers> = {
  stringFromBytes: (bytes) => UTF8.decode(bytes),
  timestampFromMilliseconds: exact,
  dateFromDays: (days) => days,
};

export async function readParquet(bytes: Buffer): Promise<Parquet> {
  const metadata = parquetMetadata(bytes);
  let rows: unknown[][] = [];
  const file = new Uint8Array(bytes).buffer;
  await parquetRead({ file, metadata, parsers: PARSERS, onComplete: (all) => (rows = all) });
  return {
    columns: metadata.schema.slice(1).map((element) => [element.name, typeOf(element)]),
    rows: rows.map((row) => row.map(plain)),
  };
}

export function rowGroupsOf(bytes: Buffer): number[] {
  return parquetMetadata(bytes).row_groups.map(({ num_rows }) => exact(num_rows));
}

function typeOf({ type, converted_type, logical_type }: SchemaElement): string {
  const isLocal = logical_type?.type === 'TIMESTAMP' && !logical_type.isAdjustedToUTC;
  return isLocal ? 'a time without a time zone' : (converted_type ?? type ?? 'a group');
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? exact(value) : (value ?? null));

function exact(value: bigint): number {
  if (!Number.isSafeInteger(Number(value))) throw new Error(`Not exact as a number: ${value}`);
  return Number(value);
}

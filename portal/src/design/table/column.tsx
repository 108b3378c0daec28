import type { ReactNode } from 'react';
import type { CsvColumn } from '../download/csv.js';
import { RelativeTime } from '../icons/relative-time.js';

export interface Column<Row> {
  id: string;
  label: string;
  /** The sort value. A column without it is not sortable. */
  sortBy?: (row: Row) => string | number | null;
  /** The content of the cell, if it differs from the sort value. */
  cell?: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** True for the cell that names the row. */
  isHeader?: boolean;
  /** The value in a CSV file, if it differs from the sort value. */
  csvColumns?: readonly CsvColumn<Row>[];
}

/** Returns the columns of the CSV file. Omits table columns without a value. */
export const csvColumnsOf = <Row,>(columns: readonly Column<Row>[]): CsvColumn<Row>[] =>
  columns.flatMap(({ label, sortBy, csvColumns = sortBy ? [[label, sortBy]] : [] }) => csvColumns);

/** Returns a column of times, which can be sorted. */
export const timeColumn = <Row,>(
  id: string,
  label: string,
  timeOf: (row: Row) => string | null,
  placeholder?: string,
): Column<Row> => ({
  id,
  label,
  sortBy: (row) => Date.parse(timeOf(row) ?? '') || null,
  csvColumns: [[label, timeOf]],
  cell: (row) => <RelativeTime at={timeOf(row)} placeholder={placeholder} />,
});

import { Moment } from '../icons/moment.js';
import type { Column } from './column.js';

/** Returns a column of times, which can be sorted. */
export const momentColumn = <Row,>(
  id: string,
  label: string,
  timeOf: (row: Row) => string | null,
  missing?: string,
): Column<Row> => ({
  id,
  label,
  sortBy: (row) => Date.parse(timeOf(row) ?? '') || null,
  inFile: [[label, timeOf]],
  cell: (row) => <Moment at={timeOf(row)} missing={missing} />,
});

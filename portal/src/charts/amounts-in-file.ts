import type { FileSubject } from '../design/download/csv-file.js';

/** The columns of a CSV file with unrounded amounts. */
export interface AmountsInFile extends FileSubject {
  /** The unit of the amounts, unless they are counts. */
  unit?: string;
}

/** The name of a column of amounts. */
export const amountsOf = (label: string, { unit }: AmountsInFile): string =>
  unit === undefined ? label : `${label} (${unit})`;

import type { Sorting } from '../../../design/table/sorting.js';

/** What the service sorts by, by the columns of the table. */
const BY_COLUMN: Readonly<Record<string, string>> = { when: 'sequence', what: 'action', who: 'actor' };

export const NEWEST_FIRST = '-sequence';
export const ORDERS = Object.values(BY_COLUMN).flatMap((name) => [name, `-${name}`]);

export function sortOf({ column, descending }: Sorting): string {
  return `${descending ? '-' : ''}${BY_COLUMN[column] ?? 'sequence'}`;
}

export function sortingOf(sort = NEWEST_FIRST): Sorting {
  const name = sort.replace('-', '');
  const [column] = Object.entries(BY_COLUMN).find(([, by]) => by === name) ?? ['when'];
  return { column, descending: sort.startsWith('-') };
}

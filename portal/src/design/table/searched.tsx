import type { ReactNode } from 'react';
import { useInAddress } from '../../session/use-in-address.js';
import { useTexts } from '../../texts/language.js';
import { SearchBox } from '../fields/filters.js';
import { Card } from '../page/card.js';
import { DataTable, type TableProps } from './data-table.js';

interface Props<Row> extends TableProps<Row> {
  searchLabel: string;
  /** The search text and its setter. */
  search: readonly [search: string, change: (search: string) => void];
  isFound: (row: Row, search: string) => boolean;
  filters?: ReactNode;
  /** The text for the number of rows. */
  total: (count: number) => string;
}

export function SearchedTable<Row>({
  searchLabel,
  search: [search, change],
  isFound,
  filters,
  empty,
  total,
  rows,
  ...table
}: Props<Row>) {
  const { shownOf } = useTexts();
  const found = rows.filter((row) => isFound(row, search));
  return (
    <Card kind="flush">
      <DataTable
        {...table}
        rows={found}
        empty={rows.length === 0 ? empty : undefined}
        tools={
          <>
            <SearchBox label={searchLabel} value={search} onChange={change} />
            {filters}
            <span className="muted" role="status">
              {found.length < rows.length ? shownOf(found.length, rows.length) : total(rows.length)}
            </span>
          </>
        }
      />
    </Card>
  );
}

/** Keeps the search text in the address, so that it survives a reload. */
export function useSearch(name = 'search'): [string, (search: string) => void] {
  // synchronous, because a field whose value changes later loses its cursor position
  const [search = '', change] = useInAddress(name, { preventScrollReset: true, flushSync: true });
  return [search, change];
}

import type { ReactNode } from 'react';
import { useSearchParam } from '../../session/use-search-param.js';
import { useTexts } from '../../texts/language.js';
import { SearchBox } from '../fields/filters.js';
import { Card } from '../page/card.js';
import { DataTable, type TableProps } from './data-table.js';

interface Props<Row> extends TableProps<Row> {
  searchLabel: string;
  /** The search text and its setter. */
  search: readonly [search: string, change: (search: string) => void];
  isMatch: (row: Row, search: string) => boolean;
  filters?: ReactNode;
  /** Returns the text for the number of rows. */
  formatTotal: (count: number) => string;
}

export function SearchableTable<Row>({
  searchLabel,
  search: [search, setSearch],
  isMatch,
  filters,
  empty,
  formatTotal,
  rows,
  ...table
}: Props<Row>) {
  const { shownOf } = useTexts();
  const matchingRows = rows.filter((row) => isMatch(row, search));
  return (
    <Card kind="flush">
      <DataTable
        {...table}
        rows={matchingRows}
        empty={rows.length === 0 ? empty : undefined}
        toolbar={
          <>
            <SearchBox label={searchLabel} value={search} onChange={setSearch} />
            {filters}
            <span className="muted" role="status">
              {matchingRows.length < rows.length
                ? shownOf(matchingRows.length, rows.length)
                : formatTotal(rows.length)}
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
  const [search = '', setSearch] = useSearchParam(name, { preventScrollReset: true, flushSync: true });
  return [search, setSearch];
}

import type { ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import { SearchBox } from '../fields/search-box.js';
import { Card } from '../page/card.js';
import { DataTable, type TableProps } from './data-table.js';

interface Props<Row> extends TableProps<Row> {
  searchLabel: string;
  search: string;
  /** What else chooses among the rows. */
  filters?: ReactNode;
  onSearch: (search: string) => void;
  /** How many rows there are, of which those of the table were found. */
  all: number;
  /** What they are called when all of them are shown. */
  total: (count: number) => string;
}

/** A table below what is searched for in it. */
export function SearchedTable<Row>({
  searchLabel,
  search,
  onSearch,
  filters,
  all,
  total,
  ...table
}: Props<Row>) {
  const { shownOf } = useTexts();
  const found = table.rows.length;
  return (
    <Card kind="flush">
      <DataTable
        {...table}
        tools={
          <>
            <SearchBox label={searchLabel} value={search} onChange={onSearch} />
            {filters}
            <span className="muted" role="status">
              {found < all ? shownOf(found, all) : total(all)}
            </span>
          </>
        }
      />
    </Card>
  );
}

import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useTexts } from '../texts/language.js';
import { Icon } from './icon.js';
import { SortChoice } from './sort-choice.js';
import { sortRows, type Sortable, type Sorting } from './sorting.js';

export interface Column<Row> extends Sortable<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** The cell that names the row. */
  isHeader?: boolean;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** How the rows are sorted at first; with `onSort`, how they come. */
  sorting?: Sorting;
  /** Sorts the rows where they come from; without this they are sorted here. */
  onSort?: (sorting: Sorting) => void;
  empty?: ReactNode;
  /** How many rows are shown at first. */
  atOnce?: number;
}

const STEP = 100;

/** A table that sorts, becomes a list of cards where there is no room, and shows long lists piece by piece. */
export function DataTable<Row>({
  label,
  rows,
  columns,
  rowId,
  sorting: first,
  onSort,
  empty,
  atOnce = STEP,
}: Props<Row>) {
  const texts = useTexts();
  const [chosen, choose] = useState(first);
  const [sorting, setSorting] = onSort ? [first, onSort] : [chosen, choose];
  const [more, setMore] = useState(0);
  const limit = atOnce + more;
  if (rows.length === 0) return <p className="empty-text">{empty ?? texts.nothingFound}</p>;
  const sorted = onSort ? rows : sortRows(rows, columns, sorting);
  return (
    <div className="table-frame">
      <SortChoice columns={columns} sorting={sorting} onSort={setSorting} />
      <div className="table-scroll">
        {/* The roles are said outright: as cards the elements are no longer laid out as a table. */}
        <table className="data-table" role="table" aria-label={label}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sorting={sorting} onSort={setSorting} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {sorted.slice(0, limit).map((row) => (
              <tr key={rowId(row)} role="row">
                {columns.map((column) => (
                  <BodyCell key={column.id} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > limit && (
        <p className="more">
          {texts.shownOf(limit, rows.length)}
          <Button className="button quiet" onPress={() => setMore(more + STEP)}>
            {texts.showMore(Math.min(STEP, rows.length - limit))}
          </Button>
        </p>
      )}
    </div>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const Tag = column.isHeader ? 'th' : 'td';
  return (
    <Tag
      role={column.isHeader ? 'rowheader' : 'cell'}
      scope={column.isHeader ? 'row' : undefined}
      className={column.isNumber ? `number cell-${column.id}` : `cell-${column.id}`}
      data-label={column.label}
    >
      {column.cell(row)}
    </Tag>
  );
}

interface HeaderProps<Row> {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
}

function HeaderCell<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
  const className = column.isNumber ? 'number' : undefined;
  if (!column.sortBy)
    return (
      <th role="columnheader" scope="col" className={className}>
        {column.label}
      </th>
    );
  const isSorted = sorting?.column === column.id;
  const descending = isSorted && sorting.descending;
  const sorted = descending ? 'descending' : 'ascending';
  return (
    <th role="columnheader" scope="col" className={className} aria-sort={isSorted ? sorted : 'none'}>
      <Button
        className="sort-button"
        onPress={() => onSort({ column: column.id, descending: isSorted && !descending })}
      >
        {column.label}
        {isSorted && <Icon name={descending ? 'down' : 'up'} />}
      </Button>
    </th>
  );
}

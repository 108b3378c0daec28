import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTexts } from '../../texts/language.js';
import { Button } from '../controls/button.js';
import type { CsvFile } from '../download/csv.js';
import { DownloadCsvButton } from '../download/download-csv-button.js';
import { Select } from '../fields/select.js';
import { Icon } from '../icons/icon.js';
import { EmptyMessage, Toolbar } from '../page/card.js';
import { type Column, csvColumnsOf } from './column.js';
import { type Sorting, sortRows } from './sorting.js';
import styles from './data-table.module.css';

export interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** The initial order. */
  sorting?: Sorting;
  /** True if the rows are pages of a longer list. Such a table has no download and shows all rows. */
  isPaged?: boolean;
  empty?: ReactNode;
  /** The name and days for the CSV file. */
  csvFile?: CsvFile;
  /** Controls above the table. */
  toolbar?: ReactNode;
}

const ROW_STEP = 100;

/** A sortable table. A narrow table is a list of cards. Long lists are shown in steps of 100 rows. */
export function DataTable<Row>({ sorting: initialSorting, toolbar, ...table }: TableProps<Row>) {
  const texts = useTexts();
  const [sorting, setSorting] = useState(initialSorting);
  const { label, columns, isPaged, empty, csvFile = {} } = table;
  const sortBy = columns.find(({ id }) => id === sorting?.column)?.sortBy;
  const rows = sorting && sortBy ? sortRows(table.rows, sortBy, sorting.isDescending) : table.rows;
  const isEmpty = rows.length === 0;
  return (
    <div className={styles.frame}>
      {!isPaged && (
        <Toolbar>
          {toolbar}
          {!isEmpty && (
            <div className={styles.download}>
              <DownloadCsvButton
                label={label}
                csvFile={csvFile}
                columns={csvColumnsOf(columns)}
                rows={rows}
              />
            </div>
          )}
        </Toolbar>
      )}
      {isEmpty ? (
        <EmptyMessage>{empty ?? texts.nothingFound}</EmptyMessage>
      ) : (
        <Rows {...table} rows={rows} sorting={sorting} onSort={setSorting} />
      )}
    </div>
  );
}

function Rows<Row>({ label, rows, columns, rowId, sorting, onSort, isPaged }: TableProps<Row> & SortProps) {
  const texts = useTexts();
  const [extraRows, setExtraRows] = useState(0);
  const limit = isPaged ? rows.length : ROW_STEP + extraRows;
  return (
    <>
      <SortSelect columns={columns} sorting={sorting} onSort={onSort} />
      <div className={styles.scroll}>
        {/* Roles are explicit, because the card layout removes the implicit roles of a table. */}
        <table className={styles.dataTable} role="table" aria-label={label}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sorting={sorting} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.slice(0, limit).map((row) => (
              <tr key={rowId(row)} role="row">
                {columns.map((column) => (
                  <BodyCell key={column.id} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length <= limit ? (
        extraRows > 0 && <AllRowsShown count={rows.length} />
      ) : (
        <TableFooter>
          {texts.shownOf(limit, rows.length)}
          <Button kind="quiet" onPress={() => setExtraRows(extraRows + ROW_STEP)}>
            {texts.showMore(Math.min(ROW_STEP, rows.length - limit))}
          </Button>
        </TableFooter>
      )}
    </>
  );
}

/** The text below a table, such as the number of rows, and the button that shows more. */
export function TableFooter({ children }: { children: ReactNode }) {
  return <p className={styles.more}>{children}</p>;
}

/** The foot of a table that has shown its last rows. It gets the focus of the button, which was removed. */
export function AllRowsShown({ count }: { count: number }) {
  const texts = useTexts();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus({ preventScroll: true });
  }, []);
  return (
    <TableFooter>
      <span ref={text} tabIndex={-1}>
        {texts.shownOf(count, count)}
      </span>
    </TableFooter>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { cell = column.sortBy } = column;
  const Tag = column.isHeader ? 'th' : 'td';
  const className = styles[`cell-${column.id}`] ?? '';
  return (
    <Tag
      role={column.isHeader ? 'rowheader' : 'cell'}
      scope={column.isHeader ? 'row' : undefined}
      className={column.isNumber ? `number ${className}` : className}
      data-label={column.label}
    >
      {cell?.(row)}
    </Tag>
  );
}

interface SortProps {
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
}

function HeaderCell<Row>({ column, sorting, onSort }: SortProps & { column: Column<Row> }) {
  const { id, label, isNumber, sortBy } = column;
  const isSorted = sorting?.column === id;
  const isDescending = isSorted && sorting.isDescending;
  const order = !isSorted ? 'none' : isDescending ? 'descending' : 'ascending';
  return (
    <th
      role="columnheader"
      scope="col"
      className={isNumber ? 'number' : undefined}
      aria-sort={sortBy && order}
    >
      {sortBy ? (
        <AriaButton
          className={styles.sortButton}
          onPress={() => onSort({ column: id, isDescending: isSorted && !isDescending })}
        >
          {label}
          {isSorted && <Icon name={isDescending ? 'down' : 'up'} />}
        </AriaButton>
      ) : (
        label
      )}
    </th>
  );
}

/** Selects the sort order of rows that are shown as cards, which have no table header. */
function SortSelect<Row>({ columns, sorting, onSort }: SortProps & { columns: readonly Column<Row>[] }) {
  const { sort } = useTexts();
  const options = columns.filter(({ sortBy }) => sortBy).map(({ id, label }) => ({ id, label }));
  const column = sorting?.column ?? options[0]?.id;
  if (column === undefined) return null;
  const isDescending = sorting?.isDescending ?? false;
  return (
    <div className={styles.sort}>
      <Select
        label={sort.by}
        value={column}
        options={options}
        onChange={(chosen) => onSort({ column: chosen, isDescending })}
      />
      <Button
        icon={isDescending ? 'down' : 'up'}
        onPress={() => onSort({ column, isDescending: !isDescending })}
      >
        {isDescending ? sort.descending : sort.ascending}
      </Button>
    </div>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button as Pressable } from 'react-aria-components';
import { useTexts } from '../../texts/language.js';
import { Button } from '../controls/button.js';
import type { FileSubject } from '../download/csv.js';
import { DownloadCsv } from '../download/download-csv.js';
import { Choice } from '../fields/choice.js';
import { Icon } from '../icons/icon.js';
import { Empty, Toolbar } from '../page/card.js';
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
  isPart?: boolean;
  empty?: ReactNode;
  /** The name and days for the CSV file. */
  subject?: FileSubject;
  /** Controls above the table. */
  tools?: ReactNode;
}

const STEP = 100;

/** A sortable table. It becomes a list of cards if there is no room, and shows long lists in steps of 100 rows. */
export function DataTable<Row>({ sorting: first, tools, ...table }: TableProps<Row>) {
  const texts = useTexts();
  const [sorting, setSorting] = useState(first);
  const { label, columns, isPart, empty, subject = {} } = table;
  const sortBy = columns.find(({ id }) => id === sorting?.column)?.sortBy;
  const rows = sorting && sortBy ? sortRows(table.rows, sortBy, sorting.descending) : table.rows;
  const isEmpty = rows.length === 0;
  return (
    <div className={styles.frame}>
      {!isPart && (
        <Toolbar>
          {tools}
          {!isEmpty && (
            <div className={styles.download}>
              <DownloadCsv what={label} subject={subject} columns={csvColumnsOf(columns)} rows={rows} />
            </div>
          )}
        </Toolbar>
      )}
      {isEmpty ? (
        <Empty>{empty ?? texts.nothingFound}</Empty>
      ) : (
        <Rows {...table} rows={rows} sorting={sorting} onSort={setSorting} />
      )}
    </div>
  );
}

function Rows<Row>({ label, rows, columns, rowId, sorting, onSort, isPart }: TableProps<Row> & SortProps) {
  const texts = useTexts();
  const [more, setMore] = useState(0);
  const limit = isPart ? rows.length : STEP + more;
  return (
    <>
      <SortChoice columns={columns} sorting={sorting} onSort={onSort} />
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
        more > 0 && <AllShown count={rows.length} />
      ) : (
        <TableFoot>
          {texts.shownOf(limit, rows.length)}
          <Button kind="quiet" onPress={() => setMore(more + STEP)}>
            {texts.showMore(Math.min(STEP, rows.length - limit))}
          </Button>
        </TableFoot>
      )}
    </>
  );
}

/** The text below a table, such as the number of rows, and the button that shows more. */
export function TableFoot({ children }: { children: ReactNode }) {
  return <p className={styles.more}>{children}</p>;
}

/** The foot of a table that has shown its last rows. It gets the focus of the button, which was removed. */
export function AllShown({ count }: { count: number }) {
  const texts = useTexts();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus({ preventScroll: true });
  }, []);
  return (
    <TableFoot>
      <span ref={text} tabIndex={-1}>
        {texts.shownOf(count, count)}
      </span>
    </TableFoot>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { cell = column.sortBy } = column;
  const Tag = column.isHeader ? 'th' : 'td';
  const look = styles[`cell-${column.id}`] ?? '';
  return (
    <Tag
      role={column.isHeader ? 'rowheader' : 'cell'}
      scope={column.isHeader ? 'row' : undefined}
      className={column.isNumber ? `number ${look}` : look}
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
  const descending = isSorted && sorting.descending;
  const order = !isSorted ? 'none' : descending ? 'descending' : 'ascending';
  return (
    <th
      role="columnheader"
      scope="col"
      className={isNumber ? 'number' : undefined}
      aria-sort={sortBy && order}
    >
      {sortBy ? (
        <Pressable
          className={styles.sortButton}
          onPress={() => onSort({ column: id, descending: isSorted && !descending })}
        >
          {label}
          {isSorted && <Icon name={descending ? 'down' : 'up'} />}
        </Pressable>
      ) : (
        label
      )}
    </th>
  );
}

/** A choice of the sort order for rows shown as cards, which have no header to press. */
function SortChoice<Row>({ columns, sorting, onSort }: SortProps & { columns: readonly Column<Row>[] }) {
  const { sort } = useTexts();
  const options = columns.filter(({ sortBy }) => sortBy).map(({ id, label }) => ({ id, label }));
  const column = sorting?.column ?? options[0]?.id;
  if (column === undefined) return null;
  const descending = sorting?.descending ?? false;
  return (
    <div className={styles.sort}>
      <Choice
        label={sort.by}
        value={column}
        options={options}
        onChange={(chosen) => onSort({ column: chosen, descending })}
      />
      <Button icon={descending ? 'down' : 'up'} onPress={() => onSort({ column, descending: !descending })}>
        {descending ? sort.descending : sort.ascending}
      </Button>
    </div>
  );
}

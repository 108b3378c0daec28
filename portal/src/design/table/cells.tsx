import { Button as Pressable } from 'react-aria-components';
import { Icon } from '../icons/icon.js';
import type { Column } from './column.js';
import type { Sorting } from './sorting.js';
import styles from './data-table.module.css';

export function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
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

interface HeaderProps<Row> {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
}

export function HeaderCell<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
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
      <Pressable
        className={styles.sortButton}
        onPress={() => onSort({ column: column.id, descending: isSorted && !descending })}
      >
        {column.label}
        {isSorted && <Icon name={descending ? 'down' : 'up'} />}
      </Pressable>
    </th>
  );
}

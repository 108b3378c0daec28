import { useTexts } from '../../texts/language.js';
import { Choice } from '../fields/choice.js';
import { Icon } from '../icons/icon.js';
import type { Sortable, Sorting } from './sorting.js';
import { Button } from '../controls/button.js';
import styles from './data-table.module.css';

interface Props<Row> {
  columns: readonly (Sortable<Row> & { label: string })[];
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
}

/** A choice of the sort order for rows shown as cards, which have no header to press. */
export function SortChoice<Row>({ columns, sorting, onSort }: Props<Row>) {
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
      <Button onPress={() => onSort({ column, descending: !descending })}>
        <Icon name={descending ? 'down' : 'up'} />
        {descending ? sort.descending : sort.ascending}
      </Button>
    </div>
  );
}

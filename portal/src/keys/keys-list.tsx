import type { ApiKey, KeyFeed } from '../api/records.js';
import { useMayChange } from '../session/session.js';
import type { Column } from '../design/table/column.js';
import { Icon, type IconName } from '../design/signs/icon.js';
import { useSearch } from '../design/table/use-search.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import type { KeyAction } from './change/key-dialogue.js';
import { isKeyFound } from './key-search.js';
import { keyColumns } from './key-columns.js';
import { KeyFilters, useKeyFilter } from './state/key-filters.js';
import { hasOldKey } from './state/key-state.js';
import { Button } from '../design/controls/button.js';
import { Card } from '../design/page/card.js';
import { SearchedTable } from '../design/table/searched.js';
import { Tip } from '../design/signs/tip.js';
import styles from './keys-list.module.css';
import { useNow } from '../time/now.js';

interface Props {
  keys: readonly ApiKey[];
  feeds: readonly KeyFeed[];
  onAction: (action: KeyAction) => void;
}

export function KeysList({ keys, feeds, onAction }: Props) {
  const texts = useTexts();
  const mayChange = useMayChange();
  const [search, setSearch] = useSearch();
  const filter = useKeyFilter();
  const now = useNow();
  if (keys.length === 0) return <NoKeys onAction={onAction} />;
  const found = keys.filter(
    (key) =>
      filter.isChosen(key, now) &&
      isKeyFound(
        key,
        search,
        key.scopes.map((scope) => texts.scopes[scope].label),
      ),
  );
  const columns = keyColumns(texts, feeds);
  return (
    <SearchedTable
      searchLabel={texts.keys.search}
      search={search}
      onSearch={setSearch}
      filters={<KeyFilters {...filter} />}
      all={keys.length}
      total={texts.keys.total}
      label={texts.keys.title}
      rows={found}
      columns={mayChange ? [...columns, actionsColumn(texts, onAction, now)] : columns}
      rowId={({ id }) => id}
      sorting={{ column: 'application', descending: false }}
    />
  );
}

function NoKeys({ onAction }: { onAction: (action: KeyAction) => void }) {
  const { keys: texts } = useTexts();
  return (
    <Card kind="invitation">
      <Icon name="key" />
      <h2>{texts.emptyTitle}</h2>
      <p>{texts.emptyText}</p>
      {useMayChange() && (
        <Button kind="primary" onPress={() => onAction({ kind: 'create' })}>
          {texts.create}
        </Button>
      )}
    </Card>
  );
}

function actionsColumn(
  { keys: texts }: Texts,
  onAction: (action: KeyAction) => void,
  now: number,
): Column<ApiKey> {
  const action = (
    kind: 'edit' | 'regenerate' | 'endOldKey' | 'delete',
    icon: IconName,
    key: ApiKey,
    label: string,
  ) => (
    <Tip text={label}>
      <Button
        kind={['delete', 'endOldKey'].includes(kind) ? 'smallDanger' : 'small'}
        aria-label={label}
        onPress={() => onAction({ kind, key })}
      >
        <Icon name={icon} />
        <span className={styles.word}>{texts[kind]}</span>
      </Button>
    </Tip>
  );
  return {
    id: 'actions',
    label: texts.actions,
    // each with its word where there is room, else with a sign that explains itself
    cell: (key) => (
      <div className={styles.actions}>
        {action('edit', 'edit', key, texts.editOf(key.application))}
        {action('regenerate', 'renew', key, texts.regenerateOf(key.application))}
        {hasOldKey(key, now) && action('endOldKey', 'close', key, texts.endOldKeyOf(key.application))}
        {action('delete', 'delete', key, texts.deleteOf(key.application))}
      </div>
    ),
  };
}

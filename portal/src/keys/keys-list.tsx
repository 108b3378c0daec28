import type { ApiKey } from '../api/records.js';
import { useMayChange } from '../session/session.js';
import type { Column } from '../design/table/column.js';
import { Icon } from '../design/icons/icon.js';
import { SearchedTable, useSearch } from '../design/table/searched.js';
import { useTexts } from '../texts/language.js';
import type { KeyAction } from './change/key-dialog.js';
import { isKeyFound } from './key-search.js';
import { KeyActions } from './key-actions.js';
import { keyColumns } from './key-columns.js';
import { KeyFilters, useKeyFilter } from './state/key-filters.js';
import { Button } from '../design/controls/button.js';
import { Card } from '../design/page/card.js';
import { useNow } from '../time/now.js';

interface Props {
  keys: readonly ApiKey[];
  onAction: (action: KeyAction) => void;
}

export function KeysList({ keys, onAction }: Props) {
  const texts = useTexts();
  const mayChange = useMayChange();
  const search = useSearch();
  const filter = useKeyFilter();
  const now = useNow();
  if (keys.length === 0) return <NoKeys onAction={onAction} />;
  const labelsOf = ({ scopes }: ApiKey) => scopes.map((scope) => texts.scopes[scope].label);
  const columns = keyColumns(texts);
  const actions: Column<ApiKey> = {
    id: 'actions',
    label: texts.keys.actions,
    cell: (key) => <KeyActions of={key} onAction={onAction} />,
  };
  return (
    <SearchedTable
      searchLabel={texts.keys.search}
      search={search}
      isFound={(key, words) => filter.isChosen(key, now) && isKeyFound(key, words, labelsOf(key))}
      filters={<KeyFilters {...filter} />}
      total={texts.keys.total}
      label={texts.keys.title}
      rows={keys}
      columns={mayChange ? [...columns, actions] : columns}
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

import type { ReactNode } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import type { ApiKey } from '../api/records.js';
import { useMayChange } from '../session/session.js';
import { DataTable, type Column } from '../design/data-table.js';
import { Icon, type IconName } from '../design/icon.js';
import { SearchBox } from '../design/search-box.js';
import { useSearch } from '../design/use-search.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import { Moment } from '../time/moment.js';
import type { KeyAction } from './key-dialogues.js';
import { isKeyFound } from './key-search.js';
import { ScopeTags } from './scope-tags.js';

interface Props {
  keys: readonly ApiKey[];
  onAction: (action: KeyAction) => void;
}

export function KeysList({ keys, onAction }: Props) {
  const texts = useTexts();
  const mayChange = useMayChange();
  const [search, setSearch] = useSearch();
  if (keys.length === 0) return <NoKeys onAction={onAction} />;
  const found = keys.filter((key) =>
    isKeyFound(
      key,
      search,
      key.scopes.map((scope) => texts.scopes[scope].label),
    ),
  );
  const columns = mayChange ? [...columnsOf(texts), actionsColumn(texts, onAction)] : columnsOf(texts);
  return (
    <section className="card flush">
      <div className="toolbar">
        <SearchBox label={texts.keys.search} value={search} onChange={setSearch} />
        <span className="muted" role="status">
          {found.length < keys.length
            ? texts.shownOf(found.length, keys.length)
            : texts.keys.total(keys.length)}
        </span>
      </div>
      <DataTable
        label={texts.keys.title}
        rows={found}
        columns={columns}
        rowId={({ id }) => id}
        sorting={{ column: 'application', descending: false }}
      />
    </section>
  );
}

function NoKeys({ onAction }: { onAction: (action: KeyAction) => void }) {
  const { keys: texts } = useTexts();
  return (
    <section className="card empty">
      <Icon name="key" />
      <h2>{texts.emptyTitle}</h2>
      <p>{texts.emptyText}</p>
      {useMayChange() && (
        <Button className="button primary" onPress={() => onAction({ kind: 'create' })}>
          {texts.create}
        </Button>
      )}
    </section>
  );
}

function columnsOf({ keys: texts, never }: Texts): Column<ApiKey>[] {
  return [
    {
      id: 'application',
      label: texts.application,
      isHeader: true,
      sortBy: ({ application }) => application,
      cell: ({ application, id }) => (
        <>
          <span className="strong">{application}</span>
          <span className="mono small muted" title={texts.id}>
            {id}
          </span>
        </>
      ),
    },
    {
      id: 'key',
      label: texts.key,
      sortBy: ({ key_hint: hint }) => hint,
      cell: ({ key_hint: hint }) => <code className="nowrap">{hint}</code>,
    },
    {
      id: 'scopes',
      label: texts.scopes,
      sortBy: ({ scopes }) => scopes.length,
      cell: ({ scopes }) => <ScopeTags scopes={scopes} />,
    },
    {
      id: 'created',
      label: texts.created,
      sortBy: ({ created_at: at }) => Date.parse(at),
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
    {
      id: 'used',
      label: texts.lastUsed,
      sortBy: ({ last_used_at: at }) => (at === null ? null : Date.parse(at)),
      cell: ({ last_used_at: at }) => <Moment at={at} missing={never} />,
    },
  ];
}

function actionsColumn({ keys: texts }: Texts, onAction: (action: KeyAction) => void): Column<ApiKey> {
  const actions: {
    kind: 'edit' | 'regenerate' | 'delete';
    icon: IconName;
    label: (name: string) => string;
  }[] = [
    { kind: 'edit', icon: 'edit', label: texts.editOf },
    { kind: 'regenerate', icon: 'renew', label: texts.regenerateOf },
    { kind: 'delete', icon: 'delete', label: texts.deleteOf },
  ];
  return {
    id: 'actions',
    label: texts.actions,
    cell: (key) => (
      <div className="row-actions">
        {actions.map(({ kind, icon, label }) => (
          <RowAction
            key={kind}
            className={kind}
            label={label(key.application)}
            onPress={() => onAction({ kind, key })}
          >
            <Icon name={icon} />
            <span className="row-action-text">{texts[kind]}</span>
          </RowAction>
        ))}
      </div>
    ),
  };
}

/** Its word where there is room, else a sign that explains itself. */
function RowAction(props: { className: string; label: string; onPress: () => void; children: ReactNode }) {
  return (
    <TooltipTrigger delay={300}>
      <Button
        className={`button quiet small-button ${props.className}`}
        aria-label={props.label}
        onPress={props.onPress}
      >
        {props.children}
      </Button>
      <Tooltip className="tooltip" offset={6}>
        {props.label}
      </Tooltip>
    </TooltipTrigger>
  );
}

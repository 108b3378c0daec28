import type { Person } from '../api/records.js';
import { AtSigns } from '../design/icons/at-signs.js';
import type { IconName } from '../design/icons/icon.js';
import type { Column } from '../design/table/column.js';
import { momentColumn } from '../design/table/moment-column.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { SearchedTable } from '../design/table/searched.js';
import { matches } from '../design/table/sorting.js';
import { useSearch } from '../design/table/use-search.js';
import { useMayChange, useSession } from '../session/session.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import type { PersonAction } from './person-dialog.js';

interface Props {
  people: readonly Person[];
  onAction: (action: PersonAction) => void;
}

export function PeopleList({ people, onAction }: Props) {
  const texts = useTexts();
  const { email } = useSession();
  const mayChange = useMayChange();
  const columns = columnsOf(texts, email);
  return (
    <SearchedTable
      searchLabel={texts.people.search}
      search={useSearch()}
      isFound={({ name, email: address, role }, search) =>
        matches(search, name, address, texts.people.roles[role])
      }
      total={texts.people.total}
      label={texts.people.title}
      rows={people}
      columns={mayChange ? [...columns, actionsColumn(texts, email, onAction)] : columns}
      rowId={({ id }) => id}
      sorting={{ column: 'who', descending: false }}
    />
  );
}

function columnsOf({ people: texts, never }: Texts, own: string): Column<Person>[] {
  return [
    {
      id: 'who',
      label: texts.name,
      isHeader: true,
      sortBy: ({ name }) => name,
      cell: ({ name, email }) => (
        <>
          <span className="strong">{name}</span>
          {email === own && <span className="muted"> ({texts.you})</span>}
        </>
      ),
    },
    {
      id: 'details',
      label: texts.email,
      sortBy: ({ email }) => email,
      cell: (person) => (
        <div>
          <AtSigns text={person.email} />
          <State person={person} />
        </div>
      ),
    },
    { id: 'role', label: texts.role, sortBy: ({ role }) => texts.roles[role] },
    momentColumn('used', texts.lastSignIn, ({ last_sign_in_at: at }) => at, never),
  ];
}

function State({ person }: { person: Person }) {
  const { people: texts, secondFactor } = useTexts();
  const { invited, link_expires_at: until, second_factor: hasFactor } = person;
  if (!invited && until === null) return hasFactor ? <p className="hint">{secondFactor.has}</p> : null;
  const open = invited ? texts.invited : texts.linkOpen;
  return <p className="hint">{until === null ? texts.invitationOver : open}</p>;
}

function actionsColumn(
  { keys, people: texts, secondFactor }: Texts,
  own: string,
  onAction: (action: PersonAction) => void,
): Column<Person> {
  const action = (
    kind: 'change' | 'link' | 'reset' | 'remove',
    icon: IconName,
    person: Person,
    label: string,
  ) => (
    <RowAction
      icon={icon}
      word={kind === 'reset' ? secondFactor.reset : texts[kind]}
      label={label}
      isDangerous={kind === 'remove'}
      onPress={() => onAction({ kind, person })}
    />
  );
  return {
    id: 'actions',
    label: keys.actions,
    cell: (person) => (
      <RowActions>
        {action('change', 'edit', person, texts.changeOf(person.name))}
        {action('link', 'link', person, texts.linkOf(person.name))}
        {person.second_factor &&
          person.email !== own &&
          action('reset', 'renew', person, secondFactor.resetOf(person.name))}
        {action('remove', 'delete', person, texts.removeOf(person.name))}
      </RowActions>
    ),
  };
}

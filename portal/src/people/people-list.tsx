import type { Person } from '../api/records.js';
import { AtSigns } from '../design/icons/links.js';
import type { IconName } from '../design/icons/icon.js';
import { type Column, momentColumn } from '../design/table/column.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { SearchedTable, useSearch } from '../design/table/searched.js';
import { matches } from '../design/table/sorting.js';
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
  const actions: Column<Person> = {
    id: 'actions',
    label: texts.keys.actions,
    cell: (person) => <Actions person={person} onAction={onAction} />,
  };
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
      columns={mayChange ? [...columns, actions] : columns}
      rowId={({ id }) => id}
      sorting={{ column: 'who', descending: false }}
    />
  );
}

function columnsOf({ people: texts, never, signIn }: Texts, own: string): Column<Person>[] {
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
      label: signIn.email,
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

interface ActionProps {
  person: Person;
  onAction: (action: PersonAction) => void;
}

/** The actions on a user. Users change their own password, and turn off their own second factor, in their account. */
function Actions({ person, onAction }: ActionProps) {
  const { people: texts, secondFactor } = useTexts();
  const { email, role: own } = useSession();
  const isOwn = person.email === email;
  const { name } = person;
  if (own !== 'admin' && (own !== 'key_manager' || person.role === 'admin')) return null;
  const action = (kind: 'change' | 'link' | 'reset' | 'remove', icon: IconName, label: string) => (
    <RowAction
      icon={icon}
      word={kind === 'reset' ? secondFactor.reset : texts[kind]}
      label={label}
      isDangerous={kind === 'remove'}
      onPress={() => onAction({ kind, person })}
    />
  );
  return (
    <RowActions>
      {(own === 'admin' || !isOwn) && action('change', 'edit', texts.changeOf(name))}
      {!isOwn && action('link', 'link', texts.linkOf(name))}
      {person.second_factor && !isOwn && action('reset', 'renew', secondFactor.resetOf(name))}
      {action('remove', 'delete', texts.removeOf(name))}
    </RowActions>
  );
}

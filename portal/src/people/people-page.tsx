import { useState } from 'react';
import { api } from '../api/client.js';
import type { Person, PersonWithLink } from '../api/records.js';
import { useResource } from '../api/hooks.js';
import { Button } from '../design/controls/button.js';
import { Loaded, Notice } from '../design/notices/notice.js';
import { Copyable } from '../design/controls/copying.js';
import { afterDialog } from '../design/page/dialogs/dialog.js';
import { Issued } from '../design/page/dialogs/issued.js';
import { focusPageTitle, Page } from '../design/page/page.js';
import type { IconName } from '../design/icons/icon.js';
import { AtSigns } from '../design/icons/links.js';
import { type Column, momentColumn } from '../design/table/column.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { SearchedTable, useSearch } from '../design/table/searched.js';
import { matches } from '../design/table/sorting.js';
import { useMayChange, useSession, useSessionControl } from '../session/session.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import { type PersonAction, PersonDialog } from './person-dialog.js';

/** The users with a password and their password links. */
export function PeoplePage() {
  const { people: texts, readOnly } = useTexts();
  const mayChange = useMayChange();
  const { email } = useSession();
  const { refresh } = useSessionControl();
  const loading = useResource(api.people());
  const [action, setAction] = useState<PersonAction>();
  const [linked, setLinked] = useState<PersonWithLink>();
  const [news, setNews] = useState<string>();

  const settle = (done: string | undefined) => {
    setAction(undefined);
    setNews(done);
    loading.reload();
  };
  const changed = (done: string) => {
    const isOneself = action !== undefined && 'person' in action && action.person.email === email;
    settle(done);
    afterDialog(focusPageTitle);
    if (isOneself) void refresh(); // the change has ended the user's own session
  };

  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={
        linked && (
          // leaving the page asks nothing, because a new link is quick to create
          <Issued
            key={linked.link}
            title={texts.issuedTitle(linked.name)}
            onDone={() => {
              setLinked(undefined);
              afterDialog(focusPageTitle);
            }}
          >
            <p>{texts.issuedText}</p>
            <Copyable isLarge what={texts.linkName} text={linked.link} />
          </Issued>
        )
      }
      actions={
        mayChange && (
          <Button kind="primary" icon="plus" onPress={() => setAction({ kind: 'invite' })}>
            {texts.invite}
          </Button>
        )
      }
    >
      {!mayChange && <Notice kind="info">{readOnly}</Notice>}
      {news && <Notice kind="success">{news}</Notice>}
      <Loaded loading={loading}>{(people) => <PeopleList people={people} onAction={setAction} />}</Loaded>
      <p className="hint">{texts.elsewhere}</p>
      {action && (
        <PersonDialog
          action={action}
          onLinked={(next) => {
            settle(undefined);
            setLinked(next);
          }}
          onChanged={changed}
          onRemoved={({ id, name }) => {
            if (linked?.id === id) setLinked(undefined);
            changed(texts.removed(name));
          }}
          onClose={() => setAction(undefined)}
        />
      )}
    </Page>
  );
}

interface ListProps {
  people: readonly Person[];
  onAction: (action: PersonAction) => void;
}

function PeopleList({ people, onAction }: ListProps) {
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

/** The actions on a user. Users change their own password, and turn off their own second factor, in their account. */
function Actions({ person, onAction }: Pick<ListProps, 'onAction'> & { person: Person }) {
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

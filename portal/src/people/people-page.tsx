import { useState } from 'react';
import { api } from '../api/client.js';
import type { Person, PersonWithLink } from '../api/types.js';
import { useResource } from '../api/hooks.js';
import { Button } from '../design/controls/button.js';
import { ResourceContent, Notice } from '../design/notices/notice.js';
import { CopyField } from '../design/controls/copy-field.js';
import { afterDialogCloses } from '../design/page/dialogs/dialog.js';
import { SecretPanel } from '../design/page/dialogs/secret-panel.js';
import { focusPageTitle, Page } from '../design/page/page.js';
import type { IconName } from '../design/icons/icon.js';
import { BreakableEmail } from '../design/icons/links.js';
import { type Column, timeColumn } from '../design/table/column.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { SearchableTable, useSearch } from '../design/table/searchable-table.js';
import { matchesSearch } from '../design/table/sorting.js';
import { useCanEdit, useSession, useSessionControl } from '../session/session.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import { type PersonAction, PersonDialog } from './person-dialog.js';

/** The users with a password and their password links. */
export function PeoplePage() {
  const { people: texts, readOnly } = useTexts();
  const mayChange = useCanEdit();
  const { email } = useSession();
  const { refresh } = useSessionControl();
  const resource = useResource(api.people());
  const [action, setAction] = useState<PersonAction>();
  const [personWithLink, setPersonWithLink] = useState<PersonWithLink>();
  const [successMessage, setSuccessMessage] = useState<string>();

  const finishAction = (message: string | undefined) => {
    // another dialog may be open when a late response arrives
    setAction((current) => (current === action ? undefined : current));
    setSuccessMessage(message);
    resource.reload();
  };
  const handleChanged = (message: string, revokedLinkOf?: string) => {
    setPersonWithLink((current) => (current?.id === revokedLinkOf ? undefined : current));
    const isOwnAccount = action !== undefined && 'person' in action && action.person.email === email;
    finishAction(message);
    afterDialogCloses(focusPageTitle);
    if (isOwnAccount) void refresh(); // the change has ended the user's own session
  };

  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={
        personWithLink && (
          // leaving the page needs no confirmation, because a new link is quick to create
          <SecretPanel
            key={personWithLink.link}
            title={texts.issuedTitle(personWithLink.name)}
            onDone={() => {
              setPersonWithLink(undefined);
              afterDialogCloses(focusPageTitle);
            }}
          >
            <p>{texts.issuedText}</p>
            <CopyField isLarge label={texts.linkName} text={personWithLink.link} />
          </SecretPanel>
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
      {successMessage && <Notice kind="success">{successMessage}</Notice>}
      <ResourceContent state={resource}>
        {(people) => <PeopleList people={people} onAction={setAction} />}
      </ResourceContent>
      <p className="hint">{texts.singleSignOnNote}</p>
      {action && (
        <PersonDialog
          action={action}
          onLinked={(next) => {
            finishAction(undefined);
            setPersonWithLink(next);
          }}
          onChanged={handleChanged}
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
  const mayChange = useCanEdit();
  const columns = columnsOf(texts, email);
  const actions: Column<Person> = {
    id: 'actions',
    label: texts.keys.actions,
    cell: (person) => <PersonActions person={person} onAction={onAction} />,
  };
  return (
    <SearchableTable
      searchLabel={texts.people.search}
      search={useSearch()}
      isMatch={({ name, email: address, role }, search) =>
        matchesSearch(search, name, address, texts.people.roles[role])
      }
      formatTotal={texts.people.total}
      label={texts.people.title}
      rows={people}
      columns={mayChange ? [...columns, actions] : columns}
      rowId={({ id }) => id}
      sorting={{ column: 'who', isDescending: false }}
    />
  );
}

function columnsOf({ people: texts, never, signIn }: Texts, ownEmail: string): Column<Person>[] {
  return [
    {
      id: 'who',
      label: texts.name,
      isHeader: true,
      sortBy: ({ name }) => name,
      cell: ({ name, email }) => (
        <>
          <span className="strong">{name}</span>
          {email === ownEmail && <span className="muted"> ({texts.you})</span>}
        </>
      ),
    },
    {
      id: 'details',
      label: signIn.email,
      sortBy: ({ email }) => email,
      cell: (person) => (
        <div>
          <BreakableEmail text={person.email} />
          <PersonStatus person={person} />
        </div>
      ),
    },
    { id: 'role', label: texts.role, sortBy: ({ role }) => texts.roles[role] },
    timeColumn('used', texts.lastSignIn, ({ last_sign_in_at: at }) => at, never),
  ];
}

function PersonStatus({ person }: { person: Person }) {
  const { people: texts, secondFactor } = useTexts();
  const { invited, link_expires_at: until, second_factor: hasFactor } = person;
  if (!invited && until === null) return hasFactor ? <p className="hint">{secondFactor.has}</p> : null;
  const open = invited ? texts.invited : texts.linkUnused;
  return <p className="hint">{until === null ? texts.invitationExpired : open}</p>;
}

/** The actions on a user. Users change their own password, and turn off their own second factor, in their account. */
function PersonActions({ person, onAction }: Pick<ListProps, 'onAction'> & { person: Person }) {
  const { people: texts, secondFactor } = useTexts();
  const { email, role: ownRole } = useSession();
  const isOwn = person.email === email;
  const { name } = person;
  if (ownRole !== 'admin' && (ownRole !== 'key_manager' || person.role === 'admin')) return null;
  const renderAction = (kind: 'change' | 'link' | 'reset' | 'remove', icon: IconName, label: string) => (
    <RowAction
      icon={icon}
      text={kind === 'reset' ? secondFactor.reset : texts[kind]}
      label={label}
      isDangerous={kind === 'remove'}
      onPress={() => onAction({ kind, person })}
    />
  );
  return (
    <RowActions>
      {(ownRole === 'admin' || !isOwn) && renderAction('change', 'edit', texts.changeOf(name))}
      {!isOwn && renderAction('link', 'link', texts.linkOf(name))}
      {person.second_factor && !isOwn && renderAction('reset', 'renew', secondFactor.resetOf(name))}
      {renderAction('remove', 'delete', texts.removeOf(name))}
    </RowActions>
  );
}

import { useState } from 'react';
import { api } from '../api/client.js';
import type { PersonWithLink } from '../api/records.js';
import { useResource } from '../api/hooks.js';
import { Button } from '../design/controls/button.js';
import { Loaded, Notice } from '../design/notices/notice.js';
import { Copyable } from '../design/controls/copying.js';
import { afterDialog } from '../design/page/dialogs/dialog.js';
import { Issued } from '../design/page/dialogs/issued.js';
import { focusPageTitle, Page } from '../design/page/page.js';
import { Icon } from '../design/icons/icon.js';
import { useMayChange, useSession, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { PeopleList } from './people-list.js';
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
            <Copyable isLarge what={texts.link} text={linked.link} />
          </Issued>
        )
      }
      actions={
        mayChange && (
          <Button kind="primary" onPress={() => setAction({ kind: 'invite' })}>
            <Icon name="plus" />
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

import { useEffect, useState } from 'react';
import { Link, type Location, useLocation, useNavigate } from 'react-router';
import { api } from '../api/client.js';
import { useResource } from '../api/hooks.js';
import { outcomeOf } from '../api/problem.js';
import type { ApiKey } from '../api/types.js';
import { Button } from '../design/controls/button.js';
import { TextField } from '../design/fields/text-field.js';
import { useForm } from '../design/fields/use-form.js';
import { KeyLink } from '../design/icons/links.js';
import { ResourceContent, Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { FormDialog } from '../design/page/dialogs/dialog.js';
import { Page } from '../design/page/page.js';
import { useCanEdit } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { useNow } from '../time/now.js';
import { useFormatExpiration } from '../time/use-format-time.js';
import { expiringKeys, failingKeys } from './attention/keys-needing-attention.js';
import { useKeyDialogs } from './key-actions.js';
import { KeysList } from './keys-list.js';
import { KeyChips } from './state/key-chips.js';
import styles from './keys-page.module.css';

export function KeysPage() {
  const { keys: texts, lookup, readOnly } = useTexts();
  const mayChange = useCanEdit();
  const resource = useResource(api.keys());
  const [isLookingUp, setLookingUp] = useState(false);
  const { open, issued, successMessage, dialog } = useKeyDialogs(resource, {
    successMessage: useNavigationMessage(),
  });
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={issued}
      actions={
        mayChange && (
          <div className={styles.actions}>
            <Button icon="search" onPress={() => setLookingUp(true)}>
              {lookup.title}
            </Button>
            <Button kind="primary" icon="plus" onPress={() => open({ kind: 'create' })}>
              {texts.create}
            </Button>
          </div>
        )
      }
    >
      {!mayChange && <Notice kind="info">{readOnly}</Notice>}
      {successMessage}
      {resource.value && <AttentionCard keys={resource.value} />}
      <ResourceContent state={resource}>{(keys) => <KeysList keys={keys} onAction={open} />}</ResourceContent>
      {dialog}
      {isLookingUp && <LookupDialog onClose={() => setLookingUp(false)} />}
    </Page>
  );
}

/** Returns the message that another page passed, such as after a deletion. A reload does not show it again. */
function useNavigationMessage(): string | undefined {
  const { pathname, search, state } = useLocation() as Location<{ successMessage?: string } | null>;
  const navigate = useNavigate();
  const [message] = useState(() => state?.successMessage);
  useEffect(() => {
    if (state !== null) void navigate(pathname + search, { replace: true, state: null });
  }, [navigate, pathname, search, state]);
  return message;
}

/** Finds the application of a key that appeared in a log or a repository. */
function LookupDialog({ onClose }: { onClose: () => void }) {
  const { keys, lookup: texts } = useTexts();
  const [found, setFound] = useState<ApiKey | 'none'>();
  const form = useForm('', async (key) => {
    const { value, problem } = await outcomeOf(api.lookUpKey(key.trim()));
    if (problem && problem.status !== 404) throw problem;
    setFound(value ?? 'none');
  });
  const isMissing = form.values.trim() === '';
  return (
    <FormDialog
      title={texts.title}
      form={form}
      isValid={!isMissing}
      isDirty={false}
      submitLabel={texts.find}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <TextField
        label={keys.key}
        value={form.values}
        onChange={(key) => {
          setFound(undefined);
          form.setValues(key);
        }}
        isInvalid={form.isSubmitted && isMissing}
        errorMessage={texts.missing}
        isCode
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
      {form.problem && <ProblemNotice problem={form.problem} />}
      {found === 'none' && <Notice kind="info">{texts.notFound}</Notice>}
      {found && found !== 'none' && (
        <Notice kind="success">
          <p>
            {texts.found} <KeyLink id={found.id} name={found.application} />
          </p>
          <KeyChips apiKey={found} />
          <p>{texts.advice}</p>
        </Notice>
      )}
    </FormDialog>
  );
}

/** The maximum number of expiring keys with a line of their own. */
const MAX_LINES = 3;

/** Lists expiring keys, failing keys and pending invitations. Renders nothing if the list is empty or loading. */
function AttentionCard({ keys }: { keys: readonly ApiKey[] }) {
  const { attention: texts } = useTexts();
  const now = useNow();
  const formatExpiration = useFormatExpiration();
  const { value: page } = useResource(api.failedCalls({ limit: '200' }));
  const { value: people = [] } = useResource(api.people());
  const expiring = expiringKeys(keys, now);
  const failing = failingKeys(keys, page?.calls ?? [], now);
  const hasMoreCalls = (page?.next_cursor ?? null) !== null;
  const invitations = people.filter(({ invited }) => invited).length;
  if (expiring.length + failing.length + invitations === 0) return null;
  return (
    <Card title={texts.title}>
      <ul className={styles.points}>
        {expiring.slice(0, MAX_LINES).map(({ id, application, expires_at: end }) => (
          <li key={`end ${id}`}>
            <KeyLink id={id} name={application} /> {texts.expires(formatExpiration(end ?? ''))}
          </li>
        ))}
        {expiring.length > MAX_LINES && (
          <li>
            <Link to="/keys?state=expiring">{texts.expiring(expiring.length)}</Link>
          </li>
        )}
        {failing.map(({ key: { id, application }, calls }) => (
          <li key={`calls ${id}`}>
            <Link to={`/keys/${encodeURIComponent(id)}?show=calls`}>{application}</Link>{' '}
            {texts.failedCalls(calls, hasMoreCalls)}
          </li>
        ))}
        {invitations > 0 && (
          <li>
            <Link to="/settings/people">{texts.invitations(invitations)}</Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

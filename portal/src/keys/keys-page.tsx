import { useEffect, useState } from 'react';
import { Link, type Location, useLocation, useNavigate } from 'react-router';
import { api } from '../api/client.js';
import { useResource } from '../api/hooks.js';
import { outcomeOf } from '../api/problem.js';
import type { ApiKey } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { KeyLink } from '../design/icons/links.js';
import { Loaded, Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { FormDialog } from '../design/page/dialogs/dialog.js';
import { Page } from '../design/page/page.js';
import { useMayChange } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { useNow } from '../time/now.js';
import { useEndLabel } from '../time/use-absolute-time.js';
import { expiringKeys, failingKeys } from './attention/points.js';
import { useKeyWork } from './key-work.js';
import { KeysList } from './keys-list.js';
import { KeyChips } from './state/key-chips.js';
import styles from './keys-page.module.css';

export function KeysPage() {
  const { keys: texts, lookup, readOnly } = useTexts();
  const mayChange = useMayChange();
  const loading = useResource(api.keys());
  const [isLookingUp, setLookingUp] = useState(false);
  const { open, issued, news, dialog } = useKeyWork(loading, { news: useNewsOfOtherPage() });
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
      {news}
      {loading.value && <Attention keys={loading.value} />}
      <Loaded loading={loading}>{(keys) => <KeysList keys={keys} onAction={open} />}</Loaded>
      {dialog}
      {isLookingUp && <LookupDialog onClose={() => setLookingUp(false)} />}
    </Page>
  );
}

/** Returns the message of a page that led here, such as that of a deleted key. A reload does not show it again. */
function useNewsOfOtherPage(): string | undefined {
  const { pathname, search, state } = useLocation() as Location<{ news?: string } | null>;
  const navigate = useNavigate();
  const [news] = useState(() => state?.news);
  useEffect(() => {
    if (state !== null) void navigate(pathname + search, { replace: true, state: null });
  }, [navigate, pathname, search, state]);
  return news;
}

/** Finds the application of a key that appeared in a log or a repository. */
function LookupDialog({ onClose }: { onClose: () => void }) {
  const { keys, lookup: texts } = useTexts();
  const [found, setFound] = useState<ApiKey | 'none'>();
  const form = useEntered('', async (key) => {
    const { value, problem } = await outcomeOf(api.lookUpKey(key.trim()));
    if (problem && problem.status !== 404) throw problem;
    setFound(value ?? 'none');
  });
  const isMissing = form.entered.trim() === '';
  return (
    <FormDialog
      title={texts.title}
      form={form}
      isRight={!isMissing}
      isChanged={false}
      confirm={texts.find}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <Entry
        label={keys.key}
        value={form.entered}
        onChange={(key) => {
          setFound(undefined);
          form.enter(key);
        }}
        isInvalid={form.isSubmitted && isMissing}
        mistake={texts.missing}
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
          <KeyChips of={found} />
          <p>{texts.advice}</p>
        </Notice>
      )}
    </FormDialog>
  );
}

/** The maximum number of expiring keys with a line of their own. */
const MOST_LINES = 3;

/** Lists what needs the attention of an administrator. Renders nothing if the list is empty or loading. */
function Attention({ keys }: { keys: readonly ApiKey[] }) {
  const { attention: texts } = useTexts();
  const now = useNow();
  const endLabel = useEndLabel();
  const { value: page } = useResource(api.failedCalls({ limit: '200' }));
  const { value: people = [] } = useResource(api.people());
  const expiring = expiringKeys(keys, now);
  const failing = failingKeys(keys, page?.calls ?? [], now);
  const isPart = (page?.next_cursor ?? null) !== null;
  const invitations = people.filter(({ invited }) => invited).length;
  if (expiring.length + failing.length + invitations === 0) return null;
  return (
    <Card title={texts.title}>
      <ul className={styles.points}>
        {expiring.slice(0, MOST_LINES).map(({ id, application, expires_at: end }) => (
          <li key={`end ${id}`}>
            <KeyLink id={id} name={application} /> {texts.expires(endLabel(end ?? ''))}
          </li>
        ))}
        {expiring.length > MOST_LINES && (
          <li>
            <Link to="/keys?state=expiring">{texts.expiring(expiring.length)}</Link>
          </li>
        )}
        {failing.map(({ key: { id, application }, calls }) => (
          <li key={`calls ${id}`}>
            <Link to={`/keys/${encodeURIComponent(id)}?show=calls`}>{application}</Link>{' '}
            {texts.fails(calls, isPart)}
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

import { useState } from 'react';
import { type ApiKeyWithSecret, PATHS, type Scope, type Session } from '../../api/records.js';
import { Copyable } from '../../design/controls/copying.js';
import { Icon } from '../../design/icons/icon.js';
import { LeaveQuestion } from '../../design/page/dialogs/dialog.js';
import { Issued } from '../../design/page/dialogs/issued.js';
import { useLeaving, useUnsaved } from '../../session/leave-guard.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';

interface Props {
  /** The new keys, the newest first. */
  keys: readonly ApiKeyWithSecret[];
  onDone: (id: string) => void;
}

/**
 * The keys created on this page, which are shown once. Leaving the page asks for confirmation until all are copied.
 */
export function IssuedKeys({ keys, onDone }: Props) {
  const { leave: leaveTexts } = useTexts();
  const [copied, setCopied] = useState<readonly string[]>([]);
  const [dismissed, setDismissed] = useState<ApiKeyWithSecret>();
  const pending = keys.find(({ key }) => !copied.includes(key));
  const blocker = useLeaving();
  useUnsaved(pending !== undefined);

  const isLeaving = blocker.state === 'blocked';
  const asked = dismissed ?? (isLeaving ? pending : undefined);
  const stay = () => {
    setDismissed(undefined);
    blocker.reset?.();
  };
  const leave = () => {
    if (dismissed) onDone(dismissed.id);
    setDismissed(undefined);
    blocker.proceed?.();
  };
  return (
    <>
      {keys.map((issued) => (
        <IssuedKeyPanel
          key={issued.key}
          issued={issued}
          onCopied={() => setCopied((before) => [...before, issued.key])}
          onDone={() => (copied.includes(issued.key) ? onDone(issued.id) : setDismissed(issued))}
        />
      ))}
      {asked && (
        <LeaveQuestion
          texts={{ ...leaveTexts, text: leaveTexts.text(asked.application) }}
          onStay={stay}
          onLeave={leave}
        />
      )}
    </>
  );
}

interface PanelProps {
  issued: ApiKeyWithSecret;
  onCopied: () => void;
  onDone: () => void;
}

/** A new key at the top of the page. It is shown once. */
function IssuedKeyPanel({ issued, onCopied, onDone }: PanelProps) {
  const { issued: texts, keys, settings } = useTexts();
  const session = useSession();
  const line = curlLine(issued.key, issued.scopes, session);
  const title = (
    <>
      <Icon name="key" />
      {texts.title(issued.application)}
    </>
  );
  return (
    <Issued title={title} onDone={onDone}>
      <p className="strong">{texts.once}</p>
      <Copyable isLarge what={keys.key} text={issued.key} onCopied={onCopied} />
      <h3>{settings.id}</h3>
      <Copyable what={settings.id} text={session.enterprise_id} />
      <h3>{texts.curl}</h3>
      <Copyable what="curl" text={line} onCopied={onCopied} />
      {line.includes('DEVICE_ID') && <p className="hint">{texts.deviceHint}</p>}
    </Issued>
  );
}

/** Quotes a text for a shell. Within single quotes, only the quote itself is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a curl command for a call that the key allows. */
function curlLine(key: string, scopes: readonly Scope[], session: Session): string {
  const path = PATHS[scopes[0] ?? 'device:GetList'];
  return [
    'curl',
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H ${quoted(`x-enterprise-id: ${session.enterprise_id}`)}`,
    quoted(session.base_url + path),
  ].join(' ');
}

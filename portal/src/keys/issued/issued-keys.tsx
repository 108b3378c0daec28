import { useState } from 'react';
import { type ApiKeyWithSecret, SCOPE_PATHS, type Scope, type Session } from '../../api/types.js';
import { CopyField } from '../../design/controls/copy-field.js';
import { Icon } from '../../design/icons/icon.js';
import { ConfirmLeaveDialog } from '../../design/page/dialogs/dialog.js';
import { SecretPanel } from '../../design/page/dialogs/secret-panel.js';
import { useNavigationBlocker, useUnsavedChanges } from '../../session/unsaved-changes.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';

interface Props {
  /** The new keys, the newest first. */
  keys: readonly ApiKeyWithSecret[];
  onDone: (id: string) => void;
}

/**
 * The keys created on this page, which are shown once. Leaving the page requires confirmation until all are copied.
 */
export function IssuedKeys({ keys, onDone }: Props) {
  const { leave: leaveTexts } = useTexts();
  const [copied, setCopied] = useState<readonly string[]>([]);
  const [dismissed, setDismissed] = useState<ApiKeyWithSecret>();
  const uncopied = keys.find(({ key }) => !copied.includes(key));
  const blocker = useNavigationBlocker();
  useUnsavedChanges(uncopied !== undefined);

  const isLeaving = blocker.state === 'blocked';
  const keyToConfirm = dismissed ?? (isLeaving ? uncopied : undefined);
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
      {keyToConfirm && (
        <ConfirmLeaveDialog
          texts={{ ...leaveTexts, text: leaveTexts.text(keyToConfirm.application) }}
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
  const command = curlCommand(issued.key, issued.scopes, session);
  const title = (
    <>
      <Icon name="key" />
      {texts.title(issued.application)}
    </>
  );
  return (
    <SecretPanel title={title} onDone={onDone}>
      <p className="strong">{texts.once}</p>
      <CopyField isLarge label={keys.key} text={issued.key} onCopied={onCopied} />
      <h3>{settings.id}</h3>
      <CopyField label={settings.id} text={session.enterprise_id} />
      <h3>{texts.curl}</h3>
      <CopyField label="curl" text={command} onCopied={onCopied} />
      {command.includes('DEVICE_ID') && <p className="hint">{texts.deviceHint}</p>}
    </SecretPanel>
  );
}

/** Quotes a text for a shell. Within single quotes, only the quote itself is special. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a curl command for a call that the key allows. */
function curlCommand(key: string, scopes: readonly Scope[], session: Session): string {
  const path = SCOPE_PATHS[scopes[0] ?? 'device:GetList'];
  return [
    'curl',
    `-H ${shellQuote(`Authorization: Bearer ${key}`)}`,
    `-H ${shellQuote(`x-enterprise-id: ${session.enterprise_id}`)}`,
    shellQuote(session.base_url + path),
  ].join(' ');
}

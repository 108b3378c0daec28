import type { IssuedKey } from '../../api/records.js';
import { Copyable } from '../../design/controls/copying.js';
import { Issued } from '../../design/page/issued.js';
import { Icon } from '../../design/signs/icon.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { curlLine, needsDevice } from './curl-line.js';

interface Props {
  issued: IssuedKey;
  onCopied: () => void;
  onDone: () => void;
}

/** A new key at the top of the page, the only time it is shown. */
export function IssuedKeyPanel({ issued, onCopied, onDone }: Props) {
  const { issued: texts, settings } = useTexts();
  const session = useSession();
  const line = curlLine(issued.key, issued.scopes, session);
  const title = (
    <>
      <Icon name="key" />
      {texts.title(issued.application)}
    </>
  );
  return (
    <Issued title={title} done={texts.done} onDone={onDone}>
      <p className="strong">{texts.once}</p>
      <Copyable isLarge what={texts.key} text={issued.key} onCopied={onCopied} />
      <h3>{settings.id}</h3>
      <Copyable what={settings.id} text={session.enterprise_id} />
      <h3>{texts.curl}</h3>
      <Copyable what="curl" text={line} onCopied={onCopied} />
      {needsDevice(line) && <p className="hint">{texts.deviceHint}</p>}
    </Issued>
  );
}

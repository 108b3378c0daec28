import { useEffect, useId, useRef } from 'react';
import type { IssuedKey } from '../../api/records.js';
import { useSession } from '../../session/session.js';
import { Copyable } from '../../design/controls/copying.js';
import { afterDialogue } from '../../design/page/dialogue.js';
import { Icon } from '../../design/signs/icon.js';
import { useTexts } from '../../texts/language.js';
import { curlLine, needsDevice } from './curl-line.js';
import { Button } from '../../design/controls/button.js';
import card from '../../design/page/card.module.css';
import styles from './issued.module.css';
import { CardHead } from '../../design/page/card.js';

interface Props {
  issued: IssuedKey;
  onCopied: () => void;
  onDone: () => void;
}

/** A new key at the top of the page, the only time it is shown. */
export function IssuedKeyPanel({ issued, onCopied, onDone }: Props) {
  const { issued: texts } = useTexts();
  const session = useSession();
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => afterDialogue(() => show(panel.current)), []);
  const line = curlLine(issued.key, issued.scopes, session);
  return (
    <section ref={panel} className={`${card.card} ${styles.issued}`} tabIndex={-1} aria-labelledby={titleId}>
      <CardHead
        id={titleId}
        title={
          <>
            <Icon name="key" />
            {texts.title(issued.application)}
          </>
        }
      >
        <Button onPress={onDone}>{texts.done}</Button>
      </CardHead>
      <p className="strong">{texts.once}</p>
      <Copyable isLarge what={texts.key} text={issued.key} onCopied={onCopied} />
      <h3>{texts.enterprise}</h3>
      <Copyable what={texts.enterprise} text={session.enterprise_id} />
      <h3>{texts.curl}</h3>
      <Copyable what="curl" text={line} onCopied={onCopied} />
      {needsDevice(line) && <p className="hint">{texts.deviceHint}</p>}
    </section>
  );
}

function show(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

import { useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { IssuedKey } from '../api/records.js';
import { useSession } from '../session/session.js';
import { Copyable } from '../design/copying.js';
import { afterDialogue } from '../design/dialogue.js';
import { Icon } from '../design/icon.js';
import { useTexts } from '../texts/language.js';
import { curlLine, needsDevice } from './curl-line.js';

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
    <section ref={panel} className="issued card" tabIndex={-1} aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>
          <Icon name="key" />
          {texts.title(issued.application)}
        </h2>
        <Button className="button" onPress={onDone}>
          {texts.done}
        </Button>
      </header>
      <p className="strong">{texts.once}</p>
      <Copyable className="issued-key" what={texts.key} text={issued.key} onCopied={onCopied} />
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

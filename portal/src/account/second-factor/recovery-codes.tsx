import { useEffect, useId, useRef } from 'react';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copying.js';
import { afterDialog } from '../../design/page/dialogs/dialog.js';
import { useQuestionBeforeUnload } from '../../session/unsaved.js';
import { useTexts } from '../../texts/language.js';
import styles from './second-factor.module.css';

/**
 * Shows new recovery codes once. The browser asks before it closes the page. In-app navigation does
 * not ask, because new codes are quick to create.
 */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { secondFactor: texts } = useTexts();
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useQuestionBeforeUnload(true);
  useEffect(() => afterDialog(() => panel.current?.focus()), []);
  return (
    <section ref={panel} className={styles.codes} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.codesTitle}</h2>
      <p>{texts.codesText}</p>
      <Copyable isLarge what={texts.codes} text={codes.join('\n')} />
      <div>
        <Button kind="primary" onPress={onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}

import { useEffect, useId, useRef } from 'react';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copying.js';
import { handOutText } from '../../design/download/hand-out.js';
import { Icon } from '../../design/icons/icon.js';
import { afterDialog } from '../../design/page/dialogs/dialog.js';
import { useQuestionBeforeUnload } from '../../session/unsaved.js';
import { useTexts } from '../../texts/language.js';
import styles from './second-factor.module.css';

const FILE = 'customer-device-api-recovery-codes.txt';

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
      <div className={styles.actions}>
        <Button onPress={() => handOutText(FILE, `${codes.join('\n')}\n`)}>
          <Icon name="download" />
          {texts.download}
        </Button>
        <Button kind="primary" onPress={onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}

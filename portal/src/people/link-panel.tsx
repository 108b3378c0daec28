import { useEffect, useId, useRef } from 'react';
import type { LinkedPerson } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { Copyable } from '../design/controls/copying.js';
import { CardHead } from '../design/page/card.js';
import { afterDialogue } from '../design/page/dialogue.js';
import { useTexts } from '../texts/language.js';
import card from '../design/page/card.module.css';
import styles from './people.module.css';

/** A new link at the top of the page, the only time it is shown. Another one is made in a moment, so nobody is kept from leaving. */
export function LinkPanel({ linked, onDone }: { linked: LinkedPerson; onDone: () => void }) {
  const { people: texts } = useTexts();
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(
    () =>
      afterDialogue(() => {
        panel.current?.focus({ preventScroll: true });
        scrollTo({ top: 0 });
      }),
    [],
  );
  return (
    <section ref={panel} className={`${card.card} ${styles.linked}`} tabIndex={-1} aria-labelledby={titleId}>
      <CardHead id={titleId} title={texts.issuedTitle(linked.name)}>
        <Button onPress={onDone}>{texts.done}</Button>
      </CardHead>
      <p>{texts.issuedText}</p>
      <Copyable isLarge what={texts.issuedLink} text={linked.link} />
    </section>
  );
}

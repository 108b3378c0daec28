import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '../../../texts/language.js';
import { Button } from '../../controls/button.js';
import { CardHeader } from '../card.js';
import { afterDialogCloses } from './dialog.js';
import card from '../card.module.css';
import styles from './issued.module.css';

interface Props {
  title: ReactNode;
  onDone: () => void;
  children: ReactNode;
}

/** A panel at the top of the page that shows a new secret once. It takes the focus after the dialog has closed. */
export function SecretPanel({ title, onDone, children }: Props) {
  const { done } = useTexts();
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(
    () =>
      afterDialogCloses(() => {
        panel.current?.focus({ preventScroll: true });
        scrollTo({ top: 0 });
      }),
    [],
  );
  return (
    <section ref={panel} className={`${card.card} ${styles.issued}`} tabIndex={-1} aria-labelledby={titleId}>
      <CardHeader id={titleId} title={title}>
        <Button onPress={onDone}>{done}</Button>
      </CardHeader>
      {children}
    </section>
  );
}

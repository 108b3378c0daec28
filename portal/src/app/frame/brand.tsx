import type { ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import styles from './brand.module.css';

export function Brand() {
  const texts = useTexts();
  return (
    <div className={styles.brand}>
      <img src="./icon.svg" alt="" width="32" height="32" />
      <div>
        <strong>{texts.product}</strong>
        <span>{texts.portal}</span>
      </div>
    </div>
  );
}

/** A page without sidebar and header. */
export function Alone({ children }: { children: ReactNode }) {
  return <main className={styles.alone}>{children}</main>;
}

import type { ReactNode } from 'react';
import card from '../../design/page/card.module.css';
import { useTexts } from '../../texts/language.js';
import { Brand } from '../frame/brand.js';
import { Preferences } from '../frame/preferences.js';
import styles from './sign-in.module.css';

/** The layout of pages for signed-out users. */
export function Outside({ title, children }: { title: string; children: ReactNode }) {
  const { product } = useTexts();
  return (
    <div className={styles.signIn}>
      <title>{`${title} · ${product}`}</title>
      <header>
        <Brand />
      </header>
      <main className={card.card}>{children}</main>
      <footer>
        <Preferences />
      </footer>
    </div>
  );
}

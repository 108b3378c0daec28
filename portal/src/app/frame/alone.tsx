import type { ReactNode } from 'react';
import styles from './alone.module.css';

/** A page that stands alone, with nothing around it. */
export function Alone({ children }: { children: ReactNode }) {
  return <main className={styles.alone}>{children}</main>;
}

import type { ReactNode } from 'react';
import styles from './alone.module.css';

/** A page without sidebar and header. */
export function Alone({ children }: { children: ReactNode }) {
  return <main className={styles.alone}>{children}</main>;
}

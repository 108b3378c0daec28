import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icons/icon.js';
import styles from './back-link.module.css';

/** A link from a detail page to its list. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.back} to={to}>
      <Icon name="left" />
      {children}
    </Link>
  );
}

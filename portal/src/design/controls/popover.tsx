import type { ReactNode } from 'react';
import { Popover as Floating } from 'react-aria-components';
import styles from './popover.module.css';

/** What opens beside a button; a list is cut where it gets long. */
export function Popover({ isList = false, children }: { isList?: boolean; children: ReactNode }) {
  return <Floating className={isList ? styles.list : styles.popover}>{children}</Floating>;
}

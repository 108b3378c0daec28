import type { ReactNode } from 'react';
import { Popover as Floating } from 'react-aria-components';
import styles from './popover.module.css';

/** A popover next to a button. Long lists scroll. */
export function Popover({ isList = false, children }: { isList?: boolean; children: ReactNode }) {
  return <Floating className={isList ? styles.list : styles.popover}>{children}</Floating>;
}

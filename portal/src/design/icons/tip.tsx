import type { ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';
import styles from './tip.module.css';

/** A control with a tooltip on hover and focus. */
export function Tip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={300}>
      {children}
      <Tooltip className={styles.tip} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}

import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import type { IconName } from '../icons/icon.js';
import { Tooltip } from '../icons/relative-time.js';
import styles from './row-actions.module.css';

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface Props {
  icon: IconName;
  text: string;
  /** The accessible name, with the name of the row. */
  label: string;
  isDangerous?: boolean;
  onPress: () => void;
}

/** A button with icon and text. In a narrow table it shows only the icon. */
export function RowAction({ icon, text, label, isDangerous = false, onPress }: Props) {
  return (
    <Tooltip text={label}>
      <Button kind={isDangerous ? 'smallDanger' : 'small'} aria-label={label} icon={icon} onPress={onPress}>
        <span className={styles.word}>{text}</span>
      </Button>
    </Tooltip>
  );
}

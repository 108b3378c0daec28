import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import type { IconName } from '../icons/icon.js';
import { Tip } from '../icons/moment.js';
import styles from './row-actions.module.css';

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface Props {
  icon: IconName;
  word: string;
  /** The accessible name, with the name of the row. */
  label: string;
  isDangerous?: boolean;
  onPress: () => void;
}

/** A button with icon and text. If there is no room, it shows the icon only. */
export function RowAction({ icon, word, label, isDangerous = false, onPress }: Props) {
  return (
    <Tip text={label}>
      <Button kind={isDangerous ? 'smallDanger' : 'small'} aria-label={label} icon={icon} onPress={onPress}>
        <span className={styles.word}>{word}</span>
      </Button>
    </Tip>
  );
}

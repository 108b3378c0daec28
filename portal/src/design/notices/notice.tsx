import type { ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import { useTexts } from '../../texts/language.js';
import { problemText } from '../../texts/problem-text.js';
import { Icon } from '../icons/icon.js';
import styles from './notice.module.css';
import { Button } from '../controls/button.js';

type Kind = 'problem' | 'success' | 'warning' | 'info';

const ICONS = { problem: 'alert', success: 'check', warning: 'alert', info: 'info' } as const;

/** A message. Screen readers announce a problem immediately. */
export function Notice({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <div className={styles[kind]} role={kind === 'problem' ? 'alert' : 'status'}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

interface ProblemProps {
  problem: Problem;
  onRetry?: () => void;
  /** A text before the message. */
  children?: ReactNode;
}

export function ProblemNotice({ problem, onRetry, children }: ProblemProps) {
  const texts = useTexts();
  return (
    <Notice kind="problem">
      {children} {problemText(problem, texts)}
      {onRetry && (
        <Button kind="quiet" onPress={onRetry}>
          {texts.retry}
        </Button>
      )}
    </Notice>
  );
}

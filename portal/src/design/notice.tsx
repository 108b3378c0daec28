import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.js';
import { useTexts } from '../texts/language.js';
import { problemText } from '../texts/problem-text.js';
import { Icon } from './icon.js';

type Kind = 'problem' | 'success' | 'warning' | 'info';

const ICONS = { problem: 'alert', success: 'check', warning: 'alert', info: 'info' } as const;

/** Something to know. A problem is read out at once. */
export function Notice({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <div className={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

export function ProblemNotice({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const texts = useTexts();
  return (
    <Notice kind="problem">
      {problemText(problem, texts)}
      {children}
    </Notice>
  );
}

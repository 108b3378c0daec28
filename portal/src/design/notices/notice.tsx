import type { ReactNode } from 'react';
import type { Resource } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import { type ResourceState, useResource } from '../../api/hooks.js';
import { useTexts } from '../../texts/language.js';
import { problemText } from '../../texts/problem-text.js';
import { Button } from '../controls/button.js';
import { Icon } from '../icons/icon.js';
import styles from './notice.module.css';
import waitingStyles from './waiting.module.css';

const ICONS = { problem: 'alert', success: 'check', warning: 'alert', info: 'info' } as const;

/** A message. Screen readers announce a problem immediately. */
export function Notice({ kind, children }: { kind: keyof typeof ICONS; children: ReactNode }) {
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

interface Props<T> {
  state: ResourceState<T>;
  children: (value: T) => ReactNode;
}

/** Shows a loaded value, a progress indicator or the error. */
export function ResourceContent<T>({ state: { value, problem, reload }, children }: Props<T>) {
  if (problem) return <ProblemNotice problem={problem} onRetry={problem.isPermanent ? undefined : reload} />;
  return value === undefined ? <LoadingIndicator /> : children(value);
}

/** Loads a resource and shows it, for a resource that only one component uses. */
export function ResourceLoader<T>({
  resource,
  children,
}: {
  resource: Resource<T>;
  children: (value: T) => ReactNode;
}) {
  return <ResourceContent state={useResource(resource)}>{children}</ResourceContent>;
}

export function LoadingIndicator() {
  const texts = useTexts();
  return (
    <div className={waitingStyles.waiting} role="status">
      <span className="visually-hidden">{texts.loading}</span>
      <span className={waitingStyles.bar} />
      <span className={waitingStyles.bar} />
      <span className={waitingStyles.bar} />
    </div>
  );
}

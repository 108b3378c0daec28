import type { ReactNode } from 'react';
import type { Read } from '../../api/client.js';
import { useResource, type Loading } from '../../api/use-resource.js';
import { useTexts } from '../../texts/language.js';
import { ProblemNotice } from './notice.js';
import styles from './waiting.module.css';

interface Props<T> {
  loading: Loading<T>;
  children: (value: T) => ReactNode;
}

/** Shows a loaded value, a progress indicator or the error. */
export function Loaded<T>({ loading: { value, problem, reload }, children }: Props<T>) {
  if (problem) return <ProblemNotice problem={problem} onRetry={reload} />;
  return value === undefined ? <Waiting /> : children(value);
}

/** Loads a resource and shows it, for a resource that only one component uses. */
export function Load<T>({ read, children }: { read: Read<T>; children: (value: T) => ReactNode }) {
  return <Loaded loading={useResource(read)}>{children}</Loaded>;
}

export function Waiting() {
  const texts = useTexts();
  return (
    <div className={styles.waiting} role="status">
      <span className="visually-hidden">{texts.loading}</span>
      <span className={styles.bar} />
      <span className={styles.bar} />
      <span className={styles.bar} />
    </div>
  );
}

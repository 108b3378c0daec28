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

/** Shows what was loaded, that it is on its way, or why it did not come. */
export function Loaded<T>({ loading: { value, problem, reload }, children }: Props<T>) {
  if (problem) return <ProblemNotice problem={problem} onRetry={reload} />;
  return value === undefined ? <Waiting /> : children(value);
}

/** Loads a resource and shows it, for resources with one user. */
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

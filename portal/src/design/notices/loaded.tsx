import type { ReactNode } from 'react';
import type { Loading } from '../../api/use-resource.js';
import { useTexts } from '../../texts/language.js';
import { ProblemNotice } from './notice.js';
import styles from './waiting.module.css';

interface Props<T> {
  loading: Loading<T>;
  children: (value: T) => ReactNode;
}

/** Shows what was loaded, that it is on its way, or why it did not come. */
export function Loaded<T>({ loading: { resource, reload }, children }: Props<T>) {
  if (resource.state === 'loading') return <Waiting />;
  if (resource.state === 'ready') return children(resource.value);
  return <ProblemNotice problem={resource.problem} onRetry={reload} />;
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

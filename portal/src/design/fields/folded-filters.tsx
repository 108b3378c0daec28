import type { ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import { useNarrow } from '../window/use-narrow.js';
import styles from './folded-filters.module.css';

interface Props {
  /** The number of filters in use, so that a folded filter is not overlooked. */
  inUse: number;
  children: ReactNode;
}

/** Filters that a narrow window folds, so that the list begins on the first screen. */
export function FoldedFilters({ inUse, children }: Props) {
  const { filters } = useTexts();
  if (!useNarrow()) return children;
  return (
    <details className={styles.folded}>
      <summary>{inUse === 0 ? filters.title : filters.inUse(inUse)}</summary>
      <div className={styles.filters}>{children}</div>
    </details>
  );
}

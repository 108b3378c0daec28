import { type ReactNode, useEffect, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { useTexts } from '../../texts/language.js';
import { Icon } from '../icons/icon.js';
import { Tip } from '../icons/moment.js';
import { useNarrow } from '../window/use-narrow.js';
import fields from './field.module.css';
import styles from './filters.module.css';

interface FoldedFiltersProps {
  /** The number of filters in use, so that a folded filter is not overlooked. */
  inUse: number;
  children: ReactNode;
}

/** Filters that a narrow window folds, so that the list begins on the first screen. */
export function FoldedFilters({ inUse, children }: FoldedFiltersProps) {
  const { filters } = useTexts();
  if (!useNarrow()) return children;
  return (
    <details className={styles.folded}>
      <summary>{inUse === 0 ? filters.title : filters.inUse(inUse)}</summary>
      <div className={styles.filters}>{children}</div>
    </details>
  );
}

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const texts = useTexts();
  return (
    <SearchField className={styles.searchBox} aria-label={label} value={value} onChange={onChange}>
      <Icon name="search" />
      <Input className={fields.entry} placeholder={label} />
      <Tip text={texts.clearSearch}>
        <Button aria-label={texts.clearSearch}>
          <Icon name="close" />
        </Button>
      </Tip>
    </SearchField>
  );
}

const PAUSE_MS = 300;

/** Returns a text after a pause in typing, to avoid a request per letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

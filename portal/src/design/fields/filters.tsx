import { type ReactNode, useEffect, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { useTexts } from '../../texts/language.js';
import { Icon } from '../icons/icon.js';
import { Tooltip } from '../icons/relative-time.js';
import { useIsNarrow } from '../window/use-is-narrow.js';
import fields from './field.module.css';
import styles from './filters.module.css';

interface CollapsibleFiltersProps {
  /** The number of active filters, so that the user does not overlook a collapsed filter. */
  activeCount: number;
  children: ReactNode;
}

/** Filters that a narrow window collapses, so that the list begins on the first screen. */
export function CollapsibleFilters({ activeCount, children }: CollapsibleFiltersProps) {
  const { filters } = useTexts();
  if (!useIsNarrow()) return children;
  return (
    <details className={styles.collapsible}>
      <summary>{activeCount === 0 ? filters.title : filters.inUse(activeCount)}</summary>
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
      <Tooltip text={texts.clearSearch}>
        <Button aria-label={texts.clearSearch}>
          <Icon name="close" />
        </Button>
      </Tooltip>
    </SearchField>
  );
}

const DEBOUNCE_MS = 300;

/** Returns a text after a pause in typing, to avoid a request per letter. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

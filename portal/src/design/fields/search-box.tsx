import { Button, Input, SearchField } from 'react-aria-components';
import { useTexts } from '../../texts/language.js';
import { Icon } from '../icons/icon.js';
import fields from './field.module.css';
import styles from './search-box.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchBox({ label, value, onChange }: Props) {
  const texts = useTexts();
  return (
    <SearchField className={styles.searchBox} aria-label={label} value={value} onChange={onChange}>
      <Icon name="search" />
      <Input className={fields.entry} placeholder={label} />
      <Button aria-label={texts.clearSearch}>
        <Icon name="close" />
      </Button>
    </SearchField>
  );
}

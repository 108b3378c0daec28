import { Button, Input, SearchField } from 'react-aria-components';
import { useTexts } from '../texts/language.js';
import { Icon } from './icon.js';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchBox({ label, value, onChange }: Props) {
  const texts = useTexts();
  return (
    <SearchField className="search-box" aria-label={label} value={value} onChange={onChange}>
      <Icon name="search" />
      <Input placeholder={label} />
      <Button aria-label={texts.clearSearch}>
        <Icon name="close" />
      </Button>
    </SearchField>
  );
}

import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { Icon } from './icon.js';

interface Props {
  label: string;
  value: string;
  options: readonly { id: string; label: string }[];
  onChange: (id: string) => void;
}

/** One of several, from a list that opens. */
export function Choice({ label, value, options, onChange }: Props) {
  return (
    <Select
      className="choice"
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label className="label">{label}</Label>
      <Button className="choice-button">
        <SelectValue />
        <Icon name="down" />
      </Button>
      <Popover className="popover">
        <ListBox className="options" items={options}>
          {(option) => <ListBoxItem className="option">{option.label}</ListBoxItem>}
        </ListBox>
      </Popover>
    </Select>
  );
}

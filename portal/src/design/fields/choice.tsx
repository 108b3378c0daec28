import { Button as Pressable, Label, ListBox, ListBoxItem, Select, SelectValue } from 'react-aria-components';
import { Icon } from '../signs/icon.js';
import { Popover } from '../controls/popover.js';
import fields from './field.module.css';
import styles from './choice.module.css';

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
      className={styles.choice}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label className={fields.label}>{label}</Label>
      <Pressable className={`${fields.entry} ${styles.button}`}>
        <SelectValue />
        <Icon name="down" />
      </Pressable>
      <Popover isList>
        <ListBox className={styles.options} items={options}>
          {(option) => <ListBoxItem className={styles.option}>{option.label}</ListBoxItem>}
        </ListBox>
      </Popover>
    </Select>
  );
}

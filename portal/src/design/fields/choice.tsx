import type { ReactNode } from 'react';
import {
  Popover as Floating,
  Label,
  ListBox,
  ListBoxItem,
  Button as Pressable,
  Select,
  SelectValue,
} from 'react-aria-components';
import { Icon } from '../icons/icon.js';
import popoverStyles from '../controls/popover.module.css';
import styles from './choice.module.css';
import fields from './field.module.css';

export interface Option<Id = string> {
  id: Id;
  label: string;
}

interface Props<Id> {
  label: string;
  value: Id;
  options: readonly Option<Id>[];
  onChange: (id: Id) => void;
  autoFocus?: boolean;
}

/** A choice from a drop-down list. */
export function Choice<Id extends string>({ label, options, onChange, ...select }: Props<Id>) {
  return (
    <Select {...select} className={styles.choice} onChange={(key) => onChange(key as Id)}>
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

const ALL = 'all';

interface FilterProps {
  label: string;
  /** The label of the option for no choice. */
  all: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (id: string | undefined) => void;
}

/** A drop-down list with an option for all. */
export function FilterChoice({ all, value = ALL, options, onChange, ...choice }: FilterProps) {
  return (
    <Choice
      {...choice}
      value={value}
      options={[{ id: ALL, label: all }, ...options]}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
    />
  );
}

export const byLabel = (one: Option, other: Option): number => one.label.localeCompare(other.label);

/** A popover next to a button. Long lists scroll. */
export function Popover({ isList = false, children }: { isList?: boolean; children: ReactNode }) {
  return <Floating className={isList ? popoverStyles.list : popoverStyles.popover}>{children}</Floating>;
}

import type { ReactNode } from 'react';
import {
  Popover as AriaPopover,
  Label,
  ListBox,
  ListBoxItem,
  Button as AriaButton,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import { Icon } from '../icons/icon.js';
import popoverStyles from '../controls/popover.module.css';
import styles from './select.module.css';
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

/** A drop-down list with its label. */
export function Select<Id extends string>({ label, options, onChange, ...select }: Props<Id>) {
  return (
    <AriaSelect {...select} className={styles.select} onChange={(key) => onChange(key as Id)}>
      <Label className={fields.label}>{label}</Label>
      <AriaButton className={`${fields.entry} ${styles.button}`}>
        <SelectValue />
        <Icon name="down" />
      </AriaButton>
      <Popover isList>
        <ListBox className={styles.options} items={options}>
          {(option) => <ListBoxItem className={styles.option}>{option.label}</ListBoxItem>}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

const ALL = 'all';

interface FilterProps {
  label: string;
  /** The label of the option for no choice. */
  allLabel: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (id: string | undefined) => void;
}

/** A drop-down list with an option for all. */
export function FilterSelect({ allLabel, value = ALL, options, onChange, ...select }: FilterProps) {
  return (
    <Select
      {...select}
      value={value}
      options={[{ id: ALL, label: allLabel }, ...options]}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
    />
  );
}

export const compareByLabel = (one: Option, other: Option): number => one.label.localeCompare(other.label);

/** A popover next to a button. Long lists scroll. */
export function Popover({ isList = false, children }: { isList?: boolean; children: ReactNode }) {
  return (
    <AriaPopover className={isList ? popoverStyles.list : popoverStyles.popover}>{children}</AriaPopover>
  );
}

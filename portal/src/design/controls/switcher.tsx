import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import styles from './switcher.module.css';

interface Props<Id extends string> {
  label: string;
  value: Id;
  /** The labels of the options by id. */
  options: Readonly<Record<Id, string>>;
  onChange: (id: Id) => void;
}

/** A segmented control, with which the user selects one of a few visible options. */
export function Switcher<Id extends string>({ label, value, options, onChange }: Props<Id>) {
  const ids = Object.keys(options) as Id[];
  return (
    <ToggleButtonGroup
      className={styles.switcher}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = ids.find((id) => keys.has(id));
        if (chosen) onChange(chosen);
      }}
    >
      {ids.map((id) => (
        <ToggleButton key={id} id={id} className={styles.switch}>
          {options[id]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

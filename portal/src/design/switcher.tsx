import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

interface Props<Id extends string> {
  label: string;
  value: Id;
  options: readonly { id: Id; label: string }[];
  onChange: (id: Id) => void;
}

/** One of a few, all of them in sight. */
export function Switcher<Id extends string>({ label, value, options, onChange }: Props<Id>) {
  return (
    <ToggleButtonGroup
      className="switcher"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id));
        if (chosen) onChange(chosen.id);
      }}
    >
      {options.map(({ id, label: text }) => (
        <ToggleButton key={id} id={id} className="switch">
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

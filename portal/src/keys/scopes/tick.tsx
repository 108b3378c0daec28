import { CheckboxButton, CheckboxField } from 'react-aria-components';
import { Icon } from '../../design/icons/icon.js';
import styles from './scope.module.css';

interface Props {
  label: string;
  /** A technical name after the label. */
  code?: string;
  hint: string;
}

/** The content of a checkbox: its label and what it means. */
function TickContent({ label, code, hint }: Props) {
  return (
    <CheckboxButton className={styles.scope}>
      <span className={styles.tick} aria-hidden="true">
        <Icon name="check" />
      </span>
      <span>
        <span className="strong">{label}</span> {code && <code className="small muted">{code}</code>}
        <span className={styles.exposes}>{hint}</span>
      </span>
    </CheckboxButton>
  );
}

/** A checkbox of a group. */
export function Tick({ value, ...content }: Props & { value: string }) {
  return (
    <CheckboxField value={value}>
      <TickContent {...content} />
    </CheckboxField>
  );
}

interface SingleProps extends Props {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

/** A checkbox outside a group. */
export function SingleTick({ isSelected, onChange, ...content }: SingleProps) {
  return (
    <CheckboxField isSelected={isSelected} onChange={onChange}>
      <TickContent {...content} />
    </CheckboxField>
  );
}

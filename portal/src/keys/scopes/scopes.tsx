import {
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps,
  CheckboxGroup,
  FieldError,
  Label,
  Text,
} from 'react-aria-components';
import { type Scope, SCOPES } from '../../api/types.js';
import { Icon } from '../../design/icons/icon.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';
import styles from './scope.module.css';

interface LabeledCheckboxGroupProps<T extends string> {
  label: string;
  hint: string;
  /** The error message if the choice is invalid. */
  errorMessage?: string;
  options: readonly T[];
  textsOf: (option: T) => { label: string; hint: string };
  value: readonly T[];
  onChange: (chosen: T[]) => void;
}

/** A group of checkboxes, each with a hint. */
export function LabeledCheckboxGroup<T extends string>(props: LabeledCheckboxGroupProps<T>) {
  const { label, hint, errorMessage, options, textsOf, value, onChange } = props;
  return (
    <CheckboxGroup
      className={styles.choice}
      value={[...value]}
      isInvalid={errorMessage !== undefined}
      onChange={(chosen) => onChange(options.filter((option) => chosen.includes(option)))}
    >
      <Label className={fields.label}>{label}</Label>
      <Text slot="description" className="hint">
        {hint}
      </Text>
      <FieldError className="problem-text">{errorMessage}</FieldError>
      {options.map((option) => (
        <LabeledCheckbox key={option} value={option} code={option} {...textsOf(option)} />
      ))}
    </CheckboxGroup>
  );
}

interface LabeledCheckboxProps extends Pick<CheckboxFieldProps, 'value' | 'isSelected' | 'onChange'> {
  label: string;
  /** A technical name after the label. */
  code?: string;
  hint: string;
}

/** A checkbox with a label and a hint. */
export function LabeledCheckbox({ label, code, hint, ...field }: LabeledCheckboxProps) {
  return (
    <CheckboxField {...field}>
      <CheckboxButton className={styles.scope}>
        <span className={styles.tick} aria-hidden="true">
          <Icon name="check" />
        </span>
        <span>
          <span className="strong">{label}</span> {code && <code className="small muted">{code}</code>}
          <span className={styles.exposes}>{hint}</span>
        </span>
      </CheckboxButton>
    </CheckboxField>
  );
}

export function ScopeTags({ scopes }: { scopes: readonly Scope[] }) {
  const texts = useTexts();
  return (
    <ul className={styles.tags} role="list">
      {scopes.map((scope) => (
        <li key={scope} className={styles.tag} title={scope}>
          {texts.scopes[scope].label}
        </li>
      ))}
    </ul>
  );
}

/** The scopes in one line, for a list: one scope by its name, several as a number that opens. */
export function ScopeCount({ scopes }: { scopes: readonly Scope[] }) {
  const { keys: texts } = useTexts();
  if (scopes.length < 2) return <ScopeTags scopes={scopes} />;
  return (
    <details className={styles.count}>
      <summary>
        <span className={styles.tag}>
          {scopes.length === SCOPES.length ? texts.allScopes : texts.scopeCount(scopes.length)}
        </span>
      </summary>
      <ScopeTags scopes={scopes} />
    </details>
  );
}

import { CheckboxButton, CheckboxField, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components';
import { type Scope, SCOPES } from '../../api/records.js';
import { Icon } from '../../design/icons/icon.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';
import styles from './scope.module.css';

interface ScopeChoiceProps {
  value: readonly Scope[];
  isMissing: boolean;
  onChange: (scopes: Scope[]) => void;
}

/** A choice of scopes, with the data that each one exposes. */
export function ScopeChoice({ value, isMissing, onChange }: ScopeChoiceProps) {
  const { form, scopes } = useTexts();
  return (
    <CheckboxGroup
      className={styles.choice}
      value={[...value]}
      isInvalid={isMissing}
      onChange={(chosen) => onChange(SCOPES.filter((scope) => chosen.includes(scope)))}
    >
      <Label className={fields.label}>{form.scopes}</Label>
      <Text slot="description" className="hint">
        {form.scopesHint}
      </Text>
      <FieldError className="problem-text">{form.scopesMissing}</FieldError>
      {SCOPES.map((scope) => (
        <Tick
          key={scope}
          value={scope}
          label={scopes[scope].label}
          code={scope}
          hint={scopes[scope].exposes}
        />
      ))}
    </CheckboxGroup>
  );
}

interface TickContentProps {
  label: string;
  /** A technical name after the label. */
  code?: string;
  hint: string;
}

/** The content of a checkbox: its label and what it means. */
function TickContent({ label, code, hint }: TickContentProps) {
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
export function Tick({ value, ...content }: TickContentProps & { value: string }) {
  return (
    <CheckboxField value={value}>
      <TickContent {...content} />
    </CheckboxField>
  );
}

interface SingleProps extends TickContentProps {
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

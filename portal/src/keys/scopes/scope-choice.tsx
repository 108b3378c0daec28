import { CheckboxGroup, FieldError, Label, Text } from 'react-aria-components';
import { SCOPES, type Scope } from '../../api/records.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';
import styles from './scope.module.css';
import { Tick } from './tick.js';

interface Props {
  value: readonly Scope[];
  isMissing: boolean;
  onChange: (scopes: Scope[]) => void;
}

/** A choice of scopes, with the data that each one exposes. */
export function ScopeChoice({ value, isMissing, onChange }: Props) {
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

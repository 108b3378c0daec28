import { CheckboxButton, CheckboxField, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components';
import { SCOPES, type Scope } from '../../api/records.js';
import { Icon } from '../../design/icons/icon.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';
import styles from './scope.module.css';

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
        <CheckboxField key={scope} value={scope}>
          <CheckboxButton className={styles.scope}>
            <span className={styles.tick} aria-hidden="true">
              <Icon name="check" />
            </span>
            <span>
              <span className="strong">{scopes[scope].label}</span>{' '}
              <code className="small muted">{scope}</code>
              <span className={styles.exposes}>{scopes[scope].exposes}</span>
            </span>
          </CheckboxButton>
        </CheckboxField>
      ))}
    </CheckboxGroup>
  );
}

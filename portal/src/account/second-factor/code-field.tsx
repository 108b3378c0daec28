import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';

interface Props {
  label: string;
  hint?: string;
  value: string;
  onChange: (code: string) => void;
  /** Why it is not right, if it is not. */
  mistake: 'missing' | 'wrong' | undefined;
  missing: string;
  /** Whether nothing but digits is meant: a telephone shows those then. */
  isDigits?: boolean;
}

/** A code that is good once. Browsers and password managers know it by its kind. */
export function CodeField({ label, hint, value, onChange, mistake, missing, isDigits }: Props) {
  const { byCode } = useTexts().problems;
  return (
    <TextField
      className={fields.field}
      value={value}
      onChange={onChange}
      autoComplete="one-time-code"
      isInvalid={mistake !== undefined}
      isRequired
      autoFocus
    >
      <Label>{label}</Label>
      <Input
        className={fields.entry}
        inputMode={isDigits ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="problem-text">{mistake === 'wrong' ? byCode.wrong_code : missing}</FieldError>
    </TextField>
  );
}

import type { ReactNode } from 'react';
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components';
import fields from '../../design/fields/field.module.css';

interface Props {
  label: string;
  hint: ReactNode;
  value: string;
  rows: number;
  /** Whether it is code rather than prose. */
  isCode?: boolean;
  /** Why it cannot be saved. */
  mistake: string | undefined;
  onChange: (value: string) => void;
}

/** A text of several lines. */
export function LongText({ label, hint, value, rows, isCode = false, mistake, onChange }: Props) {
  return (
    <TextField className={fields.field} value={value} onChange={onChange} isInvalid={mistake !== undefined}>
      <Label>{label}</Label>
      <TextArea
        className={isCode ? `${fields.entry} mono` : fields.entry}
        rows={rows}
        autoComplete="off"
        spellCheck={!isCode}
      />
      <Text slot="description" className="hint">
        {hint}
      </Text>
      <FieldError className="problem-text">{mistake}</FieldError>
    </TextField>
  );
}

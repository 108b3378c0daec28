import type { ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from 'react-aria-components';
import fields from './field.module.css';

interface Props extends Omit<TextFieldProps, 'className' | 'children'> {
  label: string;
  hint?: ReactNode;
  errorMessage?: string;
  /** The number of lines of a multi-line field. */
  rows?: number;
  /** True for code, which has no spell check. */
  isCode?: boolean;
  /** The capitalization on phone keyboards. */
  autoCapitalize?: 'none';
  /** Elements after the field. */
  children?: ReactNode;
}

/** A text field with its label, hint and error message. */
export function TextField({
  label,
  hint,
  errorMessage,
  rows,
  isCode,
  autoCapitalize,
  children,
  ...field
}: Props) {
  const className = isCode ? `${fields.entry} mono` : fields.entry;
  return (
    <AriaTextField {...field} className={fields.field}>
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input className={className} autoCapitalize={autoCapitalize} />
      ) : (
        <TextArea className={className} rows={rows} />
      )}
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="problem-text">{errorMessage}</FieldError>
      {children}
    </AriaTextField>
  );
}

import { useId } from 'react';
import { DayField } from '../../design/days/day-field.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';

interface Props {
  value: string;
  /** Why it cannot be saved. */
  mistake: string | undefined;
  isRequired: boolean;
  onChange: (lastDay: string) => void;
}

/** The last day on which the key works. */
export function EndField({ value, mistake, isRequired, onChange }: Props) {
  const { form } = useTexts();
  const id = useId();
  return (
    <div className={fields.field}>
      <DayField
        label={form.end}
        value={value}
        isInvalid={mistake !== undefined}
        problemId={id}
        onChange={onChange}
      />
      <p id={id} className={mistake ? 'problem-text' : 'hint'}>
        {mistake ?? (isRequired ? form.endRequired : form.endHint)}
      </p>
    </div>
  );
}

import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import type { Problem } from '../../api/problem.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';
import { isName, MOST_CHARACTERS } from '../terms/wanted.js';

interface NameProps {
  value: string;
  problem: Problem | undefined;
  isTried: boolean;
  onChange: (name: string) => void;
}

/** A browser counts the halves of which some characters are made. */
const MOST_UNITS = 2 * MOST_CHARACTERS;

export function NameField({ value, problem, isTried, onChange }: NameProps) {
  const { form } = useTexts();
  const isTaken = problem?.code === 'application_exists';
  const isWrong = (isTried && !isName(value)) || (problem !== undefined && isAboutName(problem));
  return (
    <TextField
      className={fields.field}
      value={value}
      onChange={onChange}
      isInvalid={isWrong}
      isRequired
      autoFocus
    >
      <Label>{form.name}</Label>
      <Input className={fields.entry} autoComplete="off" maxLength={MOST_UNITS} />
      <Text slot="description" className="hint">
        {form.nameHint}
      </Text>
      <FieldError className="problem-text">{isTaken ? form.nameTaken : form.nameMissing}</FieldError>
    </TextField>
  );
}

export const isAboutName = (problem: Problem): boolean =>
  problem.code === 'application_exists' || problem.about('application') !== undefined;

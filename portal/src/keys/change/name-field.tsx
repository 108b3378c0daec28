import type { Problem } from '../../api/problem.js';
import { Entry } from '../../design/fields/entry.js';
import { useTexts } from '../../texts/language.js';
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
  const { form, problems } = useTexts();
  const isTaken = problem?.code === 'application_exists';
  const isWrong = (isTried && !isName(value)) || (problem !== undefined && isAboutName(problem));
  return (
    <Entry
      label={form.name}
      hint={form.nameHint}
      value={value}
      onChange={onChange}
      isInvalid={isWrong}
      mistake={isTaken ? problems.byCode.application_exists : form.nameMissing}
      autoComplete="off"
      maxLength={MOST_UNITS}
      isRequired
      autoFocus
    />
  );
}

export const isAboutName = (problem: Problem): boolean =>
  problem.code === 'application_exists' || problem.about('application') !== undefined;

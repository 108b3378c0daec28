import { useState } from 'react';
import type { Problem } from '../../api/problem.js';
import { useTexts } from '../../texts/language.js';
import { Button } from '../controls/button.js';
import { TextField } from './text-field.js';
import { STRENGTHS, estimateStrength } from './password-strength.js';
import styles from './new-password.module.css';

const MIN_LENGTH = 12;
const MAX_LENGTH = 1000;

/** Returns true if the length is valid by the rule of the service. Forms check it before they are sent. */
export const isPasswordLengthValid = (text: string): boolean =>
  [...text].length >= MIN_LENGTH && [...text].length <= MAX_LENGTH;

interface Props {
  value: string;
  /** Names and addresses of the user, which the password must not contain. */
  personalInfo: readonly string[];
  onChange: (password: string) => void;
  isSubmitted: boolean;
  problem: Problem | undefined;
  isReadOnly?: boolean;
}

/** Returns true if the service refused the password as easy to guess. The field shows this error. */
export const isWeakPassword = (problem: Problem | undefined): boolean => problem?.code === 'weak_password';

/** A field for a new password with a hint of its strength. The user can show it, which prevents typing errors. */
export function NewPasswordField({ value, personalInfo, onChange, isSubmitted, problem, isReadOnly }: Props) {
  const { newPassword: texts, problems } = useTexts();
  const [isShown, setShown] = useState(false);
  const isWeak = isWeakPassword(problem);
  return (
    <TextField
      label={texts.label}
      hint={texts.hint}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      isInvalid={isWeak || (isSubmitted && !isPasswordLengthValid(value))}
      errorMessage={isWeak ? problems.byCode.weak_password : texts.invalid}
      isRequired
      isReadOnly={isReadOnly}
      spellCheck="false"
    >
      {value !== '' && <StrengthHint password={value} personalInfo={personalInfo} />}
      <div className={styles.show}>
        <Button kind="quiet" onPress={() => setShown(!isShown)}>
          {isShown ? texts.hide : texts.show}
        </Button>
      </div>
    </TextField>
  );
}

function StrengthHint({ password, personalInfo }: { password: string; personalInfo: readonly string[] }) {
  const { newPassword: texts } = useTexts();
  const strength = estimateStrength(password, personalInfo);
  return (
    <p className={styles.strength} role="status">
      <meter
        aria-label={texts.strength}
        min={0}
        max={STRENGTHS.length}
        low={2}
        high={2}
        optimum={STRENGTHS.length}
        value={STRENGTHS.indexOf(strength) + 1}
      />
      {texts.strengths[strength]}
    </p>
  );
}

import { useState } from 'react';
import type { Problem } from '../../api/problem.js';
import { useTexts } from '../../texts/language.js';
import { Button } from '../controls/button.js';
import { Entry } from './entry.js';
import { STRENGTHS, strengthOf } from './strength.js';
import styles from './new-password.module.css';

const [LEAST, MOST] = [12, 1000];

/** The rule of the service for the length, checked before the form is sent. */
export const isNewPassword = (text: string): boolean => [...text].length >= LEAST && [...text].length <= MOST;

interface Props {
  value: string;
  /** Names and addresses of the user, which the password must not contain. */
  personal: readonly string[];
  onChange: (password: string) => void;
  isSubmitted: boolean;
  problem: Problem | undefined;
}

/** Returns true if the service refused the password as easy to guess. The field shows this error. */
export const isWeakPassword = (problem: Problem | undefined): boolean => problem?.code === 'weak_password';

/** A field for a new password with a hint of its strength. The user can show it, which prevents typing errors. */
export function NewPassword({ value, personal, onChange, isSubmitted, problem }: Props) {
  const { newPassword: texts, problems } = useTexts();
  const [isShown, setShown] = useState(false);
  const isWeak = isWeakPassword(problem);
  return (
    <Entry
      label={texts.label}
      hint={texts.hint}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      isInvalid={isWeak || (isSubmitted && !isNewPassword(value))}
      mistake={isWeak ? problems.byCode.weak_password : texts.wrong}
      isRequired
      spellCheck="false"
    >
      {value !== '' && <StrengthHint password={value} personal={personal} />}
      <div className={styles.show}>
        <Button kind="quiet" onPress={() => setShown(!isShown)}>
          {isShown ? texts.hide : texts.show}
        </Button>
      </div>
    </Entry>
  );
}

function StrengthHint({ password, personal }: { password: string; personal: readonly string[] }) {
  const { newPassword: texts } = useTexts();
  const strength = strengthOf(password, personal);
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

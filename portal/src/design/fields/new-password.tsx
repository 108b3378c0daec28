import { useState } from 'react';
import { useTexts } from '../../texts/language.js';
import { Button } from '../controls/button.js';
import { Entry } from './entry.js';
import styles from './new-password.module.css';

const [LEAST, MOST] = [12, 1000];

/** The rule of the service, checked before the form is sent. */
export const isNewPassword = (text: string): boolean => [...text].length >= LEAST && [...text].length <= MOST;

interface Props {
  value: string;
  onChange: (password: string) => void;
  isSubmitted: boolean;
}

/** A field for a new password that the user can show, which prevents typing errors. */
export function NewPassword({ value, onChange, isSubmitted }: Props) {
  const { newPassword: texts } = useTexts();
  const [isShown, setShown] = useState(false);
  return (
    <Entry
      label={texts.label}
      hint={texts.hint}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      isInvalid={isSubmitted && !isNewPassword(value)}
      mistake={texts.wrong}
      isRequired
      spellCheck="false"
    >
      <div className={styles.show}>
        <Button kind="quiet" onPress={() => setShown(!isShown)}>
          {isShown ? texts.hide : texts.show}
        </Button>
      </div>
    </Entry>
  );
}

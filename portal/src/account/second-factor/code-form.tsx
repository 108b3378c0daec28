import type { ReactNode } from 'react';
import { Entry } from '../../design/fields/entry.js';
import { useOneEntry } from '../../design/fields/use-entered.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { EntryForm } from '../../design/page/dialogs/dialog.js';
import { useTexts } from '../../texts/language.js';

interface Props {
  label: string;
  hint?: string;
  /** The error message for an empty field. */
  missing: string;
  isEntered: (code: string) => boolean;
  /** True for digits only, which shows a numeric keyboard on phones. */
  isDigits?: boolean;
  send: (code: string) => Promise<void>;
  button: (isBusy: boolean) => ReactNode;
}

/** Asks for a one-time code. Browsers and password managers recognize the field by its type. */
export function CodeForm({ label, hint, missing, isEntered, isDigits, send, button }: Props) {
  const { byCode } = useTexts().problems;
  const { shown, submit, text, enter, isBusy, mistake, problem } = useOneEntry({
    send,
    isEntered,
    wrongCodes: ['wrong_code'],
  });
  return (
    <EntryForm shown={shown} onSubmit={submit}>
      <Entry
        label={label}
        hint={hint}
        value={text}
        onChange={enter}
        isInvalid={mistake !== undefined}
        mistake={mistake === 'wrong' ? byCode.wrong_code : missing}
        autoComplete="one-time-code"
        inputMode={isDigits ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck="false"
        maxLength={100}
        isRequired
        autoFocus
      />
      {problem && mistake !== 'wrong' && <ProblemNotice problem={problem} />}
      {button(isBusy)}
    </EntryForm>
  );
}

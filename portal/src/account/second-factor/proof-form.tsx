import type { ComponentProps, ReactNode } from 'react';
import { Entry } from '../../design/fields/entry.js';
import { useEntered } from '../../design/fields/use-entered.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { EntryForm } from '../../design/page/dialogs/dialog.js';
import { useTexts } from '../../texts/language.js';

interface Props extends ComponentProps<typeof Entry> {
  /** The error message for an incomplete entry. */
  missing: string;
  isComplete: (entered: string) => boolean;
  send: (entered: string) => Promise<void>;
  buttons: (isBusy: boolean) => ReactNode;
}

const WRONG = ['wrong_code', 'wrong_password'];

/** Asks for a code or the password. The error disappears when the user changes the entry. */
export function ProofForm({ missing, isComplete, send, buttons, ...field }: Props) {
  const { byCode } = useTexts().problems;
  const form = useEntered<string>('', send);
  const { entered, problem } = form;
  const wrong = problem && WRONG.includes(problem.code) ? byCode[problem.code] : undefined;
  return (
    <EntryForm form={form} isRight={isComplete(entered)}>
      <Entry
        {...field}
        value={entered}
        onChange={form.enter}
        isInvalid={wrong !== undefined || (form.isAsSubmitted && !isComplete(entered))}
        mistake={wrong ?? missing}
        isRequired
        autoFocus
      />
      {problem && wrong === undefined && <ProblemNotice problem={problem} />}
      {buttons(form.isBusy)}
    </EntryForm>
  );
}

/** The properties of a field for a one-time code. Browsers and password managers recognize it by its type. */
export const ONE_TIME_CODE = {
  autoComplete: 'one-time-code',
  autoCapitalize: 'none',
  spellCheck: 'false',
  maxLength: 100,
} as const;

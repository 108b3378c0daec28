import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '../../design/fields/text-field.js';
import { useForm } from '../../design/fields/use-form.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { ValidatedForm } from '../../design/page/dialogs/dialog.js';
import { useTexts } from '../../texts/language.js';

interface Props extends ComponentProps<typeof TextField> {
  /** The error message for an incomplete entry. */
  incompleteMessage: string;
  isComplete: (entered: string) => boolean;
  onSubmit: (entered: string) => Promise<void>;
  renderButtons: (isBusy: boolean) => ReactNode;
}

const WRONG_CODES = ['wrong_code', 'wrong_password'];

/** Asks for a code or the password. The error disappears when the user changes the entry. */
export function ProofForm({ incompleteMessage, isComplete, onSubmit, renderButtons, ...field }: Props) {
  const { byCode } = useTexts().problems;
  const form = useForm<string>('', onSubmit);
  const { values: entered, problem } = form;
  const wrongMessage = problem && WRONG_CODES.includes(problem.code) ? byCode[problem.code] : undefined;
  return (
    <ValidatedForm form={form} isValid={isComplete(entered)}>
      <TextField
        {...field}
        value={entered}
        onChange={form.setValues}
        isInvalid={wrongMessage !== undefined || (form.isUnchangedSinceSubmit && !isComplete(entered))}
        errorMessage={wrongMessage ?? incompleteMessage}
        isRequired
        autoFocus
      />
      {problem && wrongMessage === undefined && <ProblemNotice problem={problem} />}
      {renderButtons(form.isBusy)}
    </ValidatedForm>
  );
}

/** The properties of a field for a one-time code. Browsers and password managers recognize it by its type. */
export const ONE_TIME_CODE = {
  autoComplete: 'one-time-code',
  autoCapitalize: 'none',
  spellCheck: 'false',
  maxLength: 100,
} as const;

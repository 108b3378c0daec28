import { useEffect, useReducer, useRef, useState } from 'react';
import { useAction } from '../../api/hooks.js';

export type FormState = ReturnType<typeof useForm>;

/**
 * The state of a form and its submission. After an error, the first invalid field gets the focus. With `shouldReset`, the
 * fields have their initial values again after the submission.
 */
export function useForm<T>(
  initialValues: T,
  onSubmit: (values: T) => Promise<unknown>,
  { shouldReset = false } = {},
) {
  const [initial] = useState(initialValues);
  const [draft, setDraft] = useState({ values: initialValues });
  const [submitted, setSubmitted] = useState<typeof draft>();
  const [saved, setSaved] = useState<typeof draft>();
  const formRef = useRef<HTMLFormElement>(null);
  const [failureCount, countFailure] = useReducer((count: number) => count + 1, 0);
  const { isBusy, problem, run, clearProblem } = useAction(() => onSubmit(draft.values));
  useEffect(() => {
    if (failureCount > 0) focusFirstError(formRef.current);
  }, [failureCount]);
  const isUnchangedSinceSubmit = submitted === draft;
  return {
    formRef,
    values: draft.values,
    setValues: (values: T) => {
      setDraft({ values });
      clearProblem();
    },
    isSubmitted: submitted !== undefined,
    /** True if the user has entered anything. */
    isDirty: JSON.stringify(draft.values) !== JSON.stringify(initial),
    /** True if nothing has changed since the submission. */
    isUnchangedSinceSubmit,
    isBusy,
    /** True after the service accepted the form, until the user changes it. */
    isSaved: saved === draft,
    /** The error of the submission, until the user changes the form. */
    problem: isUnchangedSinceSubmit ? problem : undefined,
    submit: async (isValid: boolean): Promise<void> => {
      if (isBusy) return; // the first submission decides whether the form is saved
      setSubmitted(draft);
      const isSuccess = isValid && (await run());
      const next = shouldReset ? { values: initial } : draft;
      setSaved(isSuccess ? next : undefined);
      if (!isSuccess) countFailure();
      else if (shouldReset) {
        setDraft((current) => (current === draft ? next : current)); // keeps later changes
        setSubmitted(undefined);
      }
    },
  };
}

/**
 * Moves the focus to the first invalid field, so that screen readers announce its error, and scrolls the error into
 * view. An error without a field is an alert, which screen readers announce too.
 */
function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[data-invalid]');
  field?.querySelector<HTMLElement>('[role=spinbutton], input, textarea')?.focus();
  const error = (field ?? form)?.querySelector('.problem-text, [role=alert]');
  error?.scrollIntoView({ block: 'nearest' });
}

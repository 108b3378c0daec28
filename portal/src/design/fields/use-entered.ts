import { useEffect, useReducer, useRef, useState } from 'react';
import { useAttempt } from '../../api/hooks.js';

export type Entered = ReturnType<typeof useEntered>;

/**
 * The state of a form and its submission. After an error, the first invalid field gets the focus. With `isEmptied`, the
 * fields are empty again after the submission.
 */
export function useEntered<T>(first: T, send: (entered: T) => Promise<unknown>, { isEmptied = false } = {}) {
  const [initial] = useState(first);
  const [draft, setDraft] = useState({ entered: first });
  const [submitted, setSubmitted] = useState<typeof draft>();
  const [isSaved, setSaved] = useState(false);
  const shown = useRef<HTMLFormElement>(null);
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0);
  const { isBusy, problem, attempt, forget } = useAttempt(() => send(draft.entered));
  useEffect(() => {
    if (refusals > 0) showMistake(shown.current);
  }, [refusals]);
  const isAsSubmitted = submitted === draft;
  return {
    shown,
    entered: draft.entered,
    enter: (entered: T) => {
      setDraft({ entered });
      setSaved(false);
      forget();
    },
    isSubmitted: submitted !== undefined,
    /** True if the user has entered anything. */
    isChanged: JSON.stringify(draft.entered) !== JSON.stringify(initial),
    /** True if nothing has changed since the submission. */
    isAsSubmitted,
    isBusy,
    /** True after the service accepted the form, until the user changes it. */
    isSaved,
    /** The error of the submission, until the user changes the form. */
    problem: isAsSubmitted ? problem : undefined,
    submit: async (isRight: boolean): Promise<void> => {
      if (isBusy) return; // the first submission decides whether the form is saved
      setSubmitted(draft);
      const isDone = isRight && (await attempt());
      setSaved(isDone);
      if (!isDone) refuse();
      else if (isEmptied) {
        setDraft({ entered: initial });
        setSubmitted(undefined);
      }
    },
  };
}

/**
 * Moves the focus to the first invalid field, so that screen readers announce its error, and scrolls the error into
 * view. An error of no single field is an alert, which screen readers announce too.
 */
function showMistake(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[data-invalid]');
  field?.querySelector<HTMLElement>('[role=spinbutton], input, textarea')?.focus();
  const error = (field ?? form)?.querySelector('.problem-text, [role=alert]');
  error?.scrollIntoView({ block: 'nearest' });
}

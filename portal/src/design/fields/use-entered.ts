import { useEffect, useReducer, useRef, useState } from 'react';
import { useAttempt } from '../../api/use-attempt.js';

/** The state of a form and of its submission. After an error the first invalid field gets the focus. */
export function useEntered<T>(first: T, send: (entered: T) => Promise<unknown>) {
  const [draft, setDraft] = useState({ entered: first });
  const [submitted, setSubmitted] = useState<typeof draft>();
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
      forget();
    },
    isSubmitted: submitted !== undefined,
    /** True if nothing has changed since the submission. */
    isAsSubmitted,
    isBusy,
    /** It is about what was sent, and goes as soon as something else is entered. */
    problem: isAsSubmitted ? problem : undefined,
    /** Returns true if the service accepted the form. */
    submit: async (isRight: boolean): Promise<boolean> => {
      setSubmitted(draft);
      const isDone = isRight && (await attempt());
      if (!isDone) refuse();
      return isDone;
    },
    startOver: () => {
      setDraft({ entered: first });
      setSubmitted(undefined);
    },
  };
}

/**
 * Puts the focus on the first field that is wrong, so that its error is read out, and brings the error into sight, which may
 * lie above or below what is seen of a form. What is wrong with no field is read out on its own.
 */
function showMistake(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[data-invalid]');
  field?.querySelector<HTMLElement>('[role=spinbutton], input, textarea')?.focus();
  const error = (field ?? form)?.querySelector('.problem-text, [role=alert]');
  error?.scrollIntoView({ block: 'nearest' });
}

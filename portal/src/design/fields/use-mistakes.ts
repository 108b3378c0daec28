import { useEffect, useReducer, useRef, type RefObject } from 'react';

/** For a form: what shows its first mistake, as soon as it is drawn. */
export function useMistakes(): { shown: RefObject<HTMLFormElement | null>; refuse: () => void } {
  const shown = useRef<HTMLFormElement>(null);
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (refusals > 0) showMistake(shown.current);
  }, [refusals]);
  return { shown, refuse };
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

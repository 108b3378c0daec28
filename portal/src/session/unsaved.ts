import { useEffect } from 'react';

/** Counts the unsaved items on the pages. */
let holders = 0;

export const isAnythingUnsaved = (): boolean => holders > 0;

/** Says that leaving loses something; the browser then asks in its own words. */
export function useUnsaved(isUnsaved: boolean): void {
  useQuestionBeforeUnload(isUnsaved);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    holders++;
    return () => {
      holders--;
    };
  }, [isUnsaved]);
}

/** Asks before the window is closed or another address loaded. */
export function useQuestionBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}

import { useEffect } from 'react';

/** Counts the unsaved items on the pages. */
let holders = 0;

export const isAnythingUnsaved = (): boolean => holders > 0;

/** Marks unsaved data. Before the page closes, the browser then asks the user. */
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

/** Makes the browser ask before the window closes or loads another address. */
export function useQuestionBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}

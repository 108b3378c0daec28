import { createContext, type ReactNode, use, useCallback, useEffect } from 'react';
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router';

const LeavingContext = createContext<Blocker | undefined>(undefined);

interface Props {
  /** True while the pages are hidden, so that they cannot ask the user. */
  isClosed: boolean;
  children: ReactNode;
}

/**
 * Blocks navigation that would lose unsaved data. One guard surrounds all pages, because the router
 * supports only one and keeps the guard of a page that was hidden.
 */
export function LeaveGuard({ isClosed, children }: Props) {
  const isStopped = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isClosed || (isAnythingUnsaved() && currentLocation.pathname !== nextLocation.pathname),
    [isClosed],
  );
  const blocker = useBlocker(isStopped);
  useQuestionBeforeUnload(isClosed);
  useEffect(() => {
    if (isClosed) blocker.reset?.();
  }, [isClosed, blocker]);
  return <LeavingContext value={blocker}>{children}</LeavingContext>;
}

/** Returns the blocked navigation. A page with unsaved data asks the user to confirm it. */
export function useLeaving(): Blocker {
  const blocker = use(LeavingContext);
  if (!blocker) throw new Error('Nothing guards the pages');
  return blocker;
}

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

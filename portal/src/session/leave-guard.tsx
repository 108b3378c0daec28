import { createContext, use, useCallback, useEffect, type ReactNode } from 'react';
import { useBlocker, type Blocker, type BlockerFunction } from 'react-router';
import { isAnythingUnsaved, useQuestionBeforeUnload } from './unsaved.js';

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

import { createContext, use, useCallback, useEffect, type ReactNode } from 'react';
import { useBlocker, type Blocker, type BlockerFunction } from 'react-router';
import { isAnythingUnsaved, useQuestionBeforeUnload } from './unsaved.js';

const LeavingContext = createContext<Blocker | undefined>(undefined);

interface Props {
  /** The pages are hidden and cannot ask the user. */
  isClosed: boolean;
  children: ReactNode;
}

/**
 * Stops whoever is about to leave what would be lost. It stands around the pages, because the router takes one guard only and
 * never lets go of one whose page was put away and shown again.
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

/** The blocked navigation, which a page with unsaved data confirms. */
export function useLeaving(): Blocker {
  const blocker = use(LeavingContext);
  if (!blocker) throw new Error('Nothing guards the pages');
  return blocker;
}

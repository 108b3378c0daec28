import { createContext, type ReactNode, use, useCallback, useEffect } from 'react';
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router';

const BlockerContext = createContext<Blocker | undefined>(undefined);

interface Props {
  /** True while hidden pages have unsaved data. They cannot ask the user, so the guard blocks every navigation. */
  hasHiddenChanges: boolean;
  children: ReactNode;
}

/**
 * Blocks navigation that would lose unsaved data. One guard surrounds all pages, because the router
 * supports only one and keeps the guard of a page that was hidden.
 */
export function UnsavedChangesGuard({ hasHiddenChanges, children }: Props) {
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      hasHiddenChanges || (hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname),
    [hasHiddenChanges],
  );
  const blocker = useBlocker(shouldBlock);
  useBeforeUnloadPrompt(hasHiddenChanges);
  useEffect(() => {
    if (hasHiddenChanges) blocker.reset?.();
  }, [hasHiddenChanges, blocker]);
  return <BlockerContext value={blocker}>{children}</BlockerContext>;
}

/** Returns the blocked navigation. A page with unsaved data asks the user to confirm it. */
export function useNavigationBlocker(): Blocker {
  const blocker = use(BlockerContext);
  if (!blocker) throw new Error('No guard for unsaved changes is provided');
  return blocker;
}

/** Counts the unsaved items on the pages. */
let unsavedCount = 0;

export const hasUnsavedChanges = (): boolean => unsavedCount > 0;

/** Marks unsaved data. Before the page closes, the browser then asks the user. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useBeforeUnloadPrompt(isUnsaved);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    unsavedCount++;
    return () => {
      unsavedCount--;
    };
  }, [isUnsaved]);
}

/** Makes the browser ask before the window closes or loads another address. */
export function useBeforeUnloadPrompt(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [isEnabled]);
}

import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { api, onSignedOut, type Resource } from '../api/client.js';
import { outcomeOf, type Problem } from '../api/problem.js';
import type { Session } from '../api/types.js';
import { hasUnsavedChanges } from './unsaved-changes.js';

const CLEANUP_INTERVAL_MS = 10_000;

interface SessionControl {
  state: SessionState;
  /** Queries the service, which extends the session. */
  refresh: () => Promise<void>;
  /** Queries the service without extending the session. */
  checkSession: () => Promise<Session | undefined>;
  startSession: (session: Session) => void;
  signOut: (reason?: SignOutReason) => Promise<void>;
}

/** Connects the windows of this browser, so that all of them notice when one changes or extends the session. */
const otherWindows = new BroadcastChannel('portal-session');
const notifyOtherWindows = () => otherWindows.postMessage('changed');

/** True while the sign-in page shows data that the service does not return again. */
let isSignInPageKept = false;

/** Keeps the sign-in page when the user opens another window, which has the new session. */
export function useKeptSignInPage(isKept: boolean): void {
  useEffect(() => {
    isSignInPageKept = isKept;
    return () => {
      isSignInPageKept = false;
    };
  }, [isKept]);
}

const ControlContext = createContext<SessionControl | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: 'unknown' });

  const fetchSession = useCallback(
    ({ load }: Resource<Session>) =>
      outcomeOf(load()).then(({ value: session, problem }) => {
        if (session) setState({ status: 'present', session });
        else if (problem.status === 401) handleUnauthorized(setState);
        // keeps the known state while the service is unreachable
        else
          setState((before) =>
            ['present', 'absent'].includes(before.status) ? before : { status: 'failed', problem },
          );
        return session;
      }),
    [],
  );
  const checkSession = useCallback(() => fetchSession(api.checkSession()), [fetchSession]);
  const refresh = useCallback(async () => {
    if (await fetchSession(api.session())) notifyOtherWindows();
  }, [fetchSession]);
  const startSession = (session: Session) => {
    setState({ status: 'present', session });
    notifyOtherWindows();
  };
  const signOut = async (reason: SignOutReason = 'signed-out') => {
    await api.signOut();
    setState({ status: 'absent', reason });
    notifyOtherWindows();
  };

  useEffect(() => {
    onSignedOut(() => handleUnauthorized(setState));
    otherWindows.onmessage = () => {
      if (!isSignInPageKept) void checkSession();
    };
    void refresh();
    const timer = setInterval(() => setState(withoutExpiredPages), CLEANUP_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [checkSession, refresh]);

  return (
    <ControlContext value={{ state, refresh, checkSession, startSession, signOut }}>
      {children}
    </ControlContext>
  );
}

function handleUnauthorized(setState: (change: (before: SessionState) => SessionState) => void): void {
  const isUnsaved = hasUnsavedChanges(); // read now, because hidden pages no longer count
  setState((before) => stateAfterUnauthorized(before, isUnsaved));
}

export function useSessionControl(): SessionControl {
  const control = use(ControlContext);
  if (!control) throw new Error('No session is provided');
  return control;
}

/**
 * Returns the session of the signed-in user, or of the hidden pages. Only components inside
 * `SessionGate` may call it.
 */
export function useSession(): Session {
  const session = sessionOf(useSessionControl().state);
  if (!session) throw new Error('Not signed in');
  return session;
}

/** Returns true if the user may change API keys, users and settings. */
export const useCanEdit = (): boolean => useSession().role !== 'viewer';

/** Returns false if the operator has turned agents off with `MCP=off`. The service then adds a `meta` element to the page. */
export const areAgentsEnabled = (): boolean =>
  document.querySelector('meta[name="agents"][content="off"]') === null;

/** The time for which hidden pages are kept. It is longer than a lunch break, and no new API key stays overnight. */
const MAX_HIDDEN_MS = 60 * 60_000;

/** The pages of an expired session, hidden until the same user signs in again. */
export interface HiddenPages {
  session: Session;
  expiresAt: number;
  /** True if the pages have unsaved data. */
  isUnsaved: boolean;
}

export type SignOutReason = 'never' | 'expired' | 'signed-out' | 'password-set';

export type SessionState =
  | { status: 'unknown' }
  | { status: 'failed'; problem: Problem }
  | { status: 'absent'; reason: SignOutReason; hiddenPages?: HiddenPages }
  | { status: 'present'; session: Session };

/** Returns the state after a 401. It ends a current session. Without one, the user has not signed in yet. */
function stateAfterUnauthorized(before: SessionState, isUnsaved: boolean): SessionState {
  if (before.status === 'absent') return before;
  if (before.status !== 'present') return { status: 'absent', reason: 'never' };
  const hiddenPages = { session: before.session, expiresAt: Date.now() + MAX_HIDDEN_MS, isUnsaved };
  return { status: 'absent', reason: 'expired', hiddenPages };
}

/** Removes hidden pages after the maximum time. */
function withoutExpiredPages(before: SessionState): SessionState {
  if (before.status !== 'absent' || !before.hiddenPages || Date.now() < before.hiddenPages.expiresAt)
    return before;
  return { status: 'absent', reason: before.reason };
}

/** Returns the session of the pages, visible or hidden. */
export function sessionOf(state: SessionState): Session | undefined {
  if (state.status === 'present') return state.session;
  return state.status === 'absent' ? state.hiddenPages?.session : undefined;
}

/** Identifies a user, enterprise and role. Only the same combination gets hidden pages back. */
export const userIdentityOf = ({ enterprise_id: enterprise, email, role }: Session): string =>
  JSON.stringify([enterprise, email, role]);

import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { api, onSignedOut, type Read } from '../api/client.js';
import { outcomeOf, type Problem } from '../api/problem.js';
import type { Session } from '../api/records.js';
import { isAnythingUnsaved } from './leave-guard.js';

const TIDY_EVERY_MS = 10_000;

interface SessionControl {
  state: SessionState;
  /** Queries the service, which extends the session. */
  refresh: () => Promise<void>;
  /** Queries the service without extending the session. */
  look: () => Promise<Session | undefined>;
  began: (session: Session) => void;
  signOut: (because?: Reason) => Promise<void>;
}

/** Connects the windows of this browser, so that all of them notice when one changes or extends the session. */
const otherWindows = new BroadcastChannel('portal-session');
const tellOthers = () => otherWindows.postMessage('changed');

const ControlContext = createContext<SessionControl | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ is: 'unknown' });

  const ask = useCallback(
    ({ load }: Read<Session>) =>
      outcomeOf(load()).then(({ value: session, problem }) => {
        if (session) setState({ is: 'present', session });
        else if (problem.status === 401) refuse(setState);
        // keeps the known state while the service is unreachable
        else
          setState((before) =>
            ['present', 'absent'].includes(before.is) ? before : { is: 'failed', problem },
          );
        return session;
      }),
    [],
  );
  const look = useCallback(() => ask(api.lookAtSession()), [ask]);
  const refresh = useCallback(async () => {
    if (await ask(api.session())) tellOthers();
  }, [ask]);
  const began = (session: Session) => {
    setState({ is: 'present', session });
    tellOthers();
  };
  const signOut = async (because: Reason = 'signed-out') => {
    await api.signOut();
    setState({ is: 'absent', because });
    tellOthers();
  };

  useEffect(() => {
    onSignedOut(() => refuse(setState));
    otherWindows.onmessage = () => void look();
    void refresh();
    const timer = setInterval(() => setState(withoutOldPages), TIDY_EVERY_MS);
    return () => clearInterval(timer);
  }, [look, refresh]);

  return <ControlContext value={{ state, refresh, look, began, signOut }}>{children}</ControlContext>;
}

function refuse(setState: (change: (before: SessionState) => SessionState) => void): void {
  const isUnsaved = isAnythingUnsaved(); // read now, because hidden pages no longer count
  setState((before) => afterRefusal(before, isUnsaved));
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
  const session = ownerOf(useSessionControl().state);
  if (!session) throw new Error('Not signed in');
  return session;
}

/** Returns true if the user may change API keys, users and settings. */
export const useMayChange = (): boolean => useSession().role !== 'viewer';

/** False if the operator has switched agents off with `MCP=off`. The service then says so in the head of the page. */
export const areAgentsOn = (): boolean =>
  document.querySelector('meta[name="agents"][content="off"]') === null;

/** The time for which hidden pages wait for their user. It outlasts a meal, but no new key stays overnight. */
const WAIT_MS = 60 * 60_000;

/** The pages of an expired session, hidden until the same user signs in again. */
export interface WaitingPages {
  session: Session;
  until: number;
  /** True if the pages have unsaved data. */
  isUnsaved: boolean;
}

export type Reason = 'never' | 'expired' | 'signed-out' | 'password-set';

export type SessionState =
  | { is: 'unknown' }
  | { is: 'failed'; problem: Problem }
  | { is: 'absent'; because: Reason; waiting?: WaitingPages }
  | { is: 'present'; session: Session };

/** Returns the state after a 401. It ends a current session. Without one, the user has not signed in yet. */
function afterRefusal(before: SessionState, isUnsaved: boolean): SessionState {
  if (before.is === 'absent') return before;
  if (before.is !== 'present') return { is: 'absent', because: 'never' };
  const waiting = { session: before.session, until: Date.now() + WAIT_MS, isUnsaved };
  return { is: 'absent', because: 'expired', waiting };
}

/** Removes hidden pages that have waited too long. */
function withoutOldPages(before: SessionState): SessionState {
  if (before.is !== 'absent' || !before.waiting || Date.now() < before.waiting.until) return before;
  return { is: 'absent', because: before.because };
}

/** The user of the pages, visible or hidden. */
export function ownerOf(state: SessionState): Session | undefined {
  if (state.is === 'present') return state.session;
  return state.is === 'absent' ? state.waiting?.session : undefined;
}

/** Identifies a user, enterprise and role. Only the same combination gets hidden pages back. */
export const personOf = ({ enterprise_id: enterprise, email, role }: Session): string =>
  JSON.stringify([enterprise, email, role]);

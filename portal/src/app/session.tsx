import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { api, onSignedOut } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import type { Session } from '../api/records.js';

export type SessionState =
  | { is: 'unknown' }
  | { is: 'failed'; problem: Problem }
  | { is: 'absent'; because: 'never' | 'expired' | 'signed-out' }
  | { is: 'present'; session: Session; idleLimit: number };

interface SessionControl {
  state: SessionState;
  /** Asks the service, which also keeps the session alive. */
  refresh: () => Promise<void>;
  began: (session: Session) => void;
  signOut: () => Promise<void>;
}

const ControlContext = createContext<SessionControl | undefined>(undefined);

/** How long the session lasts from the answer on: by the service's clock, which may differ from ours by a little. */
const idleLimitOf = ({ expires_at: end }: Session): number => Date.parse(end) - Date.now();

const absent = (because: 'never' | 'expired' | 'signed-out'): SessionState => ({ is: 'absent', because });

/** A refused call ends a session that was there; one that asks for the first time merely has none. */
const afterRefusal = (before: SessionState): SessionState => {
  if (before.is === 'present') return absent('expired');
  return before.is === 'absent' ? before : absent('never');
};

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ is: 'unknown' });

  const began = useCallback(
    (session: Session) => setState({ is: 'present', session, idleLimit: idleLimitOf(session) }),
    [],
  );
  const refresh = useCallback(async () => {
    try {
      began(await api.session());
    } catch (error) {
      const problem = toProblem(error);
      setState((before) => {
        if (problem.status === 401) return afterRefusal(before);
        return before.is === 'present' ? before : { is: 'failed', problem };
      });
    }
  }, [began]);
  const signOut = useCallback(async () => {
    await api.signOut();
    setState(absent('signed-out'));
  }, []);

  useEffect(() => {
    onSignedOut(() => setState(afterRefusal));
    void refresh();
  }, [refresh]);

  const control = useMemo(() => ({ state, refresh, began, signOut }), [state, refresh, began, signOut]);
  return <ControlContext value={control}>{children}</ControlContext>;
}

export function useSessionControl(): SessionControl {
  const control = use(ControlContext);
  if (!control) throw new Error('No session is provided');
  return control;
}

/** The session of a signed-in administrator; only for what SessionGate lets be seen. */
export function useSession(): Session {
  const { state } = useSessionControl();
  if (state.is !== 'present') throw new Error('Nobody is signed in');
  return state.session;
}

export const useMayChange = (): boolean => useSession().role === 'admin';

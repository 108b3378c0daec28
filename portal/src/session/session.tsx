import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { api, onSignedOut, type Read } from '../api/client.js';
import { outcomeOf } from '../api/problem.js';
import type { Session } from '../api/records.js';
import { useOtherWindows } from './other-windows.js';
import { afterRefusal, ownerOf, withoutOldPages, type Reason, type SessionState } from './session-state.js';
import { isAnythingUnsaved } from './unsaved.js';

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

const ControlContext = createContext<SessionControl | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ is: 'unknown' });

  const ask = useCallback(
    ({ load }: Read<Session>) =>
      outcomeOf(load()).then(({ value: session, problem }) => {
        if (session) setState({ is: 'present', session });
        else if (problem.status === 401) refuse(setState);
        else setState((before) => (isSettled(before) ? before : { is: 'failed', problem }));
        return session;
      }),
    [],
  );
  const look = useCallback(() => ask(api.lookAtSession()), [ask]);
  const tellOthers = useOtherWindows(look);
  const refresh = useCallback(async () => {
    if (await ask(api.session())) tellOthers();
  }, [ask, tellOthers]);
  const began = useCallback(
    (session: Session) => {
      setState({ is: 'present', session });
      tellOthers();
    },
    [tellOthers],
  );
  const signOut = useCallback(
    async (because: Reason = 'signed-out') => {
      await api.signOut();
      setState({ is: 'absent', because });
      tellOthers();
    },
    [tellOthers],
  );

  useEffect(() => {
    onSignedOut(() => refuse(setState));
    void refresh();
    const timer = setInterval(() => setState(withoutOldPages), TIDY_EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);

  const control = useMemo(
    () => ({ state, refresh, look, began, signOut }),
    [state, refresh, look, began, signOut],
  );
  return <ControlContext value={control}>{children}</ControlContext>;
}

/** Keeps the known state while the service is unreachable. */
const isSettled = ({ is }: SessionState): boolean => is === 'present' || is === 'absent';

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

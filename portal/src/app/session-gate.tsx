import { Activity, useState } from 'react';
import { Waiting } from '../design/notices/loaded.js';
import { ProblemNotice } from '../design/notices/notice.js';
import { AppShell } from './app-shell.js';
import { LeaveGuard } from '../session/leave-guard.js';
import { useSessionControl } from '../session/session.js';
import { ownerOf, personOf, type SessionState } from '../session/session-state.js';
import { keptLinkToken } from '../session/link-token.js';
import { LinkPage } from './sign-in/link-page.js';
import { SignInPage } from './sign-in/sign-in-page.js';
import { Alone } from './frame/alone.js';

/**
 * Lets the pages be seen by who is signed in. Everybody else sees the way in at the same address, so that signing in leads
 * back to where one was: the pages wait behind it, out of sight and out of reach, with all that was entered and not yet copied.
 */
export function SessionGate() {
  const { state, signOut } = useSessionControl();
  const [token, setToken] = useState(keptLinkToken);
  const owner = ownerOf(state);
  const leaveLink = () => setToken(undefined);
  // whoever is signed in here may be somebody else than the link is for
  const passwordSet = async () => {
    await signOut('password-set');
    leaveLink();
  };
  if (token !== undefined) return <LinkPage token={token} onSet={passwordSet} onLeave={leaveLink} />;
  return (
    <LeaveGuard isClosed={state.is === 'absent' && state.waiting?.isUnsaved === true}>
      {owner && (
        <Activity key={personOf(owner)} mode={state.is === 'present' ? 'visible' : 'hidden'}>
          <AppShell />
        </Activity>
      )}
      {state.is !== 'present' && <Instead state={state} />}
    </LeaveGuard>
  );
}

function Instead({ state }: { state: Exclude<SessionState, { is: 'present' }> }) {
  const { refresh } = useSessionControl();
  switch (state.is) {
    case 'unknown':
      return (
        <Alone>
          <Waiting />
        </Alone>
      );
    case 'failed':
      return (
        <Alone>
          <ProblemNotice problem={state.problem} onRetry={() => void refresh()} />
        </Alone>
      );
    case 'absent':
      return <SignInPage because={state.because} waiting={state.waiting} />;
  }
}

import { Activity, useState } from 'react';
import { ProblemNotice, Waiting } from '../design/notices/notice.js';
import { AppShell } from './app-shell.js';
import { LeaveGuard } from '../session/leave-guard.js';
import { ownerOf, personOf, type SessionState, useSessionControl } from '../session/session.js';
import { keptLinkToken } from '../session/link-token.js';
import { LinkPage } from './sign-in/link-page.js';
import { SignInPage } from './sign-in/sign-in-page.js';
import { Alone } from './frame/brand.js';

/**
 * Shows the pages to signed-in users, and the sign-in page at the same address to others. After a session has
 * expired, its pages stay hidden with their unsaved data until the same user signs in again.
 */
export function SessionGate() {
  const { state, signOut } = useSessionControl();
  const [token, setToken] = useState(keptLinkToken);
  const owner = ownerOf(state);
  const leaveLink = () => setToken(undefined);
  // signs out, because the link may belong to another user than the session
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

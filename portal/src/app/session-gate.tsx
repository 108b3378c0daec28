import { Activity } from 'react';
import { Button } from 'react-aria-components';
import { Waiting } from '../design/loaded.js';
import { ProblemNotice } from '../design/notice.js';
import { useTexts } from '../texts/language.js';
import { AppShell } from './app-shell.js';
import { LeaveGuard } from '../session/leave-guard.js';
import { useSessionControl } from '../session/session.js';
import { ownerOf, personOf, type SessionState } from '../session/session-state.js';
import { SignInPage } from './sign-in-page.js';

/**
 * Lets the pages be seen by who is signed in. Everybody else sees the way in at the same address, so that signing in leads
 * back to where one was: the pages wait behind it, out of sight and out of reach, with all that was entered and not yet copied.
 */
export function SessionGate() {
  const { state } = useSessionControl();
  const owner = ownerOf(state);
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
  const texts = useTexts();
  const { refresh } = useSessionControl();
  switch (state.is) {
    case 'unknown':
      return (
        <main className="alone">
          <Waiting />
        </main>
      );
    case 'failed':
      return (
        <main className="alone">
          <ProblemNotice problem={state.problem}>
            <Button className="button quiet" onPress={() => void refresh()}>
              {texts.retry}
            </Button>
          </ProblemNotice>
        </main>
      );
    case 'absent':
      return <SignInPage because={state.because} waiting={state.waiting} />;
  }
}

import { Button } from 'react-aria-components';
import { Waiting } from '../design/loaded.js';
import { ProblemNotice } from '../design/notice.js';
import { useTexts } from '../texts/language.js';
import { AppShell } from './app-shell.js';
import { useSessionControl } from './session.js';
import { SignInPage } from './sign-in-page.js';

/**
 * Lets the pages be seen by who is signed in. Everybody else sees the way in at the same address, so that signing in leads
 * back to where one was.
 */
export function SessionGate() {
  const texts = useTexts();
  const { state, refresh } = useSessionControl();
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
      return <SignInPage because={state.because} />;
    case 'present':
      return <AppShell />;
  }
}

import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { lastAnswerAt } from '../api/client.js';
import { Dialogue } from '../design/dialogue.js';
import { useTexts } from '../texts/language.js';
import { useSessionControl } from './session.js';

const WARN_BEFORE_MS = 120_000;
const LOOK_EVERY_MS = 10_000;

/** Asks before an idle session ends, so that nobody loses what they are doing without a word (WCAG 2.2.1). */
export function IdleWarning() {
  const { idle } = useTexts();
  const { state, refresh } = useSessionControl();
  const [isAsking, setAsking] = useState(false);
  const limit = state.is === 'present' ? state.idleLimit : 0;

  useEffect(() => {
    if (limit < 2 * WARN_BEFORE_MS) return undefined; // clocks that differ too much to say anything
    const timer = setInterval(() => {
      const left = lastAnswerAt() + limit - Date.now();
      setAsking(left > 0 && left < WARN_BEFORE_MS);
      // the one call that finds out shows the way to sign in again
      if (left <= 0) void refresh();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [limit, refresh]);

  const stay = () => {
    setAsking(false);
    void refresh();
  };
  return (
    <Dialogue role="alertdialog" title={idle.title} isOpen={isAsking} onClose={stay}>
      <p>{idle.text}</p>
      <div className="dialogue-actions">
        <Button className="button primary" autoFocus onPress={stay}>
          {idle.stay}
        </Button>
      </div>
    </Dialogue>
  );
}

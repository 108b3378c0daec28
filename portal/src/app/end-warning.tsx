import { useEffect, useState } from 'react';
import { serviceNow } from '../api/client.js';
import type { Session } from '../api/records.js';
import { DialogActions, ModalDialog } from '../design/page/dialogs/dialog.js';
import { useTexts } from '../texts/language.js';
import { useSession, useSessionControl } from '../session/session.js';
import { Button } from '../design/controls/button.js';

const WARN_BEFORE_MS = 120_000;
const LOOK_EVERY_MS = 10_000;

/**
 * Warns before the session ends, so that no one loses unsaved data (WCAG 2.2.1). Queries the session before it warns,
 * because another window may have extended it. The query itself does not extend the session.
 */
export function EndWarning() {
  const { idle, lastEnd } = useTexts();
  const { look, refresh } = useSessionControl();
  const session = useSession();
  const [warned, setWarned] = useState<string>();
  const [seen, setSeen] = useState<string>();

  useEffect(() => {
    const timer = setInterval(() => {
      if (!isNear(session)) return;
      void look().then((found) => {
        // undefined if the service is unreachable or the session has ended
        const last = found ?? session;
        setWarned(isNear(last) ? last.expires_at : undefined);
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [session, look]);

  const end = session.expires_at;
  const texts = end === session.ends_at ? lastEnd : idle;
  const stay = () => {
    setSeen(end);
    void refresh();
  };
  return (
    <ModalDialog
      role="alertdialog"
      title={texts.title}
      isOpen={warned === end && seen !== end}
      onClose={stay}
    >
      <p>{texts.text}</p>
      <DialogActions>
        <Button kind="primary" autoFocus onPress={stay}>
          {texts.stay}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

const isNear = ({ expires_at: end }: Session): boolean => Date.parse(end) - serviceNow() < WARN_BEFORE_MS;

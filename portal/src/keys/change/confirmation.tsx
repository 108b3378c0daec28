import type { ReactNode } from 'react';
import type { ApiKey } from '../../api/records.js';
import { Dialogue, DialogueActions } from '../../design/page/dialogue.js';
import { Notice, ProblemNotice } from '../../design/notices/notice.js';
import { ScopeTags } from '../scopes/scope-tags.js';
import { useTexts } from '../../texts/language.js';
import { Moment } from '../../design/signs/moment.js';
import { useNow } from '../../time/now.js';
import { Button } from '../../design/controls/button.js';
import { useAttempt } from '../../api/use-attempt.js';

interface Props {
  target: ApiKey;
  texts: { title: (name: string) => string; text: string; confirm: string };
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** When what stops was last used; that of the key where it is not said. */
  lastUse?: string | null;
  /** What else there is to decide. */
  children?: ReactNode;
}

const DAY_MS = 86_400_000;

/** Asks before a key stops working. The focus is on the way back. */
export function Confirmation({
  target,
  texts,
  onConfirm,
  onClose,
  lastUse = target.last_used_at,
  children,
}: Props) {
  const { cancel, form } = useTexts();
  const { isBusy, problem, attempt } = useAttempt(onConfirm);
  return (
    <Dialogue role="alertdialog" title={texts.title(target.application)} isOpen onClose={onClose}>
      <p>{texts.text}</p>
      <ScopeTags scopes={target.scopes} />
      <LastUse at={lastUse} />
      {children}
      {problem && <ProblemNotice problem={problem} />}
      <DialogueActions>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
        <Button kind="danger" onPress={() => void attempt()}>
          {isBusy ? form.busy : texts.confirm}
        </Button>
      </DialogueActions>
    </Dialogue>
  );
}

function LastUse({ at }: { at: string | null }) {
  const { lastUse } = useTexts();
  const now = useNow();
  return (
    <>
      <p>
        {at === null ? (
          lastUse.never
        ) : (
          <>
            {lastUse.used}: <Moment at={at} />
          </>
        )}{' '}
        <span className="muted">{lastUse.late}</span>
      </p>
      {at !== null && now - Date.parse(at) < DAY_MS && <Notice kind="warning">{lastUse.recent}</Notice>}
    </>
  );
}

import { useState } from 'react';
import { Button } from 'react-aria-components';
import { toProblem, type Problem } from '../api/problem.js';
import type { ApiKey } from '../api/records.js';
import { useFailure } from '../session/use-failure.js';
import { Dialogue } from '../design/dialogue.js';
import { Notice, ProblemNotice } from '../design/notice.js';
import { ScopeTags } from './scope-tags.js';
import { useTexts } from '../texts/language.js';
import { Moment } from '../time/moment.js';
import { useNow } from '../time/now.js';

interface Props {
  target: ApiKey;
  texts: { title: (name: string) => string; text: string; confirm: string };
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

const DAY_MS = 86_400_000;

/** Asks before a key stops working. The focus is on the way back. */
export function Confirmation({ target, texts, onConfirm, onClose }: Props) {
  const { cancel, form } = useTexts();
  const [problem, setProblem] = useFailure<Problem>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      const failure = toProblem(error);
      setProblem(failure.isForSigningIn ? undefined : failure);
      setBusy(false);
    }
  };
  return (
    <Dialogue role="alertdialog" title={texts.title(target.application)} isOpen onClose={onClose}>
      <p>{texts.text}</p>
      <ScopeTags scopes={target.scopes} />
      <LastUse at={target.last_used_at} />
      {problem && <ProblemNotice problem={problem} />}
      <div className="dialogue-actions">
        <Button className="button" autoFocus onPress={onClose}>
          {cancel}
        </Button>
        <Button className="button danger" onPress={() => void confirm()}>
          {isBusy ? form.busy : texts.confirm}
        </Button>
      </div>
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

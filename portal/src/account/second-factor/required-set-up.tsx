import { useState } from 'react';
import { api } from '../../api/client.js';
import type { NewSecondFactor } from '../../api/records.js';
import { useAttempt } from '../../api/use-attempt.js';
import { Button } from '../../design/controls/button.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { NewSecret } from './new-secret.js';
import { RecoveryCodes } from './recovery-codes.js';

/** The set-up of a second factor before the first session, if the enterprise requires one. */
export function RequiredSetUp({ onDone }: { onDone: () => void }) {
  const { secondFactor: texts, form } = useTexts();
  const [made, setMade] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { isBusy, problem, attempt } = useAttempt(async () => setMade(await api.startRequiredSecondFactor()));
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const confirm = async (code: string) =>
    setCodes((await api.confirmRequiredSecondFactor(code)).recovery_codes);
  if (made) return <NewSecret made={made} onConfirm={confirm} />;
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <Button kind="primary" autoFocus onPress={() => void attempt()}>
        {isBusy ? form.busy : texts.start}
      </Button>
    </>
  );
}

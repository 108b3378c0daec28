import { useState } from 'react';
import { api } from '../api/client.js';
import { Button } from '../design/controls/button.js';
import { Entry } from '../design/fields/entry.js';
import { isNewPassword, isWeakPassword, NewPassword } from '../design/fields/new-password.js';
import { useEntered } from '../design/fields/use-entered.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { EntryForm } from '../design/page/dialogs/entry-form.js';
import { useSession } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import styles from './account.module.css';

/**
 * The form for the user's own password. It requires the current password, so that a passer-by at an
 * unattended browser cannot change it.
 */
export function OwnPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { account: texts, form, problems, signIn } = useTexts();
  const { name, enterprise_name: enterprise } = useSession();
  const [isChanged, setChanged] = useState(false);
  const { shown, entered, enter, isSubmitted, isBusy, problem, submit, startOver } = useEntered(
    { present: '', wanted: '' },
    ({ present, wanted }) => api.changePassword(present, wanted),
  );
  const { present, wanted } = entered;
  const change = (next: Partial<typeof entered>) => {
    enter({ ...entered, ...next });
    setChanged(false);
  };
  const save = async () => {
    if (!(await submit(present !== '' && isNewPassword(wanted)))) return;
    startOver();
    setChanged(true);
    onChanged();
  };
  const isWrong = problem?.code === 'wrong_password';
  return (
    <Card title={signIn.password}>
      <EntryForm shown={shown} className={styles.form} onSubmit={save}>
        <input className={styles.whose} type="text" autoComplete="username" value={email} readOnly />
        <Entry
          label={texts.present}
          type="password"
          autoComplete="current-password"
          value={present}
          onChange={(text) => change({ present: text })}
          isInvalid={isWrong || (isSubmitted && present === '')}
          mistake={isWrong ? problems.byCode.wrong_password : texts.presentMissing}
          isRequired
        />
        <NewPassword
          value={wanted}
          personal={[email, name, enterprise]}
          onChange={(text) => change({ wanted: text })}
          isSubmitted={isSubmitted}
          problem={problem}
        />
        {problem && !isWrong && !isWeakPassword(problem) && <ProblemNotice problem={problem} />}
        {isChanged && <Notice kind="success">{texts.changed}</Notice>}
        <div>
          <Button type="submit">{isBusy ? form.busy : texts.change}</Button>
        </div>
      </EntryForm>
    </Card>
  );
}

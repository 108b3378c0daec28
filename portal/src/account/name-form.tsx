import { useState } from 'react';
import { api } from '../api/client.js';
import { Button } from '../design/controls/button.js';
import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { EntryForm } from '../design/page/dialogs/entry-form.js';
import { useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import styles from './account.module.css';

const MOST_CHARACTERS = 500;

/** The form for the user's own name. */
export function NameForm({ name: saved }: { name: string }) {
  const { account: texts, people, form } = useTexts();
  const { refresh } = useSessionControl();
  const [isSaved, setSaved] = useState(false);
  const { entered, enter, isSubmitted, isBusy, problem, submit } = useEntered(saved, async (name) => {
    await api.rename(name);
    await refresh();
  });
  const isMissing = entered.trim() === '';
  const isWrong = (isSubmitted && isMissing) || problem?.about('name') !== undefined;
  return (
    <EntryForm className={styles.form} onSubmit={async () => setSaved(await submit(!isMissing))}>
      <Entry
        label={texts.name}
        value={entered}
        onChange={(name) => {
          enter(name);
          setSaved(false);
        }}
        isInvalid={isWrong}
        mistake={people.nameMissing}
        isRequired
        autoComplete="name"
        maxLength={MOST_CHARACTERS}
      />
      {problem && !isWrong && <ProblemNotice problem={problem} />}
      {isSaved && <Notice kind="success">{texts.saved}</Notice>}
      <div>
        <Button type="submit">{isBusy ? form.busy : texts.save}</Button>
      </div>
    </EntryForm>
  );
}

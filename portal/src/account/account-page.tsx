import { api } from '../api/client.js';
import { useResource } from '../api/hooks.js';
import { Button } from '../design/controls/button.js';
import { Entry } from '../design/fields/entry.js';
import { isNewPassword, isWeakPassword, NewPassword } from '../design/fields/new-password.js';
import { useEntered } from '../design/fields/use-entered.js';
import { Loaded, Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { EntryForm } from '../design/page/dialogs/dialog.js';
import { Page } from '../design/page/page.js';
import { useSession, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { OwnSessions } from './own-sessions.js';
import { SecondFactorCard } from './second-factor/second-factor-card.js';
import facts from '../design/page/facts.module.css';
import styles from './account.module.css';

export function AccountPage() {
  const { account: texts, people, signIn } = useTexts();
  const account = useResource(api.account());
  const sessions = useResource(api.ownSessions());
  const changed = () => {
    account.reload();
    sessions.reload();
  };
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded loading={account}>
        {(person) => {
          const { email, name, role, has_password: isOwn } = person;
          return (
            <>
              <Card title={texts.you}>
                <dl className={facts.facts}>
                  <dt>{signIn.email}</dt>
                  <dd>{email}</dd>
                  <dt>{people.role}</dt>
                  <dd>{people.roles[role]}</dd>
                </dl>
                {isOwn ? (
                  <NameForm name={name} />
                ) : (
                  <div className={styles.form}>
                    <Notice kind="info">{texts.elsewhere}</Notice>
                  </div>
                )}
              </Card>
              {isOwn && <OwnPasswordForm email={email} onChanged={sessions.reload} />}
              {isOwn && <SecondFactorCard account={person} onChanged={changed} />}
            </>
          );
        }}
      </Loaded>
      <Loaded loading={sessions}>
        {(all) => <OwnSessions sessions={all} onChanged={sessions.reload} />}
      </Loaded>
    </Page>
  );
}

function NameForm({ name: saved }: { name: string }) {
  const { account: texts, people, form: formTexts } = useTexts();
  const { refresh } = useSessionControl();
  const form = useEntered(saved, async (name) => {
    await api.rename(name);
    await refresh();
  });
  const { entered, problem } = form;
  const isMissing = entered.trim() === '';
  const isWrong = (form.isSubmitted && isMissing) || problem?.about('name') !== undefined;
  return (
    <EntryForm form={form} isRight={!isMissing} className={styles.form}>
      <Entry
        label={people.name}
        value={entered}
        onChange={form.enter}
        isInvalid={isWrong}
        mistake={people.nameMissing}
        isRequired
        autoComplete="name"
        maxLength={500}
      />
      {problem && !isWrong && <ProblemNotice problem={problem} />}
      {form.isSaved && <Notice kind="success">{texts.saved}</Notice>}
      <div>
        <Button type="submit">{form.isBusy ? formTexts.busy : texts.save}</Button>
      </div>
    </EntryForm>
  );
}

/**
 * The form for the user's own password. It requires the current password, so that a passer-by at an
 * unattended browser cannot change it.
 */
function OwnPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { account: texts, form: formTexts, problems, signIn } = useTexts();
  const { name, enterprise_name: enterprise } = useSession();
  const form = useEntered(
    { present: '', wanted: '' },
    async ({ present, wanted }) => {
      await api.changePassword(present, wanted);
      onChanged();
    },
    { isEmptied: true },
  );
  const { isSubmitted, problem } = form;
  const { present, wanted } = form.entered;
  const isWrong = problem?.code === 'wrong_password';
  return (
    <Card title={signIn.password}>
      <EntryForm form={form} isRight={present !== '' && isNewPassword(wanted)} className={styles.form}>
        <input className={styles.whose} type="text" autoComplete="username" value={email} readOnly />
        <Entry
          label={texts.present}
          type="password"
          autoComplete="current-password"
          value={present}
          onChange={(text) => form.enter({ present: text, wanted })}
          isInvalid={isWrong || (isSubmitted && present === '')}
          mistake={isWrong ? problems.byCode.wrong_password : texts.presentMissing}
          isRequired
        />
        <NewPassword
          value={wanted}
          personal={[email, name, enterprise]}
          onChange={(text) => form.enter({ present, wanted: text })}
          isSubmitted={isSubmitted}
          problem={problem}
        />
        {problem && !isWrong && !isWeakPassword(problem) && <ProblemNotice problem={problem} />}
        {form.isSaved && <Notice kind="success">{texts.changed}</Notice>}
        <div>
          <Button type="submit">{form.isBusy ? formTexts.busy : texts.change}</Button>
        </div>
      </EntryForm>
    </Card>
  );
}

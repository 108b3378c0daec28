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

/** The page for the user's own name, password and sessions. */
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
                {isOwn ? <NameForm name={name} /> : <Notice kind="info">{texts.elsewhere}</Notice>}
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

/** The form for the user's own name. */
function NameForm({ name: saved }: { name: string }) {
  const { account: texts, people, form } = useTexts();
  const { refresh } = useSessionControl();
  const { entered, enter, isSubmitted, isBusy, isSaved, problem, submit } = useEntered(
    saved,
    async (name) => {
      await api.rename(name);
      await refresh();
    },
  );
  const isMissing = entered.trim() === '';
  const isWrong = (isSubmitted && isMissing) || problem?.about('name') !== undefined;
  return (
    <EntryForm className={styles.form} onSubmit={() => submit(!isMissing)}>
      <Entry
        label={people.name}
        value={entered}
        onChange={enter}
        isInvalid={isWrong}
        mistake={people.nameMissing}
        isRequired
        autoComplete="name"
        maxLength={500}
      />
      {problem && !isWrong && <ProblemNotice problem={problem} />}
      {isSaved && <Notice kind="success">{texts.saved}</Notice>}
      <div>
        <Button type="submit">{isBusy ? form.busy : texts.save}</Button>
      </div>
    </EntryForm>
  );
}

/**
 * The form for the user's own password. It requires the current password, so that a passer-by at an
 * unattended browser cannot change it.
 */
function OwnPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { account: texts, form, problems, signIn } = useTexts();
  const { name, enterprise_name: enterprise } = useSession();
  const { shown, entered, enter, isSubmitted, isBusy, isSaved, problem, submit, startOver } = useEntered(
    { present: '', wanted: '' },
    async ({ present, wanted }) => {
      await api.changePassword(present, wanted);
      onChanged();
    },
  );
  const { present, wanted } = entered;
  const save = async () => {
    if (await submit(present !== '' && isNewPassword(wanted))) startOver();
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
          onChange={(text) => enter({ present: text, wanted })}
          isInvalid={isWrong || (isSubmitted && present === '')}
          mistake={isWrong ? problems.byCode.wrong_password : texts.presentMissing}
          isRequired
        />
        <NewPassword
          value={wanted}
          personal={[email, name, enterprise]}
          onChange={(text) => enter({ present, wanted: text })}
          isSubmitted={isSubmitted}
          problem={problem}
        />
        {problem && !isWrong && !isWeakPassword(problem) && <ProblemNotice problem={problem} />}
        {isSaved && <Notice kind="success">{texts.changed}</Notice>}
        <div>
          <Button type="submit">{isBusy ? form.busy : texts.change}</Button>
        </div>
      </EntryForm>
    </Card>
  );
}

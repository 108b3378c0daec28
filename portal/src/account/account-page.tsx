import { api } from '../api/client.js';
import { useResource } from '../api/hooks.js';
import { Button } from '../design/controls/button.js';
import { TextField } from '../design/fields/text-field.js';
import {
  isPasswordLengthValid,
  isWeakPassword,
  NewPasswordField,
} from '../design/fields/new-password-field.js';
import { useForm } from '../design/fields/use-form.js';
import { ResourceContent, Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { ValidatedForm } from '../design/page/dialogs/dialog.js';
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
  const handleChanged = () => {
    account.reload();
    sessions.reload();
  };
  return (
    <Page title={texts.title} intro={texts.intro}>
      <ResourceContent state={account}>
        {(person) => {
          const { email, name, role, has_password: hasPassword } = person;
          return (
            <>
              <Card title={texts.you}>
                <dl className={facts.facts}>
                  <dt>{signIn.email}</dt>
                  <dd>{email}</dd>
                  <dt>{people.role}</dt>
                  <dd>{people.roles[role]}</dd>
                </dl>
                {hasPassword ? (
                  <NameForm name={name} />
                ) : (
                  <div className={styles.form}>
                    <Notice kind="info">{texts.singleSignOnNote}</Notice>
                  </div>
                )}
              </Card>
              {hasPassword && <PasswordForm email={email} onChanged={sessions.reload} />}
              {hasPassword && <SecondFactorCard account={person} onChanged={handleChanged} />}
            </>
          );
        }}
      </ResourceContent>
      <ResourceContent state={sessions}>
        {(all) => <OwnSessions sessions={all} onChanged={sessions.reload} />}
      </ResourceContent>
    </Page>
  );
}

function NameForm({ name: saved }: { name: string }) {
  const { account: texts, people, form: formTexts } = useTexts();
  const { refresh } = useSessionControl();
  const form = useForm(saved, async (name) => {
    await api.renameAccount(name);
    await refresh();
  });
  const { values: entered, problem } = form;
  const isMissing = entered.trim() === '';
  const isWrong = (form.isSubmitted && isMissing) || problem?.detailOf('name') !== undefined;
  return (
    <ValidatedForm form={form} isValid={!isMissing} className={styles.form}>
      <TextField
        label={people.name}
        value={entered}
        onChange={form.setValues}
        isInvalid={isWrong}
        errorMessage={people.nameMissing}
        isRequired
        autoComplete="name"
        maxLength={500}
      />
      {problem && !isWrong && <ProblemNotice problem={problem} />}
      {form.isSaved && <Notice kind="success">{texts.saved}</Notice>}
      <div>
        <Button type="submit">{form.isBusy ? formTexts.busy : texts.save}</Button>
      </div>
    </ValidatedForm>
  );
}

/**
 * The form for the user's own password. It requires the current password, so that a passer-by at an
 * unattended browser cannot change it.
 */
function PasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { account: texts, form: formTexts, problems, signIn } = useTexts();
  const { name, enterprise_name: enterprise } = useSession();
  const form = useForm(
    { currentPassword: '', newPassword: '' },
    async ({ currentPassword, newPassword }) => {
      await api.changePassword(currentPassword, newPassword);
      onChanged();
    },
    { shouldReset: true },
  );
  const { isSubmitted, problem } = form;
  const { currentPassword, newPassword } = form.values;
  const isWrong = problem?.code === 'wrong_password';
  return (
    <Card title={signIn.password}>
      <ValidatedForm
        form={form}
        isValid={currentPassword !== '' && isPasswordLengthValid(newPassword)}
        className={styles.form}
      >
        <input className={styles.whose} type="text" autoComplete="username" value={email} readOnly />
        <TextField
          label={texts.currentPassword}
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(text) => form.setValues({ currentPassword: text, newPassword })}
          isInvalid={isWrong || (isSubmitted && currentPassword === '')}
          errorMessage={isWrong ? problems.byCode.wrong_password : texts.currentPasswordMissing}
          isRequired
        />
        <NewPasswordField
          value={newPassword}
          personalInfo={[email, name, enterprise]}
          onChange={(text) => form.setValues({ currentPassword, newPassword: text })}
          isSubmitted={isSubmitted}
          problem={problem}
        />
        {problem && !isWrong && !isWeakPassword(problem) && <ProblemNotice problem={problem} />}
        {form.isSaved && <Notice kind="success">{texts.changed}</Notice>}
        <div>
          <Button type="submit">{form.isBusy ? formTexts.busy : texts.change}</Button>
        </div>
      </ValidatedForm>
    </Card>
  );
}

import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Link } from '../../api/types.js';
import { useResource } from '../../api/hooks.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/fields/text-field.js';
import {
  isPasswordLengthValid,
  isWeakPassword,
  NewPasswordField,
} from '../../design/fields/new-password-field.js';
import { useForm } from '../../design/fields/use-form.js';
import { ResourceContent, ProblemNotice } from '../../design/notices/notice.js';
import { ValidatedForm } from '../../design/page/dialogs/dialog.js';
import { useTexts } from '../../texts/language.js';
import { SignedOutLayout } from '../layout/layout.js';

interface Props {
  token: string;
  onPasswordSet: () => Promise<void>;
  onClose: () => void;
}

/** The page of a password link, on which a user sets a new password. */
export function PasswordLinkPage({ token, onPasswordSet, onClose }: Props) {
  const { link: texts, newPassword } = useTexts();
  const state = useResource(api.checkLink(token));
  const isInvitation = state.value?.invited ?? true;
  const validTitle = isInvitation ? texts.invitation : newPassword.label;
  const title = state.problem ? texts.title : validTitle;
  return (
    <SignedOutLayout title={title}>
      <h1>{title}</h1>
      {state.problem?.code === 'invalid_link' ? (
        <ProblemNotice problem={state.problem} />
      ) : (
        <ResourceContent state={state}>
          {(link) => (
            <>
              <p className="muted">{isInvitation ? texts.invitationText : texts.resetText}</p>
              <SetPasswordForm token={token} link={link} onPasswordSet={onPasswordSet} />
            </>
          )}
        </ResourceContent>
      )}
      <Button kind="quiet" onPress={onClose}>
        {texts.toSignIn}
      </Button>
    </SignedOutLayout>
  );
}

function SetPasswordForm({
  token,
  link,
  onPasswordSet,
}: Pick<Props, 'token' | 'onPasswordSet'> & { link: Link }) {
  const { link: texts, form: formTexts, signIn } = useTexts();
  const [isPasswordSet, setPasswordSet] = useState(false);
  const form = useForm('', async (password) => {
    if (!isPasswordSet) await api.setPasswordByLink(token, password);
    setPasswordSet(true); // the link is used, so that after an error only the rest may run again
    await onPasswordSet();
  });
  const { values, problem } = form;
  return (
    <ValidatedForm form={form} isValid={isPasswordLengthValid(values)}>
      {problem && !isWeakPassword(problem) && <ProblemNotice problem={problem} />}
      <TextField label={signIn.email} value={link.email} autoComplete="username" isReadOnly />
      <NewPasswordField
        value={values}
        personalInfo={[link.email, link.name]}
        onChange={form.setValues}
        isSubmitted={form.isSubmitted}
        problem={problem}
        isReadOnly={form.isBusy || isPasswordSet}
      />
      <Button type="submit" kind="primary">
        {form.isBusy ? formTexts.busy : texts.submit}
      </Button>
    </ValidatedForm>
  );
}

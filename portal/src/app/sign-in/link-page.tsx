import { api } from '../../api/client.js';
import type { Link } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { Button } from '../../design/controls/button.js';
import { Entry } from '../../design/fields/entry.js';
import { isNewPassword, isWeakPassword, NewPassword } from '../../design/fields/new-password.js';
import { useEntered } from '../../design/fields/use-entered.js';
import { Loaded, ProblemNotice } from '../../design/notices/notice.js';
import { EntryForm } from '../../design/page/dialogs/dialog.js';
import { useTexts } from '../../texts/language.js';
import { Outside } from '../frame/frame.js';

interface Props {
  token: string;
  onSet: () => Promise<void>;
  onLeave: () => void;
}

/** The page of a password link, on which a user sets a new password. */
export function LinkPage({ token, onSet, onLeave }: Props) {
  const { link: texts, newPassword } = useTexts();
  const loading = useResource(api.lookAtLink(token));
  const isInvitation = loading.value?.invited ?? true;
  const validTitle = isInvitation ? texts.invitation : newPassword.label;
  const title = loading.problem ? texts.title : validTitle;
  return (
    <Outside title={title}>
      <h1>{title}</h1>
      {loading.problem?.code === 'invalid_link' ? (
        <ProblemNotice problem={loading.problem} />
      ) : (
        <Loaded loading={loading}>
          {(link) => (
            <>
              <p className="muted">{isInvitation ? texts.invitationText : texts.resetText}</p>
              <FirstPassword token={token} link={link} onSet={onSet} />
            </>
          )}
        </Loaded>
      )}
      <Button kind="quiet" onPress={onLeave}>
        {texts.toSignIn}
      </Button>
    </Outside>
  );
}

function FirstPassword({ token, link, onSet }: Pick<Props, 'token' | 'onSet'> & { link: Link }) {
  const { link: texts, form: formTexts, signIn } = useTexts();
  const form = useEntered('', async (password) => {
    await api.useLink(token, password);
    await onSet();
  });
  const { entered, problem } = form;
  return (
    <EntryForm form={form} isRight={isNewPassword(entered)}>
      {problem && !isWeakPassword(problem) && <ProblemNotice problem={problem} />}
      <Entry label={signIn.email} value={link.email} autoComplete="username" isReadOnly />
      <NewPassword
        value={entered}
        personal={[link.email, link.name]}
        onChange={form.enter}
        isSubmitted={form.isSubmitted}
        problem={problem}
      />
      <Button type="submit" kind="primary">
        {form.isBusy ? formTexts.busy : texts.submit}
      </Button>
    </EntryForm>
  );
}

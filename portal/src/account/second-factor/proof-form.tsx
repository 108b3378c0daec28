import { Entry } from '../../design/fields/entry.js';
import { useOneEntry } from '../../design/fields/use-one-entry.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { DialogForm } from '../../design/page/dialogs/entry-form.js';
import { useTexts } from '../../texts/language.js';

interface Props {
  label: string;
  confirm: string;
  onProve: (proof: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password or a code, so that a passer-by at an unattended browser cannot continue. */
export function ProofForm({ label, confirm, onProve, onClose }: Props) {
  const { account, form, problems } = useTexts();
  const { shown, submit, text, enter, isBusy, mistake, problem } = useOneEntry({
    send: onProve,
    isEntered: (proof) => proof !== '',
    wrongCodes: ['wrong_password', 'wrong_code'],
  });
  const refusal = mistake === 'wrong' ? problem : undefined;
  return (
    <DialogForm shown={shown} confirm={isBusy ? form.busy : confirm} onSubmit={submit} onClose={onClose}>
      <Entry
        label={label}
        type="password"
        autoComplete="current-password"
        value={text}
        onChange={enter}
        isInvalid={mistake !== undefined}
        mistake={refusal ? problems.byCode[refusal.code] : account.presentMissing}
        isRequired
        autoFocus
      />
      {problem && !refusal && <ProblemNotice problem={problem} />}
    </DialogForm>
  );
}

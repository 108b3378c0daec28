import type { ReactNode } from 'react';
import { useAttempt } from '../../../api/use-attempt.js';
import { useTexts } from '../../../texts/language.js';
import { Button } from '../../controls/button.js';
import { ProblemNotice } from '../../notices/notice.js';
import { ModalDialog, DialogActions } from './dialog.js';

interface Props {
  title: string;
  confirm: string;
  /** True if the action cannot be undone. */
  isDangerous?: boolean;
  /** True until the text of the question is complete. Disables the button. */
  isEarly?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an action. The Cancel button has the focus. */
export function Question({ title, confirm, isDangerous, isEarly, onConfirm, onClose, children }: Props) {
  const { cancel, form } = useTexts();
  const { isBusy, problem, attempt } = useAttempt(onConfirm);
  return (
    <ModalDialog role="alertdialog" title={title} isOpen onClose={onClose}>
      {children}
      {problem && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
        <Button kind={isDangerous ? 'danger' : 'primary'} isDisabled={isEarly} onPress={() => void attempt()}>
          {isBusy ? form.busy : confirm}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

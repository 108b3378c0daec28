import { type ReactNode, useState } from 'react';
import { Dialog, Form, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useAttempt } from '../../../api/hooks.js';
import { useTexts } from '../../../texts/language.js';
import { Button } from '../../controls/button.js';
import type { Entered } from '../../fields/use-entered.js';
import { ProblemNotice } from '../../notices/notice.js';
import fields from '../../fields/field.module.css';
import styles from './dialog.module.css';

interface ModalDialogProps {
  title: string;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  isWide?: boolean;
  /** True if closing the dialog would lose what the user entered. */
  isChanged?: boolean;
  children: ReactNode;
}

/** Runs an action after a closing dialog has returned the focus. Returns a function that cancels it. */
export function afterDialog(action: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(action);
  });
  return () => cancelAnimationFrame(frame);
}

/** A modal dialog. Escape closes it, after a question if the user has changed anything. A click outside does not. */
export function ModalDialog({
  title,
  onClose,
  role = 'dialog',
  isWide = false,
  isChanged = false,
  children,
}: ModalDialogProps) {
  const { discard } = useTexts();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      onOpenChange={() => (isChanged ? setLeaving(true) : onClose())}
    >
      <Modal className={isWide ? styles.wide : styles.modal}>
        <Dialog className={styles.dialog} role={role}>
          <Heading slot="title">{title}</Heading>
          {children}
          {isLeaving && <LeaveQuestion texts={discard} onStay={() => setLeaving(false)} onLeave={onClose} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface LeaveQuestionProps {
  texts: Record<'title' | 'text' | 'stay' | 'leave', string>;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved data is lost. The button that keeps it has the focus. */
export function LeaveQuestion({ texts, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <ModalDialog role="alertdialog" title={texts.title} onClose={onStay}>
      <p>{texts.text}</p>
      <DialogActions>
        <Button kind="primary" autoFocus onPress={onStay}>
          {texts.stay}
        </Button>
        <Button onPress={onLeave}>{texts.leave}</Button>
      </DialogActions>
    </ModalDialog>
  );
}

/** The buttons of a dialog. They stay visible when the content scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface QuestionProps {
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
export function Question({
  title,
  confirm,
  isDangerous,
  isEarly,
  onConfirm,
  onClose,
  children,
}: QuestionProps) {
  const { cancel, form } = useTexts();
  const { isBusy, problem, attempt } = useAttempt(onConfirm);
  return (
    <ModalDialog role="alertdialog" title={title} onClose={onClose}>
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

interface EntryFormProps {
  /** The state of the form, from `useEntered`. */
  form: Pick<Entered, 'shown' | 'submit'>;
  /** True if the form may be sent. */
  isRight: boolean;
  /** The class name for its position on the page. */
  className?: string;
  children: ReactNode;
}

/** A form that shows errors next to their fields, without the messages of the browser. */
export function EntryForm({ form: { shown, submit }, isRight, className, children }: EntryFormProps) {
  return (
    <Form
      ref={shown}
      className={className ? `${fields.form} ${className}` : fields.form}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(isRight);
      }}
    >
      {children}
    </Form>
  );
}

interface FormDialogProps extends Pick<ModalDialogProps, 'title' | 'isWide' | 'isChanged' | 'onClose'> {
  form: Pick<Entered, 'shown' | 'submit' | 'isBusy' | 'isChanged'>;
  isRight: boolean;
  confirm: string;
  /** The label of the submit button while the form is sent. */
  busy?: string;
  children: ReactNode;
}

/** A form in a dialog with a Cancel and a submit button. */
export function FormDialog({ form, isRight, confirm, busy, children, ...dialog }: FormDialogProps) {
  const { form: texts } = useTexts();
  return (
    <ModalDialog isChanged={form.isChanged} {...dialog}>
      <EntryForm form={form} isRight={isRight}>
        {children}
        <FormActions confirm={form.isBusy ? (busy ?? texts.busy) : confirm} onClose={dialog.onClose} />
      </EntryForm>
    </ModalDialog>
  );
}

/** The Cancel and the submit button of a form in a dialog. */
export function FormActions({ confirm, onClose }: Pick<FormDialogProps, 'confirm' | 'onClose'>) {
  const { cancel } = useTexts();
  return (
    <DialogActions>
      <Button onPress={onClose}>{cancel}</Button>
      <Button type="submit" kind="primary">
        {confirm}
      </Button>
    </DialogActions>
  );
}

import { type ReactNode, useState } from 'react';
import { Dialog, Form, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useAction } from '../../../api/hooks.js';
import { useNavigationBlocker, useUnsavedChanges } from '../../../session/unsaved-changes.js';
import { useTexts } from '../../../texts/language.js';
import { Button } from '../../controls/button.js';
import type { FormState } from '../../fields/use-form.js';
import { ProblemNotice } from '../../notices/notice.js';
import fields from '../../fields/field.module.css';
import styles from './dialog.module.css';

interface ModalDialogProps {
  title: string;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  isWide?: boolean;
  /** True if closing the dialog would lose what the user entered. */
  isDirty?: boolean;
  children: ReactNode;
}

/** Runs an action after a closing dialog has returned the focus. Returns a function that cancels it. */
export function afterDialogCloses(action: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(action);
  });
  return () => cancelAnimationFrame(frame);
}

/**
 * A modal dialog. Escape closes it, after a confirmation if the form has changes. The Back button asks for the same
 * confirmation. A click outside does not close it.
 */
export function ModalDialog({
  title,
  onClose,
  role = 'dialog',
  isWide = false,
  isDirty = false,
  children,
}: ModalDialogProps) {
  const { discard } = useTexts();
  const [isConfirmingLeave, setConfirmingLeave] = useState(false);
  const blocker = useNavigationBlocker();
  useUnsavedChanges(isDirty);
  const isLeaving = isConfirmingLeave || (isDirty && blocker.state === 'blocked');
  const stopLeaving = () => {
    setConfirmingLeave(false);
    blocker.reset?.();
  };
  const close = () => {
    blocker.reset?.();
    onClose();
  };
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      onOpenChange={() => (isDirty ? setConfirmingLeave(true) : onClose())}
    >
      <Modal className={isWide ? styles.wide : styles.modal}>
        <Dialog className={styles.dialog} role={role}>
          <Heading slot="title">{title}</Heading>
          {children}
          {isLeaving && <ConfirmLeaveDialog texts={discard} onStay={stopLeaving} onLeave={close} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmLeaveDialogProps {
  texts: Record<'title' | 'text' | 'stay' | 'leave', string>;
  onStay: () => void;
  onLeave: () => void;
}

/** A dialog that prevents the loss of unsaved data. The button that keeps the data has the focus. */
export function ConfirmLeaveDialog({ texts, onStay, onLeave }: ConfirmLeaveDialogProps) {
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

interface ConfirmDialogProps {
  title: string;
  confirmLabel: string;
  /** True if the action cannot be undone. */
  isDangerous?: boolean;
  /** True until the text of the dialog is complete. Disables the confirm button. */
  isConfirmDisabled?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog in which the user confirms an action. The Cancel button has the focus. */
export function ConfirmDialog({
  title,
  confirmLabel,
  isDangerous,
  isConfirmDisabled,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { cancel, form } = useTexts();
  const { isBusy, problem, run } = useAction(onConfirm);
  return (
    <ModalDialog role="alertdialog" title={title} onClose={onClose}>
      {children}
      {problem && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
        <Button
          kind={isDangerous ? 'danger' : 'primary'}
          isDisabled={isConfirmDisabled}
          onPress={() => void run()}
        >
          {isBusy ? form.busy : confirmLabel}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

interface ValidatedFormProps {
  /** The state of the form, from `useForm`. */
  form: Pick<FormState, 'formRef' | 'submit'>;
  /** True if the form may be sent. */
  isValid: boolean;
  /** The class name for its position on the page. */
  className?: string;
  children: ReactNode;
}

/** A form that shows errors next to their fields, without the messages of the browser. */
export function ValidatedForm({
  form: { formRef, submit },
  isValid,
  className,
  children,
}: ValidatedFormProps) {
  return (
    <Form
      ref={formRef}
      className={className ? `${fields.form} ${className}` : fields.form}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(isValid);
      }}
    >
      {children}
    </Form>
  );
}

interface FormDialogProps extends Pick<ModalDialogProps, 'title' | 'isWide' | 'isDirty' | 'onClose'> {
  form: Pick<FormState, 'formRef' | 'submit' | 'isBusy' | 'isDirty'>;
  isValid: boolean;
  submitLabel: string;
  /** The label of the submit button while the form is sent. */
  busyLabel?: string;
  children: ReactNode;
}

/** A form in a dialog with a Cancel and a submit button. */
export function FormDialog({ form, isValid, submitLabel, busyLabel, children, ...dialog }: FormDialogProps) {
  const { form: texts } = useTexts();
  return (
    <ModalDialog isDirty={form.isDirty} {...dialog}>
      <ValidatedForm form={form} isValid={isValid}>
        {children}
        <FormActions
          submitLabel={form.isBusy ? (busyLabel ?? texts.busy) : submitLabel}
          onClose={dialog.onClose}
        />
      </ValidatedForm>
    </ModalDialog>
  );
}

/** The Cancel and the submit button of a form in a dialog. */
export function FormActions({ submitLabel, onClose }: Pick<FormDialogProps, 'submitLabel' | 'onClose'>) {
  const { cancel } = useTexts();
  return (
    <DialogActions>
      <Button onPress={onClose}>{cancel}</Button>
      <Button type="submit" kind="primary">
        {submitLabel}
      </Button>
    </DialogActions>
  );
}

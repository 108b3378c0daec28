import type { ReactNode, RefObject } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../../../texts/language.js';
import { Button } from '../../controls/button.js';
import fields from '../../fields/field.module.css';
import { DialogActions } from './dialog.js';

interface Props {
  /** The form in which the first error gets the focus. */
  shown?: RefObject<HTMLFormElement | null>;
  /** The class name for its position on the page. */
  className?: string;
  onSubmit: () => unknown;
  children: ReactNode;
}

/** A form that shows errors next to their fields, without the messages of the browser. */
export function EntryForm({ shown, className, onSubmit, children }: Props) {
  return (
    <Form
      ref={shown}
      className={className ? `${fields.form} ${className}` : fields.form}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </Form>
  );
}

interface DialogProps extends Props {
  confirm: string;
  onClose: () => void;
}

/** A form in a dialog with a Cancel and a submit button. */
export function DialogForm({ confirm, onClose, children, ...form }: DialogProps) {
  const { cancel } = useTexts();
  return (
    <EntryForm {...form}>
      {children}
      <DialogActions>
        <Button onPress={onClose}>{cancel}</Button>
        <Button type="submit" kind="primary">
          {confirm}
        </Button>
      </DialogActions>
    </EntryForm>
  );
}

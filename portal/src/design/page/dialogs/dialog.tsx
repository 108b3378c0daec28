import { useState, type ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../../../texts/language.js';
import { Button } from '../../controls/button.js';
import styles from './dialog.module.css';

interface Props {
  title: string;
  isOpen: boolean;
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
  isOpen,
  onClose,
  role = 'dialog',
  isWide = false,
  isChanged = false,
  children,
}: Props) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (open) return;
        if (isChanged) setLeaving(true);
        else onClose();
      }}
    >
      <Modal className={isWide ? styles.wide : styles.modal}>
        <Dialog className={styles.dialog} role={role}>
          <Heading slot="title">{title}</Heading>
          {children}
          {isLeaving && <DiscardQuestion onStay={() => setLeaving(false)} onDiscard={onClose} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { discard: texts } = useTexts();
  return (
    <ModalDialog role="alertdialog" title={texts.title} isOpen onClose={onStay}>
      <p>{texts.text}</p>
      <DialogActions>
        <Button kind="primary" autoFocus onPress={onStay}>
          {texts.stay}
        </Button>
        <Button onPress={onDiscard}>{texts.discard}</Button>
      </DialogActions>
    </ModalDialog>
  );
}

/** The buttons of a dialog. They stay visible when the content scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

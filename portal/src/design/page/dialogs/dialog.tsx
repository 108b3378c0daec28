import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  isWide?: boolean;
  children: ReactNode;
}

/** Runs an action after a closing dialog has returned the focus. Returns a function that cancels it. */
export function afterDialog(action: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(action);
  });
  return () => cancelAnimationFrame(frame);
}

/** A modal dialog. Escape closes it; a click outside does not. */
export function ModalDialog({ title, isOpen, onClose, role = 'dialog', isWide = false, children }: Props) {
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={isWide ? styles.wide : styles.modal}>
        <Dialog className={styles.dialog} role={role}>
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons of a dialog. They stay visible when the content scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

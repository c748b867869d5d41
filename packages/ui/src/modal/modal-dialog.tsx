import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../button/button.tsx';
import styles from './modal-dialog.module.css';

export interface ModalDialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Primary choice first, quiet refusal last. */
  readonly choices: ReactNode;
  readonly children: ReactNode;
}

/** Fades in and out over 250 ms; a sheet at the bottom on small screens. The page behind is inert. */
export function ModalDialog({ title, closeLabel, isOpen, onClose, choices, children }: ModalDialogProps) {
  return (
    <ModalOverlay
      className={styles['veil'] ?? ''}
      isDismissable
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Modal className={styles['modal'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''}>
          <div className={styles['head']}>
            <Heading className={styles['title'] ?? ''} level={2} slot="title">
              {title}
            </Heading>
            <Button icon="close" kind="quiet" label={closeLabel} onPress={onClose} takesFocus />
          </div>
          <div className={styles['body']}>{children}</div>
          <div className={styles['foot']}>{choices}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

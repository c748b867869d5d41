import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';
import { ModalBody } from './modal-body.tsx';
import styles from './modal-dialog.module.css';

export interface ModalDialogProps {
  readonly title: string;
  /** Small, under the title. */
  readonly subtitle?: string;
  /** 720 px at most instead of 560: for tabs. */
  readonly isWide?: boolean;
  readonly closeLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Primary choice first, quiet refusal last. */
  readonly choices: ReactNode;
  readonly children: ReactNode;
}

/** Fades in and out over 250 ms; a sheet at the bottom on small screens. The page behind is inert. */
export function ModalDialog(props: ModalDialogProps) {
  const { title, subtitle, isWide = false, closeLabel, isOpen, onClose, choices, children } = props;
  return (
    <ModalOverlay
      className={styles['veil'] ?? ''}
      isDismissable
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Modal className={classes(styles['modal'], isWide && styles['wide'])}>
        <Dialog className={styles['dialog'] ?? ''}>
          <div className={styles['head']}>
            <div className={styles['titles']}>
              <Heading className={styles['title'] ?? ''} level={2} slot="title">
                {title}
              </Heading>
              {subtitle !== undefined && <p className={styles['subtitle']}>{subtitle}</p>}
            </div>
            <Button icon="close" kind="quiet" label={closeLabel} onPress={onClose} takesFocus />
          </div>
          <ModalBody label={title}>{children}</ModalBody>
          <div className={styles['foot']}>{choices}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

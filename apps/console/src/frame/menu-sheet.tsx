import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { partTexts } from '../parts/texts.ts';
import styles from './menu-sheet.module.css';
import { Sidebar } from './sidebar.tsx';

export interface MenuSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The sidebar where there is no room for it: closed by its button, Escape, the veil, or a choice. */
export function MenuSheet({ isOpen, onClose }: MenuSheetProps) {
  const text = useText();
  return (
    <ModalOverlay
      className={styles['veil'] ?? ''}
      isDismissable
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Modal className={styles['sheet'] ?? ''}>
        <Dialog aria-label={text(partTexts.menu)} className={styles['dialog'] ?? ''}>
          <Button
            className={styles['close']}
            icon="close"
            kind="quiet"
            label={text(partTexts.close)}
            onPress={onClose}
            takesFocus
          />
          <Sidebar onChoice={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

import type { Modal, ModalActions } from '@vestibule/flows';
import { lazyPart, LostWindow } from '@vestibule/ui';
import { AskedLicenceDialog } from '../licence/asked-licence-dialog.tsx';
import { LicenceDialog, type LicenceText } from '../licence/licence-dialog.tsx';
import type { PageInfo } from '../page/page-info.ts';
import type { SetUpSystem } from '../set-up/system-text.ts';
import { EncryptionDialog } from './encryption-dialog.tsx';
import { ManagementDialog } from './management-dialog.tsx';
import { SupportDialog } from './support-dialog.tsx';

/** It alone brings tabs. */
const InstructionsDialog = lazyPart(
  async () => (await import('./instructions-dialog.tsx')).InstructionsDialog,
  LostWindow,
);

export interface HomeModalProps {
  readonly modal: Modal;
  /** False while it fades out. */
  readonly isOpen: boolean;
  readonly info: PageInfo;
  readonly system: SetUpSystem;
  /** Left out: the server is asked for it. */
  readonly licence?: LicenceText | undefined;
  readonly actions: ModalActions;
}

/** What stands over the home screen: one window at a time. */
export function HomeModal({ modal, isOpen, info, system, licence, actions }: HomeModalProps) {
  switch (modal.kind) {
    case 'support':
      return <SupportDialog info={info} isOpen={isOpen} onClose={actions.close} />;
    case 'device-management':
      return <ManagementDialog actions={actions} companyName={info.companyName} isOpen={isOpen} modal={modal} />;
    case 'encryption':
      return <EncryptionDialog actions={actions} isOpen={isOpen} modal={modal} system={system} />;
    case 'eula':
      return licence === undefined ? (
        <AskedLicenceDialog isOpen={isOpen} modal={modal} onAccept={actions.acceptEula} onClose={actions.close} />
      ) : (
        <LicenceDialog isOpen={isOpen} licence={licence} onAccept={actions.acceptEula} onClose={actions.close} />
      );
    case 'instructions':
      return <InstructionsDialog isOpen={isOpen} onClose={actions.close} system={system} topic={modal.topic} />;
    default:
      return modal satisfies never;
  }
}

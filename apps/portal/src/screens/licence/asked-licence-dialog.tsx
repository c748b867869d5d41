import type { Modal } from '@vestibule/flows';
import { LicenceDialog, type LicenceDialogProps } from './licence-dialog.tsx';
import { useLicence } from './use-licence.ts';

export interface AskedLicenceDialogProps extends Omit<LicenceDialogProps, 'licence'> {
  /** What is agreed to. */
  readonly modal: Modal;
}

/** Asks the server for the words once they are to be shown. */
export function AskedLicenceDialog({ modal, ...rest }: AskedLicenceDialogProps) {
  return <LicenceDialog {...rest} licence={useLicence(modal)} />;
}

import { defineTexts } from '@vestibule/texts';

export const licenceTexts = defineTexts('licence', {
  accept: 'Accept',
  cancel: 'Cancel',
  close: 'Close',
  failed: 'The agreement could not be loaded. Close this window and open it again.',
  title: 'Licence agreement',
});

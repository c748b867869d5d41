import { defineTexts } from '@vestibule/texts';

export const licenceTexts = defineTexts('licence', {
  accept: 'Accept',
  cancel: 'Cancel',
  close: 'Close',
  failed: 'The agreement could not be loaded. Close this window and open it again.',
  software:
    '{name} {version} by {publisher}, {size, number} MB. If you accept, you agree to its licence and it is installed. This computer asks for an administrator first.',
  title: 'Licence agreement',
});

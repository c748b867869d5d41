import { defineTexts } from '@vestibule/texts';

export const consentTexts = defineTexts('home.consent', {
  confirm: 'Change this computer',
  confirmInstallation: 'Install on this computer',
  decline: 'Not now',
  installation:
    '{product} runs as a trial, but the installation is real: it puts a program on the computer you sit at.',
  installationTitle: 'This installs a program on this very computer',
  installationUndo: 'You can remove the program later. The page shows how once it is installed.',
  text: '{product} runs as a trial, but the fix is real: it changes a security setting of the computer you sit at.',
  title: 'This changes this very computer',
  undo: 'Every change can be undone. The page shows how, and so does the command workplace status.',
});

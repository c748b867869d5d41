import { defineTexts } from '@vestibule/texts';

export const appInstalledTexts = defineTexts('appInstalled', {
  findLinux: 'Open the list of applications and type “{product}”.',
  findMac: 'Press ⌘ and Space, and type “{product}”.',
  findTitle: 'Find and launch {product}',
  findWindows: 'Press the Windows key and type “{product}”.',
  install: 'Install {product}',
  lead: 'Two steps are left.',
  notYet: 'Not installed here yet?',
  signIn: 'The ones you use for work. After that this computer is connected.',
  signInTitle: 'Enter your username and password',
  title: 'Thanks for installing {product}',
});

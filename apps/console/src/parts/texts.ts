import { defineTexts } from '@vestibule/texts';

export const partTexts = defineTexts('part', {
  asCommand: 'As a command',
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyCommand: 'Copy the command {command}',
  done: 'Done',
  loading: 'Loading',
  notLoaded: 'This did not load',
  notLoadedNetwork: 'The server isn’t responding. Check your connection, then try again.',
  notLoadedServer: 'The server could not answer. Try again in a moment.',
  request: 'Request {id}',
  tryAgain: 'Try again',
  menu: 'Menu',
  yesterday: 'Yesterday',
});

/** Whom one asks for what a role may not do. */
export const roleTexts = defineTexts('role', {
  administrator: 'Administrator',
  auditor: 'Auditor',
  support: 'Help desk',
});

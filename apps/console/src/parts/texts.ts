import { defineTexts } from '@vestibule/texts';

export const partTexts = defineTexts('part', {
  asCommand: 'As a command',
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyCommand: 'Copy the command {command}',
  done: 'Done',
  incomplete: 'Fill in what is missing above.',
  loading: 'Loading',
  noChange: 'Nothing changes: it is so already.',
  notLoaded: 'This did not load',
  notLoadedNetwork: 'The server isn’t responding. Check your connection, then try again.',
  notLoadedServer: 'The server could not answer. Try again in a moment.',
  request: 'Request {id}',
  seeWhat: 'See what happens',
  tryAgain: 'Try again',
  typeAgain: 'Type {name} to go on.',
  typeName: 'This is for good. Type {name} to confirm',
  undo: 'Undo',
  menu: 'Menu',
  yesterday: 'Yesterday',
});

/** Whom one asks for what a role may not do. */
export const roleTexts = defineTexts('role', {
  administrator: 'Administrator',
  auditor: 'Auditor',
  support: 'Help desk',
});

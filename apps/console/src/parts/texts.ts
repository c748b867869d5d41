import { defineTexts } from '@vestibule/texts';

export const partTexts = defineTexts('part', {
  asCommand: 'As a command',
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyCommand: 'Copy the command {command}',
  done: 'Done',
  firstPage: 'First page',
  incomplete: 'Fill in what is missing above.',
  live: 'Live',
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
  searchAll: 'Search',
  nextPage: 'Next page',
  removeFilter: 'Remove the filter {filter}',
  range: '{from, number} to {to, number} of {total, number}',
  rangeOpen: '{from, number} to {to, number}',
  yesterday: 'Yesterday',
});

/** Whom one asks for what a role may not do. */
export const roleTexts = defineTexts('role', {
  administrator: 'Administrator',
  auditor: 'Auditor',
  support: 'Help desk',
});

/** What the policy says of a computer, or of a person by their best one. */
export const verdictTexts = defineTexts('verdict', {
  allRetired: 'All computers retired',
  any: 'Any verdict',
  inGrace: 'In grace',
  neverReported: 'Never reported',
  noComputer: 'No computer yet',
  notChecked: 'Could not be checked',
  passed: 'Meets the policy',
  retired: 'Retired',
  stopped: 'Kept out',
  stoppedBy: 'Kept out by {count}',
  verdict: 'Verdict',
  wouldBeStopped: 'Would be kept out',
});

export const systemTexts = defineTexts('system', { linux: 'Linux', macos: 'macOS', windows: 'Windows' });

import { defineTexts } from '@vestibule/texts';

export const navigationTexts = defineTexts('navigation', {
  applications: 'Applications',
  audit: 'Audit',
  computers: 'Computers',
  console: 'Console',
  firstSteps: 'First steps',
  firstStepsCount: '{done} of {all}',
  gate: 'Gate',
  overview: 'Overview',
  people: 'People',
  policy: 'Policy',
  records: 'Records',
  rules: 'Rules',
  settings: 'Settings',
  signIns: 'Sign-ins',
  waiting: 'Waiting',
  waitingCount: '{count} waiting',
  who: 'Who and what',
});

export const frameTexts = defineTexts('frame', {
  account: 'Your own page',
  brakeHolds: '{count, plural, one {The brake holds # check} other {The brake holds # checks}}',
  enforced: 'Enforced for everyone',
  enforcedPart: 'Enforced in part',
  gateLabel: 'State of the gate',
  gateUnknown: 'State of the gate unknown',
  gateUnknownText: 'It did not load',
  mayLook: 'You are an auditor: you read everything and change nothing.',
  maySupport: 'You are help desk: you help people in. What is for administrators is not shown.',
  maySupportNotApprove:
    'You are help desk: you help people in. Only administrators approve computers here, because the device check is a second factor.',
  offline: 'No connection since {time}',
  offlineText: 'what you see is from then. Trying again…',
  open: 'Open: no computer is read',
  people: '{count, plural, one {# person} other {# people}}, {time}',
  reportOnly: 'Report-only: no one is stopped',
  signOut: 'Sign out',
  until: 'until {time}',
  noEnd: 'until you enforce it',
});

/** Pages in place of the console: who may not see it. */
export const entryTexts = defineTexts('entry', {
  blocked: 'Your account was disabled by support.',
  blockedText: 'Ask another administrator of your company.',
  noRole: 'The console is for people with a role',
  noRoleText:
    'You are signed in as {login}, without a role. An administrator can give you one: vestibule person role {login} auditor',
  ownPage: 'To your own page',
  secondFactor: 'The console asks for a second factor',
  secondFactorText:
    'You signed in without one. Set up an authenticator app or a passkey on your own page, then sign in again.',
  signedIn: 'You are signed in',
  signedInText:
    'Go back to the tab you came from. It goes on by itself once you have signed in again. You can close this one.',
  toConsole: 'Open the console',
});

/** What is asked for in the middle of something, in a window over the page. */
export const needTexts = defineTexts('need', {
  again: 'Sign in again to go on',
  againText: 'Your session ended. What you typed stays on this page: sign in in a new tab, then come back here.',
  checkNow: 'I have signed in',
  code: 'Code',
  codeMissing: 'Enter the code.',
  codeWrong: 'The code is wrong or was used already. Codes of the app change every 30 seconds.',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  passkeyCancelled: 'No passkey was given. Try again, or enter a code.',
  proof: 'Confirm that it is you',
  proofNone:
    'You have no code and no passkey here. Sign in again at your company’s sign-in, then come back: this change goes on by itself.',
  proofText: 'This change asks for a proof of the last 15 minutes: a code of your authenticator app, or a passkey.',
  recovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  signIn: 'Sign in',
  tooMany: 'Too many attempts. Wait five minutes before the next try.',
});

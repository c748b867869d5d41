import { defineTexts } from '@vestibule/texts';

export const statusTexts = defineTexts('sessionStatus', {
  about: 'About you',
  applications: 'Your applications',
  applicationsEmpty: 'No applications yet',
  applicationsEmptyText: 'They appear here as soon as your company adds them.',
  company: 'Company',
  console: 'Open the console',
  deviceOutstanding: 'Check this computer to go on',
  deviceOutstandingText: 'The device check is your second factor. Your applications open after it.',
  email: 'Email',
  ends: 'Signed in until',
  lead: '{name}, {company}',
  login: 'Login',
  name: 'Name',
  role: 'Role',
  roleAdministrator: 'Administrator',
  roleAuditor: 'Auditor',
  roleSupport: 'Support',
  since: 'Signed in since',
  supportCode: 'Support code',
  supportCodeCopied: 'Support code copied',
  supportCodeCopy: 'Copy support code',
  signOutAsked: 'An application asks to sign you out',
  signOutAskedText:
    'It did not sign its request, so we ask you first. “Sign out” ends your session here and in what you opened from here.',
  title: 'You are signed in',
});

export const endTexts = defineTexts('signOut', {
  cancel: 'Stay signed in',
  everywhere: 'Sign out everywhere',
  everywhereConfirm: '{count, plural, one {End # session} other {End # sessions}}',
  everywhereText:
    '{count, plural, =0 {You have no other session: this one ends.} one {This session and # other end, with everything that was opened in them.} other {This session and # others end, with everything that was opened in them.}} You sign in again where you want to go on.',
  everywhereTitle: 'Sign out everywhere?',
  here: 'Sign out',
});

export const computerTexts = defineTexts('computer', {
  blocked: '{name} is blocked',
  blockedText: 'Your company has blocked this computer. Support can say why.',
  blockedUnnamed: 'This computer is blocked',
  check: 'Check this computer',
  checkAgain: 'Check again',
  failed: '{count, plural, one {# security check failed} other {# security checks failed}} on {name}',
  failedText:
    '{unread, plural, =0 {} one {# more could not be checked. } other {# more could not be checked. }}The page of the check shows each of them and what to do.',
  heading: 'This computer',
  old: 'The last check of {name} is some time ago',
  oldText: 'It is repeated when you open an application. You can do it now as well.',
  met: '{name} meets what your company asks for',
  metText:
    'Checked {when}.{count, plural, =0 {} one { # recommended check failed.} other { # recommended checks failed.}}{unread, plural, =0 {} one { # could not be checked.} other { # could not be checked.}}',
  passed: '{name} passed the security checks',
  passedText: 'Checked {when}.',
  registerAnother: 'Register another computer',
  retired: '{name} is out of use',
  retiredText: 'Your company has taken this computer off its list. Support can put it back.',
  seeEach: 'See each check',
  seeWhat: 'See what to do',
  unread: '{unread, plural, one {# thing} other {# things}} could not be checked on {name}',
  unreadText: 'The page of the check shows each of them and what to do.',
  unknown: 'This computer has not been checked yet',
  unknownText: 'Workplace checks it when you open an application.',
  verdictBlocked: 'Blocked',
  verdictFailed: 'Failed',
  verdictOpen: 'Not checked',
  verdictPassed: 'Passed',
  verdictWaiting: 'Waiting',
  waiting: '{name} is not registered yet',
  waitingText: 'Open one of your applications: the page says how this computer gets registered.',
});

export const factorTexts = defineTexts('factors', {
  added: 'Added on {date}',
  addAuthenticator: 'Add an authenticator app',
  addPasskey: 'Add a passkey',
  authenticator: 'Authenticator app',
  authenticatorAdded: 'The authenticator app was added.',
  change: 'Change',
  changeName: 'Change the password',
  codes: 'Recovery codes',
  codesLeft:
    '{count, plural, =0 {None is left.} one {# is left.} other {# are left.}} Each signs you in once when you have lost your second factor.',
  codesRenewed: 'Only the new recovery codes work from now on.',
  heading: 'How you sign in',
  lastOne: 'Your company asks for a second factor: add another one before you remove this one.',
  none: 'No second factor yet',
  noneText: 'A passkey or an authenticator app protects your account if someone learns your password.',
  passkey: 'Passkey',
  passkeyAdded: 'The passkey was added.',
  password: 'Password',
  passwordText: 'Signs you in together with your login.',
  remove: 'Remove',
  removed: '{name} was removed.',
  removeName: 'Remove {name}',
  removeText: 'It no longer signs you in. Delete it from the device or the app as well.',
  removeTitle: 'Remove {name}?',
  renew: 'Make new codes',
  required: 'Required',
});

export const sessionTexts = defineTexts('sessions', {
  empty: 'No other sessions',
  emptyText: 'You are signed in with this browser only.',
  end: 'End',
  ended: 'The session was ended.',
  endName: 'End the session of {browser}',
  heading: 'Your other sessions',
  lastUsed: 'Last used {when} from {address}',
  unknown: 'Unknown browser',
});

export const changeTexts = defineTexts('changePassword', {
  changed: 'The password was changed. Your other sessions have ended.',
  current: 'Current password',
  currentMissing: 'The current password is missing.',
  lead: 'Your other sessions end when the password changes.',
  leadWithRole:
    'Your other sessions end when the password changes, with the tokens that you made and your sign-ins of the command line.',
  new: 'New password',
  save: 'Change password',
  title: 'Change your password',
});

export const addPasskeyTexts = defineTexts('addPasskey', {
  lead: 'Your browser asks where to keep it: on this device, on your phone or on a security key.',
  name: 'Name in your list',
  nameMissing: 'The name is missing.',
  start: 'Add passkey',
  title: 'Add a passkey',
});

export const renewCodesTexts = defineTexts('renewCodes', {
  lead: 'You get ten new codes. Those that you kept before do not work any more.',
  start: 'Make new codes',
  title: 'New recovery codes',
});

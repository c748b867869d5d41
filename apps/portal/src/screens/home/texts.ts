import { defineTexts } from '@vestibule/texts';

export const homeTexts = defineTexts('home', {
  answeredBefore:
    'This sign-in was already completed, and the application may refuse a second answer. If it does, start again there.',
  askAccess: 'No time to fix it now? Ask for temporary access',
  aid: 'Problems? Contact support',
  checkAgain: 'Check again',
  checksDone: 'Checks done',
  checksPassed: '{passed} of {total} checks passed',
  close: 'Close',
  completeSetUp: 'Click “Continue” to complete your set up.',
  continue: 'Continue',
  continueBlocked: 'Fix the security issue above to continue',
  continueSoon: 'Continuing automatically…',
  criticalText:
    'We discovered critical security issues with your device… Please discontinue using this device for work & report this issue to your I.T. department.',
  criticalTitle: 'Critical security check(s) failed',
  done: 'Done',
  fix: 'Fix it for me',
  fixAll: 'Fix all for me',
  fixedHeading: 'Fixed just now',
  fixLater: 'Click “Continue” to fix these issues later.',
  help: 'Help me fix it',
  installing: 'Installing',
  installNow: 'Install now',
  issuesTitle: 'Resolve compliance issues',
  listOfChecks: 'Security checks',
  live: 'Updates by itself',
  managementEnrolled: 'Device management service enrolled',
  openApplication: 'Go to {application}',
  opening: 'Opening {application}.',
  passedAll: 'This device passed all checks',
  passedList: '{count, plural, one {# security check passed} other {# security checks passed}}',
  passedTitle: 'Security checks passed',
  readsOnly: '{product} reads security settings only.',
  recommendedHeading: 'To stay protected, consider fixing these issues:',
  redirecting: 'Redirecting…',
  requiredHeading: 'To connect to work, fix these required security issues:',
  showSteps: 'Show the steps',
  stillHere: 'Still here?',
  undo: 'How to undo: {undo}',
  unknownHeading: 'Could not be checked',
});

export const checkingTexts = defineTexts('home.checking', {
  connecting: 'Connecting…',
  determining: 'Determining Computer Security…',
  scanning: 'Scanning Computer…',
  stillWorking: 'Still working…',
  takingLonger: "It's taking longer than expected. Thanks for your patience!",
});

export const headlineTexts = defineTexts('home.headline', {
  canFixLater:
    '{count, plural, =1 {One required issue is open.} =2 {Two required issues are open.} =3 {Three required issues are open.} =4 {Four required issues are open.} =5 {Five required issues are open.} other {# required issues are open.}} You can go on to work and fix {count, plural, one {it} other {them}} later.',
  fixing:
    '{fixing, plural, =1 {One issue is being fixed.} =2 {Two issues are being fixed.} =3 {Three issues are being fixed.} other {# issues are being fixed.}}',
  goThrough:
    '{total, plural, =1 {You go through as soon as it is done.} =2 {You go through as soon as both are done.} =3 {You go through as soon as all three are done.} =4 {You go through as soon as all four are done.} =5 {You go through as soon as all five are done.} other {You go through as soon as all # are done.}}',
  keep: '{count, plural, =1 {One issue keeps you from work} =2 {Two issues keep you from work} =3 {Three issues keep you from work} =4 {Four issues keep you from work} =5 {Five issues keep you from work} other {# issues keep you from work}}{fixing, plural, =0 {} =1 {, one is being fixed} =2 {, two are being fixed} =3 {, three are being fixed} other {, # are being fixed}}.',
  recommended:
    'You’re clear to continue. {count, plural, =1 {One setting} =2 {Two settings} =3 {Three settings} =4 {Four settings} =5 {Five settings} other {# settings}} could protect you better.',
  segments:
    '{total, plural, one {# check} other {# checks}}: {passed} passed{blocking, plural, =0 {} other {, # required failed}}{fixing, plural, =0 {} other {, # being fixed}}{recommended, plural, =0 {} other {, # recommended}}{unknown, plural, =0 {} other {, # could not be checked}}',
  unknownOnly: 'You’re clear to continue. What could not be checked is tried again.',
});

export const rowTexts = defineTexts('home.row', {
  cancelled: 'The question was cancelled, so nothing was changed.',
  found: 'Found',
  evidence: 'What we found',
  goesOnInSettings: 'The settings are open: it goes on there. The next check tells when it is done.',
  managedBy: 'Managed by {company}',
  managedNote: '{company} sets this, so it cannot be changed here. Your I.T. department can.',
  notFixed: 'The change did not hold.',
  notPossible: 'This cannot be changed from here.',
  read: 'Read',
  readAt: '{day} at {time}',
  readAtToday: 'Today at {time}',
  readLive: '{read} · watched, updates automatically',
  refused: 'This computer refused the change.',
  requiredFrom: 'Required from {day}',
  requiredFromTomorrow: 'Required from tomorrow',
  shareDone: '{percent}% done',
  source: 'Source',
  stopperTag: 'Sign-in stopper',
  waitsForResult: 'The change was made. The next check tells whether it holds.',
  wanted: 'Wanted',
});

export const verdictTexts = defineTexts('home.verdict', {
  critical: 'Critical',
  failed: 'Failed',
  fixing: 'Fixing',
  installing: 'Installing',
  managed: 'Managed by your company',
  passed: 'Passed',
  recommended: 'Failed, recommended',
  required: 'Failed, required',
  scanning: 'Checking',
  stopper: 'Failed, stops sign-in',
  unknown: 'Could not be checked',
  waiting: 'Waiting',
});

export const troubleTexts = defineTexts('home.trouble', {
  blockedByPolicyText:
    'A policy of your company keeps this browser from starting {product}. Your I.T. department can allow it. Installing it again changes nothing.',
  blockedByPolicyTitle: 'A policy blocks {product} in this browser',
  clientMissingText:
    'The {product} app reads the security settings of this computer. Install it, then the checks start automatically.',
  clientMissingTitle: '{product} is not installed on this computer',
  clientNotAnsweringText:
    'It is installed, but gave no answer. Close all windows of this browser, open it again and try once more.',
  clientNotAnsweringTitle: '{product} does not answer',
  clientOutdatedText: 'It doesn’t match this page. Install the new version, then the checks continue automatically.',
  clientOutdatedTitle: '{product} on this computer is too old',
  clockAheadText:
    'It is {amount} ahead of the right time. Turn on the automatic date, time and time zone in the settings of this computer; the page goes on by itself.',
  clockBehindText:
    'It is {amount} behind the right time. Turn on the automatic date, time and time zone in the settings of this computer; the page goes on by itself.',
  clockDays: '{count, plural, one {# day} other {# days}}',
  clockHours: '{count, plural, one {# hour} other {# hours}}',
  clockMinutes: '{count, plural, one {# minute} other {# minutes}}',
  clockWrongText:
    'Turn on the automatic date, time and time zone in the settings of this computer; the page goes on by itself.',
  clockWrongTitle: 'The clock of this computer is wrong',
  detail: 'What the computer said: {detail}',
  deviceBlockedText: '{company} does not let this computer into work. Support can tell why and let it in again.',
  deviceBlockedTitle: 'This computer is blocked',
  deviceNotApprovedStepText:
    'If it belongs to another person, use your own. Otherwise an administrator has to approve it. This page then continues automatically. If that takes long, open your work app again.',
  deviceNotApprovedText: 'This page continues automatically once it is.',
  deviceNotApprovedTitle: 'This computer is not registered as yours',
  extensionMissingText:
    'The {product} extension is missing or turned off in this browser, or not allowed in this private window or browser profile. Turn it on in the list of extensions, or install it.',
  extensionMissingTitle: '{product} browser extension is not enabled',
  grantRefusedText:
    '{product} on this computer belongs to another address and takes no orders from this one. Support can register it again.',
  grantRefusedTitle: 'This computer does not trust this address',
  install: 'Install {product}',
  keysMissingText:
    '{product} cannot read the keys that prove that this is your computer. Support can give it new ones; it then counts as a new computer.',
  keysMissingTitle: 'The keys of this computer are missing',
  noDataText: '{product} runs, but could not read a single setting. Restart the computer and open this page again.',
  noDataTitle: '{product} cannot read the settings of this computer',
  noLeaveText:
    'The checks are passed, but the server gives no sign-in. The page keeps trying. If trying again does not help, support can look it up.',
  noLeaveTitle: 'The sign-in cannot be finished',
  noVerdictText:
    'There is still no result. The page keeps trying. If trying again does not help, support can look it up.',
  noVerdictTitle: 'The check takes much too long',
  serverNotAnsweringText:
    'Check the internet connection of this computer. The page keeps trying and continues automatically.',
  serverNotAnsweringTitle: 'The server isn’t responding',
});

import { FIRST_STEP_SENTENCES } from '@vestibule/contracts';
import { defineTexts } from '@vestibule/texts';

export const firstStepsTexts = defineTexts('firstSteps', {
  title: 'First steps',
  lead: 'From nothing to everyone, in eight steps. Each one reads the gate itself: nothing here is ticked off by hand.',
  putAway: 'Put away',
  done: 'Done',
  now: 'Next',
  later: 'Later',
  undone: 'Was done before',
  where: 'Where you are',
  countDone: '{done} of {all} done',
  noneStopped: 'No one is stopped',
  noneStoppedText: 'The gate only looks. Everyone goes through who is who they say.',
  someStopped: 'Enforced in part',
  allEnforced: 'Enforced for everyone',
  enforcedText: 'Gate says how many are kept out, and leads to their names.',
  extension: 'Extension in the browser',
  workplace: 'Workplace on the computer',
  of: '{count} of {all}',
  missing: 'What people would look for in vain',
  good: 'Good to do on the way',
  support: 'Support number',
  supportText: 'Shown on every page that stops someone.',
  mail: 'Mail server',
  mailText: 'Without one, invitations are handed out by you.',
  'second-administrator': 'A second administrator',
  'second-administratorText': 'Alone, you are the only one who can get in.',
  wayBack: 'The way back',
  wayBackText: 'One button on the page Gate lets everyone in within two seconds. Practise it once, on a quiet evening.',
  openGate: 'Go to Gate',
  openApplications: 'Go to Applications',
  openPeople: 'Go to People',
  openPolicy: 'Go to Policy',
  openSignIns: 'Go to Sign-ins',
  seePeople: '{count, plural, one {See the person} other {See the # people}}',
});

export const firstStepNames = defineTexts('firstStep', {
  people: 'Bring your people',
  application: 'Add one work application',
  policy: 'Write the policy and only look',
  arrivals: 'See the first people',
  install: 'Bring extension and Workplace',
  rehearse: 'Rehearse',
  pilot: 'Enforce it for a pilot',
  everyone: 'Enforce it for everyone',
});

export const firstStepSentences = defineTexts('firstStepSays', FIRST_STEP_SENTENCES);

export const packagesTexts = defineTexts('packages', {
  clients: 'Workplace',
  download: 'Download the extension with its policies',
  extension: 'Browser extension',
  get: 'Get the packages',
  lead: 'Bring both to computers by Intune, Jamf, group policy, or by hand. Links are good for an hour.',
  made: 'The extension is made. This gate hands it out from now on.',
  make: 'Make the extension',
  makeAgain: 'Make it again',
  makeLead: 'It is made for the pages of this gate. Browsers that have it take a newer one by themselves.',
  missing: 'What is missing',
  noClients: 'There is no package on this server yet.',
  notMade: 'It was not made yet.',
  size: '{system}, {size} MB',
  title: 'Packages',
  version:
    'Version {version}. The file holds it for Chrome and Edge, packages for stores, and policies for Windows, macOS, Linux and Google.',
});

import { defineTexts } from '@vestibule/texts';

export const inProgressTexts = defineTexts('inProgress', {
  account: 'Your account',
  accountText: 'You can sign in with it.',
  console: 'Open the console',
  deviceCheck: 'Check this computer',
  deviceCheckText: '{product} looks at its security settings. What has to change can mostly be fixed with one press.',
  done: 'You are set up',
  doneLead: 'Everything is done. Your applications are ready.',
  lead: '{done, plural, one {# of {total} steps is done.} other {# of {total} steps are done.}}',
  next: 'Next',
  secondFactor: 'A second factor',
  secondFactorText: 'A passkey, or an app on your phone that shows six digits.',
  steps: 'Steps',
  title: 'Set up your access to work',
  verdictDone: 'Done',
  verdictOpen: 'Not done yet',
  workplace: 'Install {product}',
  workplaceText: 'It reads the security settings of this computer and shows what to change.',
});

import { SIGN_IN_SENTENCES, type SignInOutcome } from '@vestibule/contracts';
import { defineTexts, type Text } from '@vestibule/texts';

export const signInsTexts = defineTexts('signIns', {
  all: 'All',
  anyApplication: 'Any application',
  anyCheck: 'Any check',
  anyOutcome: 'Any outcome',
  application: 'Application',
  around: 'Let in around the gate',
  check: 'Stopped by',
  computer: 'Computer',
  empty: 'No sign-ins yet',
  emptyText: 'Each sign-in to a work application stands here as soon as it begins, also if it never gets through.',
  filters: 'Filters',
  from: 'From',
  newer: '{count, plural, one {# new sign-in} other {# new sign-ins}}',
  noFilters: 'Show all sign-ins',
  nothingFound: 'No sign-in fits',
  nothingFoundText: 'Take a filter out, or choose more days.',
  notKnown: 'Not known yet',
  noComputer: 'No computer has reported',
  outcome: 'Outcome',
  person: 'Person',
  personAndComputer: 'Person and computer',
  removed: 'Removed since',
  search: 'Person, computer, request id',
  seconds: '{seconds, number} s',
  stoppedNow: 'Stopped now',
  title: 'Sign-ins',
  took: 'Took',
  until: 'Until',
  views: 'Views',
  when: 'When',
  why: 'Why',
});

export const chartTexts = defineTexts('signInChart', {
  around: 'Around the gate',
  arrived: 'On the way',
  fixed: 'Fixed',
  name: '{total, plural, one {# sign-in} other {# sign-ins}}. At most {peak, number} at {time}. {fixed, number} fixed, {around, number} around the gate, {stopped, number} kept out.',
  nothing: 'No sign-in in this time.',
  perDay: 'By day',
  perQuarter: 'Every 15 minutes',
  since: '{span}, since {time}',
  showTable: 'Show as table',
  stopped: 'Kept out',
  through: 'Let in at once',
  unblocked: 'From the fix until let in: half of them within {median}, 95 of 100 within {p95}',
  when: 'From',
});

export const storyTexts = defineTexts('signInStory', {
  allOfPerson: 'All of their sign-ins',
  around: 'Around the gate',
  by: '{way}, by {givenBy}: “{reason}”',
  close: 'Close',
  fix: 'Fix',
  fixedChecks: 'Fixed',
  gate: 'Gate',
  next: 'What to do next',
  openComputer: 'Open computer',
  openPerson: 'Open person',
  parts: 'Gate {gate}, person {person}, fix {fix}',
  person: 'Person',
  refusal: 'Refused',
  request: 'Request {id}',
  steps: 'What happened',
  stoppedBy: 'Stopped by',
  title: '{person} to {application}',
  unblocked: '{time} from the fix until let in',
  unknownPerson: 'Unknown person',
});

/** What a step was. The English is the contract’s own. */
export const stepTexts = defineTexts('signInStep', SIGN_IN_SENTENCES);

export const nextTexts = defineTexts('signInNext', {
  access: 'Nothing now. When the access ends, this computer has to meet the policy.',
  arrived: 'Nothing has stopped it: they are on the way, or gave up. Ask them before you look further.',
  'asked-to-install':
    'The extension or Workplace did not answer. Help them install it; if it can’t wait, give temporary access.',
  fixed: 'Nothing. The computer was repaired and met the policy.',
  fixing: 'Wait a moment. If it stays like this, open the computer and see what is left.',
  'not-checked': 'Nothing. The identity provider vouched for a phone or tablet, which can’t be checked.',
  observed: 'Nothing now. Once the policy is enforced for them, what is listed above keeps them out.',
  stopped: 'Their page says how to repair it. If it can’t wait, open the person and give temporary access.',
  through: 'Nothing. The computer met the policy.',
}) satisfies { readonly [outcome in SignInOutcome]: Text };

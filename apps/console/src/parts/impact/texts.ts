import { defineTexts } from '@vestibule/texts';

/** Whom a change would stop: what the calls count. */
export const impactTexts = defineTexts('impact', {
  check: 'Check',
  computers: 'Computers',
  fails: 'Computers that fail a check',
  fixable: '… of which Workplace can fix all by itself',
  inScope: 'People for whom the policy is enforced',
  judged:
    'By the last report of {computers, plural, one {# computer} other {# computers}} of {people, plural, one {# person} other {# people}}, of the last {days, plural, one {day} other {# days}}.',
  late: 'People whose computers have not reported lately',
  later: 'From {day} on, when start dates and grace are over: {count, plural, one {# computer} other {# computers}}.',
  more: 'How many more would be stopped',
  never: 'People never seen with Workplace, asked to install it',
  neverSeen: '{login}, never seen',
  notSeen: '{login}, not seen lately',
  unnamed: 'People who have never signed in by {providers} are in none of these numbers.',
  who: 'The first of them',
});

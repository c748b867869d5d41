import {
  adminFirstStepsCall,
  adminPackagesCall,
  adminGateCall,
  adminPeopleCall,
  adminSearchCall,
  adminStatusCall,
  mySessionCall,
} from '@vestibule/contracts';
import { given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { found, packages } from '../src/testing/first-steps.ts';
import { ilse } from '../src/testing/people.ts';
import { session } from '../src/testing/samples.ts';
import { nothing, some } from '../src/testing/search.ts';
import { empty, ODD, three } from './companies.ts';
import { at, defineStates } from './state.ts';

const list = given(adminPeopleCall, { people: [ilse], total: 1, next: null });
const odd = found.steps.map((one) =>
  one.sentence.id === 'provider-used'
    ? { ...one, sentence: { ...one.sentence, values: { provider: ODD, people: 3 } } }
    : one,
);

export const firstStepsStates = defineStates({
  'first-steps': at('/first-steps', given(adminFirstStepsCall, found), three),
  'first-steps-loading': at('/first-steps', unanswered(adminFirstStepsCall)),
  'first-steps-empty': at('/first-steps', empty),
  'first-steps-names': at('/first-steps', given(adminFirstStepsCall, { ...found, steps: odd, missing: [ODD] })),
  'first-steps-packages': at(
    '/first-steps',
    given(adminFirstStepsCall, found),
    given(adminPackagesCall, { ...packages, extension: null }),
    three,
  ),
  'first-steps-failed': at('/first-steps', given(adminFirstStepsCall, new Refused('server_error'))),
});

export const otherStates = defineStates({
  overview: at('/overview'),
  'command-line': at('/command-line'),
  audit: at('/audit'),
  settings: at('/settings'),
  'not-found': at('/nothing'),
  menu: at('/people', list),
  search: at('/people', list),
  'search-found': at('/people', list, given(adminSearchCall, some)),
  'search-nothing': at('/people', list, given(adminSearchCall, nothing)),
  'search-failed': at('/people', list, given(adminSearchCall, new Refused('server_error'))),
  keys: at('/people', list),
  'gate-unknown': at('/audit', given(adminGateCall, new Refused('server_error'))),
  'no-role': at('/people', given(mySessionCall, { ...session, role: null })),
  'no-second-factor': at('/people', given(adminStatusCall, new Refused('second_factor_missing'))),
  'account-blocked': at('/people', given(mySessionCall, new Refused('account_disabled'))),
  'signed-in': at('/signed-in'),
  'entry-failed': at('/people', given(adminStatusCall, new Refused('server_error'))),
});

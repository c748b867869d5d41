import { applicationStates } from './application-states.ts';
import { computerStates } from './computer-states.ts';
import { gateStates } from './gate-states.ts';
import { firstStepsStates, otherStates } from './other-states.ts';
import { peopleStates } from './people-states.ts';
import { policyStates } from './policy-states.ts';
import { signInStates } from './sign-in-states.ts';
import type { State } from './state.ts';
import { waitingStates } from './waiting-states.ts';

/** Every state of every page, by the name that `?state=` takes. */
export const states: ReadonlyMap<string, State> = new Map<string, State>(
  Object.entries({
    ...firstStepsStates,
    ...waitingStates,
    ...signInStates,
    ...peopleStates,
    ...computerStates,
    ...applicationStates,
    ...gateStates,
    ...policyStates,
    ...otherStates,
  }),
);

import { peopleStates } from './people-states.ts';
import type { State } from './state.ts';

/** Every state of every page, by the name that `?state=` takes. */
export const states: ReadonlyMap<string, State> = new Map<string, State>(Object.entries({ ...peopleStates }));

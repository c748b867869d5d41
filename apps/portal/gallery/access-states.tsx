import type { ReactNode } from 'react';
import { HomeScreen, type HomeScreenProps } from '../src/screens/home/home-screen.tsx';
import { homeStates } from './home-states.ts';
import { homeSurroundings } from './home-surroundings.ts';
import { noActions } from './no-actions.ts';

const REFUSAL = 'Use the computer in the meeting room until yours is repaired. Ilse, IT';

function issues(changes: Pick<HomeScreenProps, 'access' | 'callerNumber'>): ReactNode {
  const view = homeStates['issues'];
  return view !== undefined && <HomeScreen {...homeSurroundings} actions={noActions} view={view} {...changes} />;
}

const ask = { onAsk: () => undefined, refusal: null } as const;

/** Asking support for a way in from the page that stops someone, and saying who is calling. */
export const accessStates: { readonly [name: string]: ReactNode } = {
  'issues-access': issues({ access: { ...ask, state: 'open' } }),
  'issues-access-asked': issues({ access: { ...ask, state: 'asked' } }),
  'issues-access-refused': issues({ access: { ...ask, refusal: REFUSAL, state: 'open' } }),
  'issues-caller-number': issues({ callerNumber: '4711' }),
};

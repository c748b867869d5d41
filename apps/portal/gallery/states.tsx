import type { ReactNode } from 'react';
import { HomeScreen } from '../src/screens/home/home-screen.tsx';
import { accessStates } from './access-states.tsx';
import { anotherComputerStates } from './another-computer-states.tsx';
import { companyStates } from './company-states.tsx';
import { Components } from './components.tsx';
import { FixDemo } from './fix-demo.tsx';
import { homeStates, under } from './home-states.ts';
import { homeSurroundings } from './home-surroundings.ts';
import { judgedStates } from './judged-states.tsx';
import { noActions } from './no-actions.ts';
import { otherStates } from './other-states.tsx';
import { setUpStates } from './set-up-states.tsx';
import { tryOutStates } from './try-out-states.tsx';

const homeScreens = Object.entries(homeStates).map(([name, view]): [string, ReactNode] => [
  name,
  <HomeScreen {...homeSurroundings} actions={noActions} key={name} view={view} />,
]);

const onMacos = (['asking', 'in-settings'] as const).map((step): [string, ReactNode] => {
  const view = under({ kind: 'encryption', step, way: 'turn-on' });
  const name = `modal-encryption-macos-${step}`;
  return [name, <HomeScreen {...homeSurroundings} actions={noActions} key={name} system="macos" view={view} />];
});

/** Every state of every screen, by the name that `?state=` takes. */
export const states: ReadonlyMap<string, ReactNode> = new Map<string, ReactNode>([
  ...homeScreens,
  ...onMacos,
  ['fix-demo', <FixDemo key="fix-demo" />],
  ...Object.entries(setUpStates),
  ...Object.entries(otherStates),
  ...Object.entries(accessStates),
  ...Object.entries(anotherComputerStates),
  ...Object.entries(companyStates),
  ...Object.entries(judgedStates),
  ...Object.entries(tryOutStates),
  ['components', <Components key="components" />],
]);

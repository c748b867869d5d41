import type { HomeView } from '@vestibule/flows';
import { useState } from 'react';
import { HomeScreen } from '../src/screens/home/home-screen.tsx';
import { firewall, threat, updates } from './checks.ts';
import { issues } from './home-states.ts';
import { homeSurroundings } from './home-surroundings.ts';
import { noActions } from './no-actions.ts';

const steps: readonly HomeView[] = [
  issues([threat, firewall, updates]),
  issues([threat, firewall, updates], { fixes: { FirewallEnable: { kind: 'running' } } }),
  issues([threat, { ...firewall, checkMessage: 'The firewall is on', isPassed: true, state: 'passed' }, updates], {
    fixes: {
      FirewallEnable: {
        kind: 'ended',
        outcome: { fixActionType: 'FirewallEnable', outcome: 'fixed', undo: 'Turn it off in Windows Security.' },
      },
    },
  }),
];

/** 'Fix it for me' starts, 'Check again' or a second press ends a fix: to watch a row leave. */
export function FixDemo() {
  const [step, setStep] = useState(0);
  const view = steps[Math.min(step, steps.length - 1)];
  if (view === undefined) return null;
  return <HomeScreen {...homeSurroundings} actions={{ ...noActions, fix: () => setStep(step + 1) }} view={view} />;
}

import type { VouchView } from '@vestibule/flows';
import type { ReactNode } from 'react';
import { AnotherComputerScreen } from '../src/screens/another-computer/another-computer-screen.tsx';
import { HomeScreen } from '../src/screens/home/home-screen.tsx';
import { WaitingCode } from '../src/screens/waiting-code/waiting-code.tsx';
import { homeStates } from './home-states.ts';
import { homeSurroundings } from './home-surroundings.ts';
import { noActions } from './no-actions.ts';
import { pageInfo } from './page-info.ts';

function ignore() {}

const COMPUTER = {
  name: 'NADIA-LT-0512',
  operatingSystem: 'windows',
  since: '2026-11-24T08:41:00.000Z',
  address: '198.51.100.24',
  isSameAddress: false,
};

const VIEWS: { readonly [name: string]: VouchView } = {
  'another-computer': { step: 'code', isBusy: false, problem: null },
  'another-computer-wrong': { step: 'code', isBusy: false, problem: 'code-wrong' },
  'another-computer-not-offered': { step: 'code', isBusy: false, problem: 'not-offered' },
  'another-computer-question': { step: 'computer', computer: COMPUTER, isBusy: false, problem: null },
  'another-computer-checks-fail': { step: 'computer', computer: COMPUTER, isBusy: false, problem: 'checks-fail' },
  'another-computer-done': { step: 'done', name: COMPUTER.name },
};

function notApproved(code: string | null, isSecondStep = false): ReactNode {
  const view = homeStates['device-not-approved'];
  if (view?.phase !== 'trouble') throw new Error('There is no such state.');
  const address = 'gate.alderbrook.example/online/session-status';
  const waitingCode = <WaitingCode address={address} code={code} isSecondStep={isSecondStep} />;
  const shown = isSecondStep ? { ...view, isSecondStep } : view;
  return <HomeScreen {...homeSurroundings} actions={noActions} view={shown} waitingCode={waitingCode} />;
}

/** A computer that is not registered, and the one that registers it. */
export const anotherComputerStates: { readonly [name: string]: ReactNode } = {
  'device-not-approved-code': notApproved('K7QM-4X9P'),
  'device-not-approved-alone': notApproved(null),
  'device-not-approved-step': notApproved(null, true),
  ...Object.fromEntries(
    Object.entries(VIEWS).map(([name, view]) => [
      name,
      <AnotherComputerScreen
        accountHref="#account"
        checkHref="#check"
        header={pageInfo}
        key={name}
        onCancel={ignore}
        onCode={ignore}
        onConfirm={ignore}
        view={view}
      />,
    ]),
  ),
};

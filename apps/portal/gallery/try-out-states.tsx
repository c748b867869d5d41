import { CHECK_DEFINITIONS } from '@vestibule/checks';
import { type CheckType, SPECIFIED_CHECK_TYPES, type SyntheticLaptop, type TryOut } from '@vestibule/contracts';
import type { ReactNode } from 'react';
import { HomeScreen } from '../src/screens/home/home-screen.tsx';
import { EndingScreen } from '../src/screens/try-out/ending-screen.tsx';
import { NoTryOutScreen } from '../src/screens/try-out/no-try-out-screen.tsx';
import { TryOutBar } from '../src/screens/try-out/try-out-bar.tsx';
import { homeStates } from './home-states.ts';
import { homeSurroundings } from './home-surroundings.ts';
import { noActions } from './no-actions.ts';
import { pageInfo } from './page-info.ts';

function ignore() {}

const OFF: readonly CheckType[] = ['KnownDevice', 'ManagedDevice', 'RmmAgent', 'FciAgentRunning'];

const tryOut: TryOut = {
  endsAt: '2026-11-21T10:30:00.000Z',
  policyVersion: '0123456789abcdef',
  isInForce: false,
  workplaceAccessPolicy: 'Strict',
  isPolicyEnforced: true,
  companyName: 'Alderbrook',
  logoUrl: null,
  productName: 'Workplace',
  checks: SPECIFIED_CHECK_TYPES.map((checkType) => ({
    checkType,
    name: CHECK_DEFINITIONS[checkType].texts.unknownText,
    facts: checkType,
    isJudged: !OFF.includes(checkType),
    systems: ['windows', 'macos', 'linux'],
  })),
};

const LAPTOP: SyntheticLaptop = {
  system: 'macos',
  bad: ['FirewallEnable', 'ScreenSaverTimeout'],
  unread: ['DeviceEncrypted'],
};

function bar(isOpen: boolean): ReactNode {
  return (
    <TryOutBar
      installed="all"
      isOpenAtFirst={isOpen}
      laptop={LAPTOP}
      onInstall={ignore}
      onLaptop={ignore}
      tryOut={tryOut}
    />
  );
}

function home(isOpen: boolean): ReactNode {
  const view = homeStates['issues'];
  return (
    <>
      {bar(isOpen)}
      {view !== undefined && <HomeScreen {...homeSurroundings} actions={noActions} view={view} />}
    </>
  );
}

const header = { ...pageInfo, supportCode: null };

/** The pages of a synthetic laptop: the bar above them, and where they end. */
export const tryOutStates: { readonly [name: string]: ReactNode } = {
  'try-out': home(true),
  'try-out-folded': home(false),
  'try-out-at-work': (
    <>
      {bar(false)}
      <EndingScreen ending={{ kind: 'at-work' }} header={header} onAgain={ignore} />
    </>
  ),
  'try-out-elsewhere': (
    <>
      {bar(false)}
      <EndingScreen ending={{ kind: 'elsewhere', path: '/online/session-status' }} header={header} onAgain={ignore} />
    </>
  ),
  'try-out-over': <NoTryOutScreen header={header} onTryAgain={ignore} why="over" />,
  'try-out-away': <NoTryOutScreen header={header} onTryAgain={ignore} why="away" />,
};

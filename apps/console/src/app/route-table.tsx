import type { Text } from '@vestibule/texts';
import { lazyPart } from '@vestibule/ui';
import type { ComponentType } from 'react';
import { addressOfPage, NAVIGATION, type PageName } from '../frame/navigation.ts';
import { navigationTexts } from '../frame/texts.ts';
import { addressOfComputer, addressOfPerson, COMMAND_LINE_PAGE } from '../parts/addresses.ts';
import { commandLineTexts } from '../screens/command-line/texts.ts';
import { ComputersScreen } from '../screens/computers/computers-screen.tsx';
import { LaterScreen } from '../screens/later/later-screen.tsx';
import { LostScreen } from '../screens/later/lost-screen.tsx';
import { PeopleScreen } from '../screens/people/people-screen.tsx';
import { PersonScreen } from '../screens/person/person-screen.tsx';

export interface Route {
  /** As wouter matches it. */
  readonly path: string;
  readonly title: Text;
  readonly Screen: ComponentType;
}

/** People, who are looked for most, come with the first script; each of the others has one of its own. */
const ApplicationsScreen = lazyPart(
  async () => (await import('../screens/applications/applications-screen.tsx')).ApplicationsScreen,
  LostScreen,
);
const CommandLineScreen = lazyPart(
  async () => (await import('../screens/command-line/command-line-screen.tsx')).CommandLineScreen,
  LostScreen,
);
const ComputerScreen = lazyPart(
  async () => (await import('../screens/computer/computer-screen.tsx')).ComputerScreen,
  LostScreen,
);
const FirstStepsScreen = lazyPart(
  async () => (await import('../screens/first-steps/first-steps-screen.tsx')).FirstStepsScreen,
  LostScreen,
);
const GateScreen = lazyPart(async () => (await import('../screens/gate/gate-screen.tsx')).GateScreen, LostScreen);
const PolicyScreen = lazyPart(
  async () => (await import('../screens/policy/policy-screen.tsx')).PolicyScreen,
  LostScreen,
);
const SignInsScreen = lazyPart(
  async () => (await import('../screens/sign-ins/sign-ins-screen.tsx')).SignInsScreen,
  LostScreen,
);
const WaitingScreen = lazyPart(
  async () => (await import('../screens/waiting/waiting-screen.tsx')).WaitingScreen,
  LostScreen,
);

/** The pages that are there. What the navigation has and this table has not shows its commands. */
const SCREENS: { readonly [page in PageName]?: ComponentType } = {
  applications: ApplicationsScreen,
  'first-steps': FirstStepsScreen,
  people: PeopleScreen,
  computers: ComputersScreen,
  gate: GateScreen,
  policy: PolicyScreen,
  'sign-ins': SignInsScreen,
  waiting: WaitingScreen,
};

const PAGES: readonly Route[] = NAVIGATION.flatMap(({ entries }) => entries).map(({ page, label }) => ({
  path: addressOfPage(page),
  title: label,
  Screen: SCREENS[page] ?? (() => <LaterScreen page={page} title={label} />),
}));

export const ROUTES: readonly Route[] = [
  ...PAGES,
  { path: addressOfPerson(':personId'), title: navigationTexts.people, Screen: PersonScreen },
  { path: COMMAND_LINE_PAGE, title: commandLineTexts.title, Screen: CommandLineScreen },
  { path: addressOfComputer(':deviceRowId'), title: navigationTexts.computers, Screen: ComputerScreen },
];

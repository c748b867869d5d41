import {
  adminFirstStepsCall,
  adminGateCall,
  adminStatusCall,
  type CallBody,
  mySessionCall,
  signInOptionsCall,
} from '@vestibule/contracts';
import { type FakeAnswer, given } from '../src/testing/fake-ports.ts';
import { done, found } from '../src/testing/first-steps.ts';
import { around, company, gate, session, status } from '../src/testing/samples.ts';
import logoUrl from './logo.svg';

type Company = NonNullable<CallBody<typeof adminStatusCall>['company']>;

/** As people and systems may write a name: markup, a mark that turns the line around, a line break, and a word of 270 letters. */
export const ODD = `<b>Zeynep</b> \u202E&amp; "Öz"\n${'Wolfeschlegelsteinhausenbergerdorff'.repeat(9)}`.slice(0, 300);
/** The same for what has no blanks to break a line at. */
export const ODD_LOGIN = `${'verylonglogin'.repeat(15)}@alderbrook.example`;

/** One that fills any line, with what is odd in all its names. */
export const oddAround: readonly FakeAnswer[] = [
  given(signInOptionsCall, { ...company, companyName: ODD }),
  given(mySessionCall, { ...session, user: { ...session.user, companyName: ODD, userDisplayName: ODD } }),
];

function statusOf(changes: Partial<Company>): FakeAnswer {
  return given(adminStatusCall, { ...status, company: status.company && { ...status.company, ...changes } });
}

const small = { blockedPeople: 0, devicesWaiting: 0, openAccessRequests: 0, liveGrants: 0, stoppedBeforeReport: 0 };
const builtIn = { version: 'built-in', source: 'built-in', workplaceAccessPolicy: 'Strict', isPolicyEnforced: true };
const looking = { ...gate, state: 'observing' } as const;

/** Set up a minute ago: its administrator, and nothing else. */
export const empty: readonly FakeAnswer[] = [
  given(adminFirstStepsCall, {
    steps: [
      { step: 'people', state: 'now', sentence: { id: 'no-people', values: {} }, says: '' },
      { step: 'application', state: 'later', sentence: { id: 'no-application', values: {} }, says: '' },
      { step: 'policy', state: 'later', sentence: { id: 'no-policy', values: {} }, says: '' },
      { step: 'arrivals', state: 'later', sentence: { id: 'no-one-came', values: {} }, says: '' },
      { step: 'install', state: 'later', sentence: { id: 'no-one-to-count', values: {} }, says: '' },
      { step: 'rehearse', state: 'later', sentence: { id: 'not-rehearsed', values: {} }, says: '' },
      { step: 'pilot', state: 'later', sentence: { id: 'no-pilot', values: {} }, says: '' },
      { step: 'everyone', state: 'later', sentence: { id: 'everyone-later', values: {} }, says: '' },
    ],
    installed: { people: 0, extension: 0, workplace: 0 },
    missing: ['The browser extension for this gate was not made yet.'],
    goodToDo: found.goodToDo.map((one) => ({ ...one, isDone: false })),
  }),
  statusOf({ ...small, people: 1, signedIn: 1, policy: builtIn as Company['policy'] }),
  given(adminGateCall, looking),
];

/** Three people, two of them with a computer; the gate only looks. */
export const three: readonly FakeAnswer[] = [
  given(adminFirstStepsCall, { ...found, installed: { people: 3, extension: 3, workplace: 2 } }),
  statusOf({ ...small, people: 3, signedIn: 2, openAccessRequests: 1 }),
  given(adminGateCall, looking),
];

/** Twenty thousand people, through with their first steps. */
export const seeded: readonly FakeAnswer[] = [
  given(signInOptionsCall, { ...company, logoUrl }),
  given(adminFirstStepsCall, done),
  ...around,
];

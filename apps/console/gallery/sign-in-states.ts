import {
  adminApplicationsCall,
  adminSignInCall,
  adminSignInsCall,
  adminSignInSeriesCall,
  type SignIn,
} from '@vestibule/contracts';
import { given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { applications } from '../src/testing/person.ts';
import { aroundSignIn, fixedSignIn, fixedStory, series, unknownSignIn } from '../src/testing/sign-ins.ts';
import { empty, ODD, ODD_LOGIN, three } from './companies.ts';
import { at, defineStates } from './state.ts';

const odd: SignIn = {
  ...aroundSignIn,
  id: '9f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c04',
  person: { id: fixedSignIn.id, login: ODD_LOGIN, displayName: ODD },
  device: { id: fixedSignIn.id, name: ODD, label: null },
  application: { id: fixedSignIn.id, name: ODD },
  reason: ODD,
};
const OUTCOMES = ['stopped', 'through', 'fixing', 'not-checked', 'observed', 'arrived'] as const;
const more = OUTCOMES.map((outcome, index) => ({
  ...fixedSignIn,
  id: `9f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c1${index}`,
  outcome,
  fixed: [],
  stoppedBy: outcome === 'through' || outcome === 'arrived' ? [] : fixedSignIn.stoppedBy,
}));
const about = [
  given(adminSignInSeriesCall, series),
  given(adminApplicationsCall, applications),
  given(adminSignInCall, fixedStory),
];
const list = (signIns: readonly SignIn[], total = signIns.length, next: string | null = null) =>
  given(adminSignInsCall, { signIns: [...signIns], total, next }, { signIns: [], total: 1, next: null });
const full = list([fixedSignIn, unknownSignIn, aroundSignIn, odd, ...more], 1_000_000, 'next');
const nothing = given(adminSignInsCall, { signIns: [], total: 0, next: null });
const flat = given(adminSignInSeriesCall, {
  ...series,
  series: [],
  total: 0,
  unblockedMs: { median: null, p95: null },
  stoppedNow: 0,
});
const STORY = `/sign-ins?open=${fixedSignIn.id}`;

export const signInStates = defineStates({
  'sign-ins': at('/sign-ins', full, about),
  'sign-ins-loading': at('/sign-ins', unanswered(adminSignInsCall), unanswered(adminSignInSeriesCall)),
  'sign-ins-empty': at('/sign-ins', nothing, flat, empty),
  'sign-ins-three': at('/sign-ins', list([fixedSignIn, unknownSignIn, aroundSignIn]), three, about),
  'sign-ins-around': at('/sign-ins?view=around&since=2026-10-01&until=2026-10-31', list([aroundSignIn]), about),
  'sign-ins-not-found': at('/sign-ins?search=zzz&outcome=stopped', nothing, flat),
  'sign-ins-failed': at('/sign-ins', given(adminSignInsCall, new Refused('server_error'))),
  'sign-in': at(STORY, list([fixedSignIn, unknownSignIn, aroundSignIn]), about),
  'sign-in-names': at(STORY, full, given(adminSignInCall, { ...fixedStory, ...odd, id: fixedSignIn.id }), about),
});

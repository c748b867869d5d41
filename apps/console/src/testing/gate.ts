import {
  adminAuditCall,
  adminGateBrakeCall,
  type adminGateCall,
  type adminGateImpactCall,
  type adminGateImpactPeopleCall,
  adminPeopleFacetsCall,
  adminStagesCall,
  type CallBody,
  type PolicyImpact,
} from '@vestibule/contracts';
import { type FakeAnswer, given } from './fake-ports.ts';
import { gate } from './samples.ts';

export const observing: CallBody<typeof adminGateCall> = {
  ...gate,
  state: 'observing',
  until: '2026-11-26T12:00:00.000Z',
  reason: 'a <b>new</b> check',
};
const entry = {
  id: '1',
  at: '2026-11-25T08:00:00.000Z',
  action: 'gate',
  outcome: 'done',
  actor: 'tomas',
  target: 'alderbrook',
  targetLogin: null,
  details: { state: 'observing', until: '2026-11-25T10:00:00.000Z', reason: 'practice' },
  address: '198.51.100.24',
  correlationId: '4be3f2a1',
} as const;
export const impact: PolicyImpact = {
  days: 14,
  computers: 120,
  people: 100,
  peopleNewlyBlocked: 9,
  peopleInScope: 104,
  neverSeen: 3,
  neverSeenExamples: ['greg'],
  unnamedBy: ['Entra ID'],
  notSeenLately: 1,
  notSeenLatelyExamples: ['odile'],
  peopleWithoutReport: 0,
  blockedBefore: 0,
  blockedNow: 9,
  newlyBlocked: 9,
  newlyBlockedUnread: 0,
  newlyBlockedUnregistered: 0,
  freed: 0,
  fixableAlone: 7,
  later: null,
  checks: [
    { checkType: 'DeviceEncrypted', newlyBlocked: 9, newlyBlockedLater: 0 },
    { checkType: 'FirewallEnable', newlyBlocked: 0, newlyBlockedLater: 2 },
  ],
  examples: [
    {
      login: 'ilse',
      deviceName: 'ILSE-<i>BOOK</i>',
      reportedAt: '2026-11-26T08:00:00.000Z',
      isNow: true,
      isFixableAlone: true,
      checks: ['DeviceEncrypted'],
      unread: [],
      isUnregistered: false,
    },
  ],
  limitPercent: 5,
  isOverLimit: true,
  toAccept: 13,
};
/** What enforcing would do now. */
export const judged: CallBody<typeof adminGateImpactCall> = {
  judgedAt: '2026-11-26T09:42:00.000Z',
  stopped: [
    { kind: 'fix-alone', people: 7 },
    { kind: 'need-help', people: 2 },
    { kind: 'never-seen', people: 3 },
    { kind: 'not-seen-lately', people: 0 },
  ],
  byCheck: [{ checkType: 'DeviceEncrypted', people: 9, fixAlone: 7, needHelp: 2 }],
  impact,
};

/** One of those who need help. */
export const who: CallBody<typeof adminGateImpactPeopleCall>['people'][number] = {
  personId: '6f9c1a2b-3d64-4f0e-9d5b-2a1f5f3b7c01',
  login: 'ilse',
  displayName: 'Ilse <i>Marr</i>',
  kind: 'need-help',
  checks: ['DeviceEncrypted'],
  computers: ['ILSE-BOOK'],
};
export const outcome = {
  isDryRun: true,
  changes: [{ field: 'state', from: 'observing', to: 'enforcing' }],
  warnings: [],
};
export const brake = (isOn: boolean): CallBody<typeof adminGateBrakeCall> => ({
  isOn,
  percent: 10,
  minimumPeople: 5,
  people: 40,
  highest: { checkType: 'FirewallEnable', newlyBlocked: 2 },
  holds: ['ScreenSaverState'],
  lastActedAt: '2026-11-04T10:00:00.000Z',
  at: '2026-11-26T09:40:00.000Z',
});
const pilot = { groups: ['Pilot'], percentage: null, applications: [], acceptBlocking: null, heldBack: null };
export const plan: CallBody<typeof adminStagesCall> = {
  version: '0123456789abcdef',
  people: 104,
  at: '2026-11-26T09:41:00.000Z',
  stages: [
    { ...pilot, number: 1, name: 'Pilot', state: 'done', people: 12, at: null, begunAt: '2026-11-02T09:00:00.000Z' },
    { ...pilot, number: 2, name: 'Sales', groups: ['Sales'], state: 'holds', people: 30, at: null, begunAt: null },
    {
      ...pilot,
      number: 3,
      name: '<b>Everyone</b>',
      groups: [],
      state: 'next',
      people: 104,
      at: '2026-11-26T09:00:00.000Z',
      begunAt: null,
      heldBack: { since: '2026-11-26T09:00:00.000Z', why: 'too-many', toAccept: 13 },
    },
  ],
};
const noPlan = { ...plan, stages: [] };

/** What the page of the gate asks besides. */
export const aboutGate: readonly FakeAnswer[] = [
  given(adminPeopleFacetsCall, {
    total: 104,
    verdicts: [
      { verdict: 'stopped', people: 21, enforced: 19 },
      { verdict: 'never-reported', people: 8, enforced: 3 },
    ],
    neverSeen: 8,
    blocked: 0,
    withRole: 4,
    withAccess: 1,
    beingJudged: 0,
    at: '2026-11-26T09:41:00.000Z',
  }),
  given(adminAuditCall, { entries: [entry], next: null }, { entries: [], next: null }),
  given(adminGateBrakeCall, brake(true)),
  given(adminStagesCall, noPlan),
];

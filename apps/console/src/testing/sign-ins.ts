import type { adminSignInCall, adminSignInSeriesCall, CallBody, SignIn, SignInOutcome } from '@vestibule/contracts';

export const fixedSignIn: SignIn = {
  id: '9f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c01',
  at: '2026-11-26T09:43:02.000Z',
  outcome: 'fixed',
  person: { id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c01', login: 'ilse', displayName: 'Ilse Brandt' },
  device: { id: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c07', name: 'IB-LT-0391', label: null },
  application: { id: '7f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c06', name: 'Mail' },
  protocol: 'saml',
  hasAnswered: true,
  stoppedBy: ['FirewallEnable'],
  fixed: ['FirewallEnable'],
  refusal: null,
  ways: [],
  reason: null,
  givenBy: null,
  lastAt: '2026-11-26T09:43:50.000Z',
  endedAt: '2026-11-26T09:43:50.000Z',
  tookMs: 48_000,
};

/** Let in around the gate, with its reason. */
export const aroundSignIn: SignIn = {
  ...fixedSignIn,
  id: '9f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c02',
  at: '2026-10-14T08:00:00.000Z',
  outcome: 'access',
  person: { id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c02', login: 'nadia', displayName: 'Nadia Keller' },
  stoppedBy: ['DeviceEncrypted'],
  fixed: [],
  ways: ['temporary-access'],
  reason: 'Disk ordered',
  givenBy: 'asha',
  tookMs: 800,
};

/** On the way: no person and no computer yet. */
export const unknownSignIn: SignIn = {
  ...fixedSignIn,
  id: '9f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c03',
  outcome: 'asked-to-install',
  person: null,
  device: null,
  hasAnswered: false,
  stoppedBy: [],
  fixed: [],
  endedAt: null,
  tookMs: null,
};

export const fixedStory: CallBody<typeof adminSignInCall> = {
  ...fixedSignIn,
  steps: [
    {
      at: '2026-11-26T09:43:02.000Z',
      afterMs: 0,
      kind: 'arrived',
      sentence: { id: 'arrived-saml', values: { application: 'Mail' } },
      says: 'Mail asked to sign in, by SAML.',
      evidence: null,
    },
    {
      at: '2026-11-26T09:43:03.400Z',
      afterMs: 1400,
      kind: 'stopped',
      sentence: { id: 'kept-out', values: { passed: 15, checks: 16, count: 1, stoppers: ['FirewallEnable'] } },
      says: 'Computer read: 15 of 16 checks passed. Kept out by 1: FirewallEnable.',
      evidence: { kind: 'report', id: '9f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c09' },
    },
    {
      at: '2026-11-26T09:43:50.000Z',
      afterMs: 48_000,
      kind: 'let-in',
      sentence: { id: 'let-in', values: {} },
      says: 'Let in.',
      evidence: null,
    },
  ],
  milliseconds: { gate: 1900, person: 40_000, fix: 6100 },
  unblockedMs: 1100,
  correlationId: '4be3f2a1',
};

const NONE: Readonly<Record<SignInOutcome, number>> = {
  arrived: 0,
  'asked-to-install': 0,
  stopped: 0,
  fixing: 0,
  through: 0,
  fixed: 0,
  access: 0,
  observed: 0,
  'not-checked': 0,
};

export const series: CallBody<typeof adminSignInSeriesCall> = {
  series: [
    { at: '2026-11-26T09:00:00.000Z', counts: { ...NONE, through: 6, fixed: 1, stopped: 1, 'asked-to-install': 1 } },
    { at: '2026-11-26T09:15:00.000Z', counts: NONE },
    { at: '2026-11-26T09:30:00.000Z', counts: { ...NONE, through: 2, access: 1, 'not-checked': 1, arrived: 1 } },
  ],
  counts: { ...NONE, through: 8, fixed: 1, stopped: 1, 'asked-to-install': 1, access: 1, 'not-checked': 1, arrived: 1 },
  total: 14,
  unblockedMs: { median: 1100, p95: 4200 },
  stoppedNow: 19,
};

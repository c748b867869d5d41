import {
  adminApplyPolicyCall,
  adminAuditCall,
  adminPeopleCall,
  adminPolicyCall,
  type CallBody,
  type PolicyImpact,
} from '@vestibule/contracts';
import type { Answered } from '../hooks/answered.ts';
import { type FakeAnswer, given } from './fake-ports.ts';

export const TEXT = [
  'version: 1',
  'workplaceAccessPolicy: Strict',
  '# agreed on in June',
  'checks:',
  '  OSSupported: { severity: required }',
  '  FirewallEnable: { severity: recommended }',
  '  ScreenSaverTimeout: { severity: required, parameters: { maximumSeconds: 600 } }',
  '',
].join('\n');

export const VERSION = 'aaaaaaaaaaaaaaaa';
export const CHANGED = TEXT.replace(
  'FirewallEnable: { severity: recommended }',
  'FirewallEnable: { severity: required }',
);

/** As a colleague stores it: they changed another line. */
export const THEIRS = TEXT.replace('OSSupported: { severity: required }', 'OSSupported: { severity: recommended }');

const summary = {
  workplaceAccessPolicy: 'Strict',
  isPolicyEnforced: true,
  verdictLifeSeconds: 300,
  enforcedFor: null,
  checks: [],
  warnings: [],
} as const satisfies CallBody<typeof adminPolicyCall>['summary'];

export const held = (text: string, version: string): CallBody<typeof adminPolicyCall> => ({
  version,
  source: 'command',
  createdAt: '2026-11-20T08:00:00.000Z',
  createdBy: 'tomas',
  text,
  summary,
});

export const impact: PolicyImpact = {
  days: 14,
  computers: 120,
  people: 100,
  peopleNewlyBlocked: 6,
  peopleInScope: 104,
  neverSeen: 0,
  neverSeenExamples: [],
  unnamedBy: [],
  notSeenLately: 0,
  notSeenLatelyExamples: [],
  peopleWithoutReport: 0,
  blockedBefore: 4,
  blockedNow: 10,
  newlyBlocked: 6,
  newlyBlockedUnread: 0,
  newlyBlockedUnregistered: 0,
  freed: 0,
  fixableAlone: 5,
  later: null,
  checks: [{ checkType: 'FirewallEnable', newlyBlocked: 6, newlyBlockedLater: 8 }],
  examples: [
    {
      login: 'ilse',
      deviceName: 'ILSE-<i>BOOK</i>',
      reportedAt: '2026-11-26T08:00:00.000Z',
      isNow: true,
      isFixableAlone: true,
      checks: ['FirewallEnable'],
      unread: [],
      isUnregistered: false,
    },
  ],
  limitPercent: 5,
  isOverLimit: false,
  toAccept: 6,
};

export const applied = (of: Partial<PolicyImpact> = {}): Answered<typeof adminApplyPolicyCall> => ({
  isDryRun: true,
  changes: [{ field: 'FirewallEnable', from: 'recommended', to: 'required' }],
  warnings: [],
  version: 'bbbbbbbbbbbbbbbb',
  summary,
  impact: { ...impact, ...of },
});

/** What the page of the policy asks. */
export const aboutPolicy: readonly FakeAnswer[] = [
  given(adminPolicyCall, held(TEXT, VERSION)),
  given(adminPeopleCall, { total: 4, people: [], next: null }),
  given(adminAuditCall, { entries: [], next: null }),
  given(adminApplyPolicyCall, applied()),
];

import type { PolicyImpact } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { printImpact } from './policy-impact.ts';
import { Output } from '../frame/output.ts';

const nobody: PolicyImpact = {
  days: 14,
  computers: 0,
  people: 0,
  peopleNewlyBlocked: 0,
  peopleInScope: 40,
  neverSeen: 0,
  neverSeenExamples: [],
  unnamedBy: [],
  notSeenLately: 0,
  notSeenLatelyExamples: [],
  peopleWithoutReport: 0,
  blockedBefore: 0,
  blockedNow: 0,
  newlyBlockedUnread: 0,
  newlyBlockedUnregistered: 0,
  newlyBlocked: 0,
  freed: 0,
  fixableAlone: 0,
  later: null,
  checks: [],
  examples: [],
  limitPercent: 5,
  isOverLimit: false,
  toAccept: 0,
};

/** What is printed of an impact, in one line. */
function print(impact: Partial<PolicyImpact>): string {
  const lines: string[] = [];
  const output = new Output({ out: (text) => lines.push(text), err: () => {}, columns: 160 }, false);
  printImpact(output, { impact: { ...nobody, ...impact }, isDryRun: true });
  return lines.join('').replaceAll(/\s+/g, ' ').trim();
}

test('says nothing of people when none is newly stopped', () => {
  expect(print({})).toBe('No computer has reported in the last 14 days: whom a check would block cannot be said.');
});

test('names who was never seen, and who not lately, each with what comes of it', () => {
  const said = print({
    neverSeen: 1,
    neverSeenExamples: ['nadia'],
    notSeenLately: 3,
    notSeenLatelyExamples: ['tomas', 'ilse'],
    isOverLimit: true,
    toAccept: 4,
  });
  expect(said).toContain(
    '1 of the 40 people in scope has never been seen with Workplace and will meet the page that asks to install it: nadia',
  );
  expect(said).toContain(
    '3 of the 40 people in scope were last seen with Workplace more than 14 days ago, or with a blocked computer, and may be stopped: tomas, ilse and 1 more',
  );
  expect(said).toContain(
    'needs --accept-blocking 4: the computers newly blocked, today or later, and the people never or not lately seen',
  );
});

test('breaks no name of a check on a screen of eighty columns', () => {
  const lines: string[] = [];
  const output = new Output({ out: (text) => lines.push(text), err: () => {}, columns: 80 }, false);
  const example = {
    login: 'jonas.lindqvist',
    deviceName: 'JONAS-LAPTOP',
    isNow: true,
    isFixableAlone: false,
    checks: ['OsAutoUpdateEnabled', 'FirewallEnable', 'ScreenSaverPasswordSet'],
    unread: [{ checkType: 'FirewallEnable', reason: 'tool-missing' }],
    isUnregistered: true,
    reportedAt: '2026-11-23T06:06:00.000Z',
  } satisfies Record<string, unknown>;
  const examples = [example] as unknown as PolicyImpact['examples'];
  printImpact(output, { impact: { ...nobody, computers: 1, newlyBlocked: 1, examples }, isDryRun: true });
  const said = lines.join('');
  for (const name of example.checks) expect(said).toContain(name);
  expect(said).toContain('tool-missing');
  for (const line of said.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('says how many are stopped because of what could not be read, and because they are not registered', () => {
  const said = print({ computers: 4, newlyBlocked: 3, newlyBlockedUnread: 2, newlyBlockedUnregistered: 1 });
  expect(said).toContain('2 of those newly blocked because a reading could not be made (unknown: block).');
  expect(said).toContain('1 of those newly blocked because they are not registered');
  expect(said).toContain('vestibule device approve --seen-while-report-only --dry-run');
});

test('says plainly that who has never signed in is in no number', () => {
  expect(print({ unnamedBy: ['Entra ID'] })).toContain(
    'Not counted: everybody who has never signed in. Entra ID names people only when they sign in.',
  );
});

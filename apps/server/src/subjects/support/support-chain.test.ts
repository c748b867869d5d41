import { expect, test } from 'vitest';
import { type CallerFacts, chainOf, type Given } from './support-chain.ts';

const AT_WORK: CallerFacts = {
  isPersonBlocked: false,
  isSessionOpen: true,
  awaits: null,
  wrongKind: null,
  application: { name: 'Mail', isOver: false, given: { at: '2026-11-22T09:30:00.000Z', by: 'computer' } },
  device: { id: '3f2a91c4', name: 'NADIA-LT-0427', state: 'approved' },
  unsupported: null,
  factor: 'factor',
  isUnregistered: false,
  report: { minutesOld: 2, isExpired: false },
  refusedReport: null,
  blocking: [],
  isObserved: false,
  hasGrant: false,
};
const BEFORE: CallerFacts = { ...AT_WORK, application: { name: 'Mail', isOver: false, given: null } };
const ALONE = { factor: null, device: null, report: null } as const;
const states = (facts: Partial<CallerFacts>) =>
  chainOf({ ...BEFORE, ...facts }).map(({ link, state }) => `${link} ${state}`);
const brokenIn = (facts: Partial<CallerFacts>) =>
  chainOf({ ...BEFORE, ...facts }).filter(({ state }) => state === 'broken');
const saysOf = (link: string, facts: Partial<CallerFacts>) =>
  chainOf({ ...BEFORE, ...facts }).find((one) => one.link === link)?.says;
const givenBy = (by: Given['by']): Pick<CallerFacts, 'application'> => ({
  application: { name: 'Mail', isOver: true, given: { at: '2026-11-22T09:30:00.000Z', by } },
});

test('someone at work has no broken link', () => {
  expect(chainOf(AT_WORK).every(({ state }) => state === 'good')).toBe(true);
});

test.each([
  ['account', { isPersonBlocked: true }, 'blocked'],
  ['sign-in', { isSessionOpen: false }, 'The sign-in is over'],
  ['sign-in', { awaits: 'second-factor' }, 'second factor'],
  ['application', { application: { name: 'Mail', isOver: true, given: null } }, 'too old'],
  ['computer', { device: null }, 'workplace doctor'],
  ['computer', { device: { id: '3f2a91c4', name: 'LT', state: 'blocked' } }, 'LT is blocked'],
  ['computer', { device: { id: '3f2a91c4', name: 'LT', state: 'retired' } }, 'LT is retired'],
  ['report', { report: null }, 'sent no report'],
  ['report', { report: { minutesOld: 9, isExpired: true } }, '9 minutes old'],
  ['report', { report: { minutesOld: 1, isExpired: true } }, '1 minute old'],
  ['report', { report: { minutesOld: 300, isExpired: true } }, '5 hours old'],
  ['report', { report: { minutesOld: 4320, isExpired: true } }, '3 days old'],
  ['verdict', { blocking: ['FirewallEnable'] }, 'FirewallEnable'],
  ['approval', { factor: 'unapproved' }, 'vestibule device approve 3f2a91c4'],
  ['approval', { factor: 'none' }, 'their own computer'],
  ['computer', { device: null, unsupported: 'This is a phone.' }, 'This is a phone.'],
  ['report', { report: null, refusedReport: 'refused (report_refused): Why.' }, 'The last report was refused (report_'],
  ['report', { report: { minutesOld: 9, isExpired: true }, refusedReport: 'refused (x): Why.' }, 'workplace doctor'],
  ['response', {}, 'reload'],
] as const)('the chain breaks at %s, once, and says what to do', (link, facts, words) => {
  const [first, ...others] = brokenIn(facts);
  expect(others).toEqual([]);
  expect(first?.link).toBe(link);
  expect(first?.says).toContain(words);
});

test.each([{ isObserved: true }, { hasGrant: true }])('a blocked computer is none that is not needed: %j', (way) => {
  const facts = { ...way, device: { id: '3f2a91c4', name: 'LT', state: 'blocked' } } as const;
  expect(brokenIn(facts)).toMatchObject([{ link: 'computer', says: expect.stringContaining('LT is blocked') }]);
});

test('behind what is broken nothing has been reached', () => {
  expect(states({ device: null })).toEqual([
    'account good',
    'sign-in good',
    'application good',
    'computer broken',
    'report not-reached',
    'verdict not-reached',
    'approval not-reached',
    'response not-reached',
  ]);
});

test.each([{ hasGrant: true }, { isObserved: true }])(
  'with leave, or while the gate observes, no computer is needed: %o',
  (why) => {
    expect(states({ ...givenBy('computer'), ...why, ...ALONE })).toEqual([
      'account good',
      'sign-in good',
      'application good',
      'computer not-needed',
      'report not-needed',
      'verdict not-needed',
      'approval not-needed',
      'response good',
    ]);
  },
);

test('leave is no way round a factor: where the computer is one, it is still looked at', () => {
  expect(brokenIn({ hasGrant: true, factor: 'unapproved' }).map(({ link }) => link)).toEqual(['approval']);
});

test.each([
  ['temporary', 'They had temporary access.', ', by temporary access.'],
  ['skipped', 'They went on without Workplace.', ', without Workplace.'],
  ['upstream', 'The identity provider vouched for this device.', ', on the word of the identity provider.'],
  ['gate', 'The gate only observed.', ', while the gate only observed.'],
  ['scope', 'The policy was not enforced for them.', ', without the policy being enforced for them.'],
] as const)('anyone who is at work by %s misses nothing: no leave is left, and none is needed', (by, why, how) => {
  const facts = { ...givenBy(by), ...ALONE, unsupported: 'This is a phone.' };
  expect(brokenIn(facts)).toEqual([]);
  expect(states(facts).slice(3)).toEqual([
    'computer not-needed',
    'report not-needed',
    'verdict not-needed',
    'approval not-needed',
    'response good',
  ]);
  expect(saysOf('computer', facts)).toBe(why);
  expect(saysOf('response', facts)).toBe(`Mail was given its response at 2026-11-22 09:30 UTC${how}`);
  expect(brokenIn({ ...givenBy(by), factor: 'unapproved', blocking: ['FirewallEnable'] })).toEqual([]);
});

test('of a response that was given the chain says so, whatever broke since', () => {
  const blocked = { ...givenBy('temporary'), device: { id: '3f2a91c4', name: 'LT', state: 'blocked' } } as const;
  expect(brokenIn(blocked)).toMatchObject([{ link: 'computer', says: expect.stringContaining('LT is blocked') }]);
  expect(states(blocked)).toContain('response good');
  expect(states({ ...givenBy('computer'), blocking: ['FirewallEnable'] }).slice(-3)).toEqual([
    'verdict broken',
    'approval not-reached',
    'response good',
  ]);
});

test('no one at work is asked for another report', () => {
  const facts = { ...givenBy('computer'), report: { minutesOld: 200, isExpired: true } };
  expect(brokenIn(facts)).toEqual([]);
  expect(saysOf('report', facts)).toBe('Its last report is 3 hours old.');
});

test('a report that was refused is told, also where none is needed or reached', () => {
  const refusedReport = 'refused (report_refused): Why.';
  const told = 'The last report was refused (report_refused): Why.';
  expect(saysOf('report', { ...ALONE, isObserved: true, refusedReport })).toBe(`The gate only observes. ${told}`);
  expect(saysOf('report', { ...ALONE, hasGrant: true, refusedReport })).toBe(`They have leave. ${told}`);
  expect(saysOf('report', { device: null, refusedReport })).toBe(told);
  expect(saysOf('report', { refusedReport })).toBe(`Its last report that was taken is 2 minutes old. ${told}`);
  expect(states({ ...ALONE, isObserved: true, refusedReport })).toContain('report not-needed');
});

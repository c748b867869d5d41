import { expect, test } from 'vitest';
import { type CallerFacts, chainOf } from './support-chain.ts';

const AT_WORK: CallerFacts = {
  isPersonBlocked: false,
  isSessionOpen: true,
  awaits: null,
  application: { name: 'Mail', isOver: false, isDone: true },
  device: { id: '3f2a91c4', name: 'NADIA-LT-0427', state: 'approved' },
  factor: 'factor',
  report: { minutesOld: 2, isExpired: false },
  blocking: [],
  isObserved: false,
  hasGrant: false,
};
const states = (facts: Partial<CallerFacts>) =>
  chainOf({ ...AT_WORK, ...facts }).map(({ link, state }) => `${link} ${state}`);
const brokenIn = (facts: Partial<CallerFacts>) =>
  chainOf({ ...AT_WORK, ...facts }).filter(({ state }) => state === 'broken');

test('somebody at work has no broken link', () => {
  expect(chainOf(AT_WORK).every(({ state }) => state === 'good')).toBe(true);
});

test.each([
  ['account', { isPersonBlocked: true }, 'blocked'],
  ['sign-in', { isSessionOpen: false }, 'The sign-in is over'],
  ['sign-in', { awaits: 'second-factor' }, 'second factor'],
  ['application', { application: { name: 'Mail', isOver: true, isDone: false } }, 'too old'],
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
  ['response', { application: { name: 'Mail', isOver: false, isDone: false } }, 'reload'],
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
    expect(states({ ...why, factor: null, device: null, report: null, blocking: [] })).toEqual([
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

import { OPERATING_SYSTEMS, type SyntheticLaptop, type TryOut } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { stateOf, turned } from './switches.ts';

const check = (checkType: TryOut['checks'][number]['checkType'], facts: string) => ({
  checkType,
  facts,
  name: checkType,
  isJudged: true,
  systems: [...OPERATING_SYSTEMS],
});
const checks = [
  check('FirewallEnable', 'firewall'),
  check('ScreenSaverState', 'screenLock'),
  check('ScreenSaverTimeout', 'screenLock'),
];
const laptop: SyntheticLaptop = { system: 'linux', bad: ['FirewallEnable', 'ScreenSaverTimeout'], unread: [] };

test('a switch is turned by itself, there and back', () => {
  const good = turned(laptop, checks, 'FirewallEnable', 'good');
  expect(good.bad).toEqual(['ScreenSaverTimeout']);
  const bad = turned(good, checks, 'FirewallEnable', 'bad');
  expect([stateOf(bad, 'FirewallEnable'), stateOf(bad, 'ScreenSaverState')]).toEqual(['bad', 'good']);
  expect(turned(bad, checks, 'FirewallEnable', 'bad').bad.filter((type) => type === 'FirewallEnable')).toHaveLength(1);
});

test('what is read together is unread together, and read again together', () => {
  const unread = turned(laptop, checks, 'ScreenSaverState', 'unread');
  expect(checks.map(({ checkType }) => stateOf(unread, checkType))).toEqual(['bad', 'unread', 'unread']);
  expect(unread.bad).toEqual(['FirewallEnable']);
  const read = turned(unread, checks, 'ScreenSaverTimeout', 'bad');
  expect(checks.map(({ checkType }) => stateOf(read, checkType))).toEqual(['bad', 'good', 'bad']);
});

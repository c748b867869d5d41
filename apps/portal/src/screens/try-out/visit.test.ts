import { beforeEach, expect, test, vi } from 'vitest';
import { createVisit, type KeptLaptop, type VisitStore } from './visit.ts';

const kept: KeptLaptop[] = [];
const enter = vi.fn();
let visit: VisitStore;

beforeEach(() => {
  kept.length = 0;
  enter.mockReset();
  visit = createVisit(enter, { read: () => kept.at(-1) ?? null, write: (laptop) => kept.push(laptop) });
});

test('a switch that is turned is felt in the same visit; another system is another one', () => {
  const { laptop } = visit.read();
  visit.changeLaptop({ ...laptop, bad: ['FirewallEnable'] });
  expect([visit.read().number, enter.mock.calls.length]).toEqual([1, 0]);
  visit.changeLaptop({ ...visit.read().laptop, system: 'macos' });
  expect([visit.read().number, enter.mock.calls.length]).toEqual([2, 1]);
  visit.install('no-extension');
  expect([visit.read().number, enter.mock.calls.length]).toEqual([3, 2]);
});

test('anyone who is at work comes again when the laptop changes', () => {
  visit.end({ kind: 'at-work' });
  visit.changeLaptop({ ...visit.read().laptop, bad: ['FirewallEnable'] });
  expect(visit.read()).toMatchObject({ ending: null, number: 2, laptop: { bad: ['FirewallEnable'] } });
});

test('a fix makes its check good, and nothing else', () => {
  visit.changeLaptop({ system: 'linux', bad: ['FirewallEnable', 'PasswordSet'], unread: ['DeviceEncrypted'] });
  visit.mend('FirewallEnable');
  expect(visit.read().laptop).toMatchObject({ bad: ['PasswordSet'], unread: ['DeviceEncrypted'] });
});

test('the laptop of the tab is there again in the next page, with what is installed on it', () => {
  visit.install('no-client');
  visit.changeLaptop({ system: 'linux', bad: ['PasswordSet'], unread: [] });
  const next = createVisit(enter, { read: () => kept.at(-1) ?? null, write: () => undefined });
  expect(next.read()).toMatchObject({
    laptop: { system: 'linux', bad: ['PasswordSet'], unread: [] },
    installed: 'no-client',
  });
});

import { expect, it } from 'vitest';
import { device } from '../../testing/samples.ts';
import { computerState } from './computer-state.ts';

it.each([
  ['none in this session', null, 'unknown', 'computer.unknown', 'computer.check'],
  ['one that passed', device, 'passed', 'computer.passed', 'computer.seeEach'],
  ['an old verdict', { ...device, checksExpired: true }, 'unknown', 'computer.old', 'computer.checkAgain'],
  [
    'one that failed, however old',
    { ...device, complianceStatus: 'NotCompliant' as const, failedChecks: 2, checksExpired: true },
    'required',
    'computer.failed',
    'computer.seeWhat',
  ],
  [
    'one of which what is required could not be read: nothing has failed',
    { ...device, complianceStatus: 'NotCompliant' as const, unreadChecks: 2 },
    'required',
    'computer.unread',
    'computer.seeWhat',
  ],
  ['one that fails what is recommended', { ...device, failedChecks: 1 }, 'passed', 'computer.met', 'computer.seeEach'],
  ['one that could not all be read', { ...device, unreadChecks: 1 }, 'passed', 'computer.met', 'computer.seeEach'],
  ['one without a verdict', { ...device, complianceStatus: null }, 'unknown', 'computer.unknown', 'computer.check'],
  ['one that waits', { ...device, state: 'waiting' as const }, 'waiting', 'computer.waiting', null],
  ['a blocked one', { ...device, state: 'blocked' as const }, 'stopper', 'computer.blocked', null],
  [
    'a blocked one without a name',
    { ...device, name: '', state: 'blocked' as const },
    'stopper',
    'computer.blockedUnnamed',
    null,
  ],
  ['a retired one', { ...device, state: 'retired' as const }, 'managed', 'computer.retired', null],
])('%s', (_name, computer, verdict, title, action) => {
  const state = computerState(computer, 'today');
  expect({ verdict: state.verdict, title: state.title.id, action: state.action?.id ?? null }).toEqual({
    verdict,
    title,
    action,
  });
  expect(state.doorway === 'ok').toBe(verdict === 'passed');
});

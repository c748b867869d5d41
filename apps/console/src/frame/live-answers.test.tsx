// @vitest-environment jsdom
import {
  ADMIN_CALLS,
  adminAccessRequestsCall,
  adminDevicesCall,
  adminGateCall,
  adminPeopleCall,
  adminSignInsCall,
  adminStatusCall,
  type Call,
  mySessionCall,
} from '@vestibule/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Heard } from '../adapters/live.ts';
import { isOldAfter } from '../hooks/topics.ts';
import { given } from '../testing/fake-ports.ts';
import { fixedSignIn } from '../testing/sign-ins.ts';
import { show } from '../testing/show.tsx';

const look = (topic: (Heard & { said: 'look' })['topic']): Heard => ({ said: 'look', topic });
const connected: Heard = { said: 'connected' };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a page, hears that the stream is there, and counts what is asked from then on. */
async function open(address: string, answers: Parameters<typeof show>[1] = []) {
  const shown = show(address, answers);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(shown.queries.isFetching()).toBe(0));
  const say = (...all: readonly Heard[]) => act(async () => all.forEach((heard) => shown.say(heard)));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await say(connected);
  shown.asked.length = 0;
  const count = (call: Call) => shown.asked.filter((one) => one.call === call).length;
  return { ...shown, say, pass, count };
}

describe('a page that hears what changes', () => {
  it('asks what is of before, once for however much it hears, and nothing else', async () => {
    const { say, pass, count } = await open('/console/waiting');
    await say(...Array.from({ length: 200 }, () => look('request')));
    await pass(300);
    expect(count(adminAccessRequestsCall)).toBe(0);
    await pass(700);
    expect(count(adminAccessRequestsCall)).toBe(1);
    expect(count(adminGateCall)).toBe(0);
    await pass(5000);
    expect(count(adminAccessRequestsCall)).toBe(1);
  });

  it('says that it is live, and asks by the clock only seldom then', async () => {
    const { pass, count, say } = await open('/console/gate');
    expect(screen.getByText('Live')).toBeDefined();
    await pass(45_000);
    expect(count(adminGateCall)).toBe(0);
    await say(look('gate'));
    await pass(1000);
    expect(count(adminGateCall)).toBe(1);
    await say({ said: 'lost' });
    expect(screen.queryByText('Live')).toBeNull();
    const before = count(adminGateCall);
    await pass(45_000);
    expect(count(adminGateCall)).toBeGreaterThan(before);
  });

  it.each([
    ['/console/people', adminPeopleCall],
    ['/console/computers', adminDevicesCall],
  ] as const)('moves no row under the pointer: %s', async (address, call) => {
    const { say, pass, count, pointer } = await open(address);
    pointer.isOnRows = true;
    await say(look('verdict'));
    await pass(10_000);
    expect(count(call)).toBe(0);
    expect(count(adminStatusCall)).toBe(1);
    pointer.isOnRows = false;
    await pass(1000);
    expect(count(call)).toBe(1);
  });

  it('lets the list of sign-ins stand, and counts those that are new', async () => {
    const { say, pass, asked } = await open('/console/sign-ins', [
      given(adminSignInsCall, { signIns: [fixedSignIn], total: 1, next: null }),
    ]);
    await say(look('sign-in'));
    await pass(1000);
    const lists = asked.filter(({ call }) => call === adminSignInsCall);
    expect(lists.map(({ input }) => (input.query as { limit?: string }).limit)).toEqual(['1']);
  });

  it('while the server is away keeps what it shows, says since when it is old, and goes on by itself', async () => {
    const { say, pass, connection, findByText, queryByText } = await open('/console/gate');
    connection.isLost = true;
    await say({ said: 'lost' });
    await pass(0);
    await findByText(/^No connection since 09:43/);
    expect(screen.getByRole('heading', { level: 2, name: 'The policy is enforced for everyone' })).toBeDefined();
    connection.isLost = false;
    await say(connected);
    await pass(0);
    await waitFor(() => expect(queryByText(/^No connection since/)).toBeNull());
  });

  it('asks whose session it is when the stream ends: it ends with the session and the role', async () => {
    const { say, count } = await open('/console/gate');
    await say({ said: 'lost' });
    expect(count(mySessionCall)).toBe(1);
    expect(count(adminStatusCall)).toBe(1);
  });
});

describe('what is of before', () => {
  const gets = Object.values(ADMIN_CALLS).filter((call: Call) => call.method === 'GET');
  const old = (topic: Parameters<typeof look>[0]) =>
    gets
      .filter(({ method, path }) => isOldAfter(new Set([topic]), `${method} ${path}`))
      .map(({ path }) => path.slice(14));

  it('is by topic what can differ, and never what was judged at a moment', () => {
    expect(old('request').toSorted()).toEqual(['access-grants', 'access-requests', 'status', 'support/{code}']);
    expect(old('gate')).toContain('gate/stages');
    expect(old('verdict')).toContain('people/facets');
    expect(old('setting')).toHaveLength(gets.length - 1);
    expect(old('setting')).not.toContain('gate/impact/people');
    expect(isOldAfter(new Set(['setting']), 'PUT /api/admin/v1/policy')).toBe(false);
    expect(isOldAfter(new Set(['setting']), 'GET /api/online/v1/session')).toBe(false);
  });
});

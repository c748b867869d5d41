import { adminPersonCall, type Call, mySessionCall, signInOptionsCall } from '@vestibule/contracts';
import { expect, it, vi } from 'vitest';
import { type Outcome, problem } from '../adapters/outcome.ts';
import type { Server } from '../adapters/server.ts';
import { createGuard } from './guard.ts';

const BODY = { ok: true, body: 'done' } as const;
const refused = (code: Parameters<typeof problem>[0]) => ({ ok: false, problem: problem(code) }) as const;

function guarded(...outcomes: readonly Outcome<unknown>[]) {
  const calls: Call[] = [];
  const server = {
    async ask(call: Call) {
      calls.push(call);
      return outcomes[Math.min(calls.length, outcomes.length) - 1] ?? BODY;
    },
  } as unknown as Server;
  const leave = vi.fn();
  const guard = createGuard(server, () => new Date(0), leave);
  return { guard, leave, calls };
}

it('holds a call that wants a fresh proof, and makes it again when the proof was given', async () => {
  const { guard, calls } = guarded(refused('proof_too_old'), BODY);
  const answer = guard.server.ask(adminPersonCall);
  await expect.poll(() => guard.current().need).toBe('proof');
  guard.settle(true);
  expect(await answer).toEqual(BODY);
  expect(guard.current().need).toBeNull();
  expect(calls).toHaveLength(2);
});

it('lets it fail when no proof is given', async () => {
  const { guard, calls } = guarded(refused('proof_too_old'));
  const answer = guard.server.ask(adminPersonCall);
  await expect.poll(() => guard.current().need).toBe('proof');
  guard.settle(false);
  expect(await answer).toEqual(refused('proof_too_old'));
  expect(calls).toHaveLength(1);
});

it('leaves for the sign-in where there never was a session, whatever public call was answered before', async () => {
  const { guard, leave } = guarded(BODY, refused('not_signed_in'));
  await guard.server.ask(signInOptionsCall);
  void guard.server.ask(mySessionCall);
  await expect.poll(() => leave.mock.calls.length).toBe(1);
  expect(guard.current().need).toBeNull();
});

it('asks for a sign-in over the page where there was one, before any proof', async () => {
  const { guard, leave } = guarded(BODY, refused('not_signed_in'), refused('proof_too_old'), BODY, BODY);
  await guard.server.ask(mySessionCall);
  const [one, other] = [guard.server.ask(adminPersonCall), guard.server.ask(adminPersonCall)];
  await expect.poll(() => guard.current().need).toBe('sign-in');
  guard.settle(true);
  expect(await one).toEqual(BODY);
  expect(await other).toEqual(BODY);
  expect(leave).not.toHaveBeenCalled();
});

it('knows since when no answer comes', async () => {
  const { guard } = guarded(refused('network'), refused('network'), BODY);
  await guard.server.ask(mySessionCall);
  expect(guard.current().lostSince).toEqual(new Date(0));
  await guard.server.ask(mySessionCall);
  await guard.server.ask(mySessionCall);
  expect(guard.current().lostSince).toBeNull();
});

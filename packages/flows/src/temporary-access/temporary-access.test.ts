import { LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { rememberAnswered } from '../continuation/answered.ts';
import { answered, createFakePorts, type FakePorts, refused, settle, unreachable } from '../fake-ports.ts';
import { enterWithTemporaryAccessMachine, selectTemporaryAccessView } from './enter-with-temporary-access.ts';
import { type WatchTemporaryAccessInput, watchTemporaryAccessMachine } from './watch-temporary-access.ts';

const MARKER = '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c';
const RESPONSE = { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: null };

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
});

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};
const asked = (name: string) => ports.calls.filter((call) => call.name === name).length;

function info(isTempAccessGranted: boolean, isObserved = false) {
  return answered({
    ...(isObserved ? { isObserved } : {}),
    isTempAccessGranted,
    expiresAt: null,
    reason: null,
    mayBeAsked: true,
    isAsked: false,
    refusal: null,
    caller: null,
  });
}

describe('watching for temporary access', () => {
  const INTERVAL = LIMITS.temporaryAccessPollInitialMs;

  function watch(loginMarker: string | null = MARKER) {
    const actor = createActor(watchTemporaryAccessMachine, { clock, input: { ports, loginMarker } }).start();
    return actor;
  }

  test('[S4.062, S9.021] asks at its interval, and not at once', async () => {
    ports.onCall('temporaryAccessInfo', () => info(false));
    watch();
    await advance(INTERVAL - 1);
    expect(asked('temporaryAccessInfo')).toBe(0);
    await advance(1);
    expect(asked('temporaryAccessInfo')).toBe(1);
    await advance(INTERVAL - 1);
    expect(asked('temporaryAccessInfo')).toBe(1);
    await advance(1);
    expect(asked('temporaryAccessInfo')).toBe(2);
    expect(ports.calls[0]?.input).toEqual({ query: { loginMarker: MARKER } });
  });

  test('[S4.063, S9.022] waits twice as long after each error, up to a limit, and as at first after an answer', async () => {
    ports.onCall('temporaryAccessInfo', () => unreachable);
    const actor = watch();
    for (let interval = INTERVAL; interval < LIMITS.temporaryAccessPollMaximumMs; interval *= 2) {
      const before = asked('temporaryAccessInfo');
      await advance(interval - 1);
      expect(asked('temporaryAccessInfo')).toBe(before);
      await advance(1);
      expect(asked('temporaryAccessInfo')).toBe(before + 1);
    }
    expect(actor.getSnapshot().context.intervalMs).toBe(LIMITS.temporaryAccessPollMaximumMs);
    ports.onCall('temporaryAccessInfo', () => info(false));
    const before = asked('temporaryAccessInfo');
    await advance(LIMITS.temporaryAccessPollMaximumMs - 1);
    expect(asked('temporaryAccessInfo')).toBe(before);
    await advance(1);
    await advance(INTERVAL);
    expect(asked('temporaryAccessInfo')).toBe(before + 2);
  });

  test('[S4.064] goes to /temporary-access once access was given, and asks no more', async () => {
    ports.onCall('temporaryAccessInfo', () => info(true));
    watch();
    await advance(INTERVAL);
    await advance(INTERVAL);
    expect(ports.visited).toEqual(['/temporary-access']);
    expect(asked('temporaryAccessInfo')).toBe(1);
  });

  test.each([
    [401, 'not_signed_in', '/session-expired'],
    [403, 'account_disabled', '/user-blocked'],
  ])('[S4.065, S8.001] %i %s leads to %s', async (status, code, path) => {
    ports.onCall('temporaryAccessInfo', () => refused(status, code));
    watch();
    await advance(INTERVAL);
    await advance(LIMITS.temporaryAccessPollMaximumMs);
    expect(ports.visited).toEqual([path]);
    expect(asked('temporaryAccessInfo')).toBe(1);
  });

  test('leaves a page that is read for itself only for leave that was given meanwhile, and for a sign-in that waits', async () => {
    const silently = (loginMarker: string | null) =>
      createActor(watchTemporaryAccessMachine, { clock, input: { ports, loginMarker, isSilent: true } }).start();
    ports.onCall('temporaryAccessInfo', () => info(true));
    silently(MARKER);
    await advance(INTERVAL);
    ports.onCall('temporaryAccessInfo', () => info(false));
    silently(null);
    await advance(INTERVAL);
    ports.onCall('temporaryAccessInfo', () => info(true));
    await advance(INTERVAL);
    expect(ports.visited).toEqual(['/temporary-access']);
  });

  test('leaves a page that asks for an installation for leave that was there before, once', async () => {
    ports.onCall('temporaryAccessInfo', () => info(true));
    const installing = (loginMarker: string | null) =>
      createActor(watchTemporaryAccessMachine, {
        clock,
        input: { ports, loginMarker, isSilent: true, standsInTheWay: true },
      }).start();
    installing(MARKER);
    await advance(INTERVAL);
    expect(ports.visited).toEqual(['/temporary-access']);
    rememberAnswered(ports, MARKER);
    installing(MARKER);
    installing(null);
    await advance(INTERVAL);
    expect(ports.visited).toEqual(['/temporary-access']);
  });

  test('looks at once when the server says so', async () => {
    ports.onCall('temporaryAccessInfo', () => info(true));
    const actor = watch(null);
    actor.send({ type: 'look' });
    await settle();
    expect(ports.visited).toEqual(['/temporary-access']);
    expect(ports.calls[0]?.input).toEqual({ query: {} });
  });
});

describe('a gate that only observes by now', () => {
  const APPLICATION = `/saml/continue?login=${MARKER}&read=done`;
  const observed = (isObserved: boolean) => info(false, isObserved);
  const watch = (more: Partial<WatchTemporaryAccessInput> = {}) =>
    createActor(watchTemporaryAccessMachine, { clock, input: { ports, loginMarker: MARKER, ...more } }).start();

  test('lets an open page go on, at once when the server says so', async () => {
    ports.onCall('temporaryAccessInfo', () => observed(true));
    watch().send({ type: 'look' });
    await settle();
    expect([ports.left, ports.visited]).toEqual([[APPLICATION], []]);
  });

  test.each([true, false])('with the next question on pages that ask for an installation (%s)', async (isSilent) => {
    ports.onCall('temporaryAccessInfo', () => observed(true));
    watch({ isSilent, standsInTheWay: true });
    await advance(LIMITS.temporaryAccessPollInitialMs);
    expect(ports.left).toEqual([APPLICATION]);
  });

  test('takes no one from a page that is read for itself, unless it was opened meanwhile', async () => {
    ports.onCall('temporaryAccessInfo', () => observed(true));
    watch({ isSilent: true });
    await advance(LIMITS.temporaryAccessPollInitialMs);
    expect(ports.left).toEqual([]);
    ports.onCall('temporaryAccessInfo', () => observed(false));
    await advance(LIMITS.temporaryAccessPollInitialMs);
    ports.onCall('temporaryAccessInfo', () => observed(true));
    await advance(LIMITS.temporaryAccessPollInitialMs);
    expect(ports.left).toEqual([APPLICATION]);
  });

  test('leads nowhere without a sign-in, nor from a page that has answered it', async () => {
    ports.onCall('temporaryAccessInfo', () => observed(true));
    watch({ loginMarker: null, standsInTheWay: true });
    rememberAnswered(ports, MARKER);
    watch({ standsInTheWay: true });
    await advance(LIMITS.temporaryAccessPollInitialMs);
    expect(ports.left).toEqual([]);
  });
});

describe('entering with temporary access', () => {
  async function enter(loginMarker: string | null = MARKER) {
    const actor = createActor(enterWithTemporaryAccessMachine, { clock, input: { ports, loginMarker } }).start();
    await settle();
    return { actor, view: () => selectTemporaryAccessView(actor.getSnapshot()) };
  }

  test('[S2.089, S9.034] submits the form by itself after a moment', async () => {
    ports.onCall('samlResponseV1', () => answered(RESPONSE));
    const { view } = await enter();
    expect(view()).toEqual({ isRedirecting: true, isTrying: false, hasNone: false });
    await advance(LIMITS.temporaryAccessSubmitDelayMs - 1);
    expect(ports.submitted).toEqual([]);
    await advance(1);
    expect(ports.submitted).toEqual([RESPONSE]);
  });

  test('goes at once when the person does not wait', async () => {
    ports.onCall('samlResponseV1', () => answered(RESPONSE));
    const { actor } = await enter();
    actor.send({ type: 'user.continue' });
    expect(ports.submitted).toEqual([RESPONSE]);
  });

  test('[S9.032] sends no second response while the first is fresh, and a fresh one after', async () => {
    ports.onCall('samlResponseV1', () => answered(RESPONSE));
    const { actor } = await enter();
    await advance(LIMITS.temporaryAccessSubmitDelayMs);
    await advance(LIMITS.samlSentFlagMs - 1);
    actor.send({ type: 'user.continue' });
    await settle();
    expect(asked('samlResponseV1')).toBe(1);
    await advance(1);
    actor.send({ type: 'user.continue' });
    await settle();
    expect(asked('samlResponseV1')).toBe(2);
    await advance(LIMITS.temporaryAccessSubmitDelayMs);
    expect(ports.submitted).toHaveLength(2);
  });

  test('sends no second response by itself when the page is come back to; another sign-in has its own', async () => {
    ports.onCall('samlResponseV1', () => answered(RESPONSE));
    await enter();
    await advance(LIMITS.temporaryAccessSubmitDelayMs);
    const { actor, view } = await enter();
    await advance(60_000);
    expect(ports.submitted).toHaveLength(1);
    expect(view()).toEqual({ isRedirecting: false, isTrying: false, hasNone: false });
    actor.send({ type: 'user.continue' });
    await settle();
    await advance(LIMITS.temporaryAccessSubmitDelayMs);
    expect(ports.submitted).toHaveLength(2);
    await enter('7b1c4d0e-93aa-4a64-8f65-2f7c1d0e9a11');
    await advance(LIMITS.temporaryAccessSubmitDelayMs);
    expect(ports.submitted).toHaveLength(3);
  });

  test('leads to the session’s own page when no application waits', async () => {
    ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: true }));
    await enter(null);
    await advance(LIMITS.temporaryAccessSubmitDelayMs);
    expect(asked('samlResponseV1')).toBe(0);
    expect(ports.left).toEqual(['/online/session-status']);
  });

  test.each([
    ['no application waits', null],
    ['one waits', MARKER],
  ])('says that there is none where %s and support has given none', async (_waits, loginMarker) => {
    ports.onCall('samlResponseV1', () => refused(403, 'policy_not_met'));
    ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: false }));
    const { view } = await enter(loginMarker);
    await advance(60_000);
    expect(view()).toEqual({ isRedirecting: false, isTrying: false, hasNone: true });
    expect([ports.left, ports.visited]).toEqual([[], []]);
  });

  test.each([
    [403, 'policy_not_met', '/'],
    [409, 'report_missing', '/'],
    [403, 'device_blocked', '/'],
    [401, 'not_signed_in', '/session-expired'],
    [410, 'sign_in_expired', '/session-expired'],
    [403, 'account_disabled', '/user-blocked'],
  ])('[S8.001] %i %s leads to %s, with leave', async (status, code, path) => {
    ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: true }));
    ports.onCall('samlResponseV1', () => refused(status, code));
    await enter();
    await advance(LIMITS.temporaryAccessSubmitDelayMs);
    expect(ports.visited).toEqual([path]);
    expect(ports.submitted).toEqual([]);
  });

  test('tries again when no one answers, or when the person says so', async () => {
    ports.onCall('samlResponseV1', () => unreachable);
    const { actor, view } = await enter();
    expect(view()).toEqual({ isRedirecting: false, isTrying: true, hasNone: false });
    await advance(LIMITS.workflowRetryDelayMs - 1);
    expect(asked('samlResponseV1')).toBe(1);
    await advance(1);
    expect(asked('samlResponseV1')).toBe(2);
    ports.onCall('samlResponseV1', () => answered(RESPONSE));
    actor.send({ type: 'user.continue' });
    await settle();
    expect(view().isRedirecting).toBe(true);
  });
});

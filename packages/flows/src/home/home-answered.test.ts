import { type CheckResult, LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, type FakePorts, refused } from '../fake-ports.ts';
import { rememberAnswered } from '../continuation/answered.ts';
import { failing, MARKER, passing, pendIn, recommended, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = passing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const OTHER = '7b1c4d0e-93aa-4a64-8f65-2f7c1d0e9a11';
const START = 'https://app.example/start';

describe('a sign-in for which this tab has sent a response', () => {
  async function sendOnce() {
    const { advance } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.submitted).toHaveLength(1);
  }

  test('gets no second one by itself after Back or a reload, and the start of the application is offered', async () => {
    await sendOnce();
    ports.onCall('pendingSignIn', () =>
      answered({
        loginMarker: MARKER,
        applicationName: 'Mail',
        startUrl: START,
        mode: 'frontline',
        isPolicyEnforced: true,
      }),
    );
    const { view, advance } = await startHome(ports);
    for (let waited = 0; waited < 60; waited += 1) await advance(1000);
    expect(ports.submitted).toHaveLength(1);
    expect(view()).toMatchObject({
      phase: 'passed',
      isRedirecting: false,
      continueOffer: { kind: 'enabled' },
      hint: 'answered-before',
      startUrl: START,
    });
  });

  test('says so on the page that sent it as well, where the application did not take it away', async () => {
    const { view, advance } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    expect(view()).toMatchObject({ isRedirecting: true });
    await advance(LIMITS.samlSentFlagMs);
    expect(view()).toMatchObject({ isRedirecting: false, hint: 'answered-before' });
    expect(ports.submitted).toHaveLength(1);
  });

  test('gets another one where the person asks for it', async () => {
    await sendOnce();
    const { send } = await startHome(ports);
    await send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(2);
  });

  test('offers the start of the application also where something could be better', async () => {
    result = recommended();
    ports.onCall('pendingSignIn', () =>
      answered({
        loginMarker: MARKER,
        applicationName: 'Mail',
        startUrl: START,
        mode: 'frontline',
        isPolicyEnforced: true,
      }),
    );
    rememberAnswered(ports, MARKER);
    const { view } = await startHome(ports);
    expect(view()).toMatchObject({
      phase: 'issues',
      continueOffer: { kind: 'enabled' },
      hint: 'answered-before',
      applicationName: 'Mail',
      startUrl: START,
    });
  });

  test('is no longer called answered where the verdict stops the person', async () => {
    result = failing();
    rememberAnswered(ports, MARKER);
    const { view } = await startHome(ports);
    expect(view()).not.toHaveProperty('startUrl');
    expect(view()).toMatchObject({ phase: 'issues', continueOffer: { kind: 'absent' }, hint: null });
  });

  test('stays known when this tab has answered another one since', async () => {
    await sendOnce();
    rememberAnswered(ports, OTHER);
    const { advance } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.submitted).toHaveLength(1);
  });

  test('keeps no other sign-in back', async () => {
    ports.memory.write('answeredSignIns', [OTHER]);
    const { view, advance } = await startHome(ports);
    expect(view()).toMatchObject({ hint: 'goes-on-soon' });
    expect(view()).not.toHaveProperty('startUrl');
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.submitted).toHaveLength(1);
  });

  test('nor what is no answer to an application: a destination of the page itself', async () => {
    pendIn(ports, 'quick-start');
    const { send } = await startHome(ports);
    await send({ type: 'user.continue' });
    expect(ports.left).toEqual(['/onboarding/in-progress']);
    expect(ports.memory.read('answeredSignIns')).toBeNull();
  });

  test('is that of a second factor as well: the server answers where it leads', async () => {
    pendIn(ports, 'mfa');
    ports.onCall('activate', () => answered({ continueTo: '/saml/continue?login=1' }));
    await (await startHome(ports)).advance(LIMITS.automaticContinueDelayMs);
    const { advance, view } = await startHome(ports);
    await advance(LIMITS.automaticContinueDelayMs);
    expect([ports.left.length, view()]).toMatchObject([1, { hint: 'answered-before' }]);
  });
});

describe('leave that support gives meanwhile', () => {
  const asked = () => ports.calls.filter(({ name }) => name === 'temporaryAccessInfo').length;
  beforeEach(() => ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: true })));

  test('is not looked for once the sign-in is answered and the verdict lets in, anyone who answered it', async () => {
    const { advance } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    await advance(LIMITS.temporaryAccessPollMaximumMs);
    rememberAnswered(ports, MARKER);
    const again = await startHome(ports);
    await again.advance(LIMITS.temporaryAccessPollMaximumMs);
    await again.said({ said: 'look', subject: 'temporary-access' });
    expect([asked(), ports.visited]).toEqual([0, []]);
  });

  test('is, as soon as the verdict stops the person', async () => {
    result = failing();
    rememberAnswered(ports, MARKER);
    const { advance } = await startHome(ports);
    await advance(LIMITS.temporaryAccessPollInitialMs);
    expect(ports.visited).toEqual(['/temporary-access']);
  });
});

describe('the way back', () => {
  test('leads past a page that went on by itself', async () => {
    pendIn(ports, 'mfa');
    ports.onCall('activate', () => answered({ continueTo: '/saml/continue?login=1' }));
    await (await startHome(ports)).advance(LIMITS.automaticContinueDelayMs);
    expect([ports.left.length, ports.chosen]).toEqual([1, []]);
  });

  test('leads to a page that the person went on from', async () => {
    pendIn(ports, 'mfa');
    result = recommended();
    ports.onCall('activate', () => answered({ continueTo: '/saml/continue?login=1' }));
    await (await startHome(ports)).send({ type: 'user.continue' });
    expect(ports.chosen).toEqual(['/saml/continue?login=1']);
  });

  test('leads past one that went on by itself long after the person had asked for it', async () => {
    pendIn(ports, 'mfa');
    ports.onCall('activate', () => refused(403, 'device_not_approved'));
    const { send, advance } = await startHome(ports);
    await send({ type: 'user.continue' });
    ports.onCall('activate', () => answered({ continueTo: '/saml/continue?login=1' }));
    await advance(OWN_LIMITS.leaveRetryMs);
    expect([ports.left.length, ports.chosen]).toEqual([1, []]);
  });
});

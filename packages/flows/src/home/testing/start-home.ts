import type { CheckType, PushEnvelope, SecurityCheck } from '@vestibule/contracts';
import type { Visitor } from '@vestibule/policy';
import { type AnyActorRef, createActor, SimulatedClock } from 'xstate';
import { answered, createCheckResult, type FakePorts, fakeSettings, said, settle } from '../../fake-ports.ts';
import type { PushSaid } from '../../push/push.ts';
import { homeMachine } from '../home.ts';
import type { HomeEvent } from '../home-events.ts';
import { selectHomeView } from '../select-home-view.ts';

export const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
export const CHROME: Visitor = {
  system: 'windows',
  systemVersion: '10.0.22631',
  browser: 'Chrome',
  browserVersion: '143',
};

export function check(changes: Partial<SecurityCheck> = {}): SecurityCheck {
  return {
    checkType: 'FirewallEnable',
    checkMessage: 'The firewall is on',
    description: '',
    fixAction: null,
    isPassed: true,
    isRequired: true,
    isSigninStopper: false,
    state: 'passed',
    ...changes,
  };
}

export function failedCheck(checkType: CheckType = 'FirewallEnable', changes: Partial<SecurityCheck> = {}) {
  return check({
    checkType,
    checkMessage: 'The firewall is turned off',
    isPassed: false,
    state: 'failed',
    fixAction: { fixActionType: checkType as NonNullable<SecurityCheck['fixAction']>['fixActionType'] },
    ...changes,
  });
}

export const passing = (...checks: SecurityCheck[]) =>
  createCheckResult({ securityChecks: checks.length > 0 ? checks : [check()] });
export const failing = (...checks: SecurityCheck[]) =>
  createCheckResult({
    securityChecks: checks.length > 0 ? checks : [failedCheck()],
    complianceStatus: 'NotCompliant',
    encryptedPermit: null,
    permitSalt: null,
  });
export const recommended = () =>
  createCheckResult({ securityChecks: [failedCheck('FirewallEnable', { isRequired: false })] });

/** The sign-in that waits. */
export function pendIn(ports: FakePorts, mode: string, isPolicyEnforced = true): void {
  ports.onCall('pendingSignIn', () =>
    answered({
      loginMarker: MARKER,
      applicationName: 'Mail',
      startUrl: null,
      mode,
      workplaceAccessPolicy: 'Strict',
      isPolicyEnforced,
    }),
  );
}

export function setUser(ports: FakePorts, user: object, more: object = {}): void {
  ports.onCall('settings', () => answered({ ...fakeSettings, ...more, user: { ...fakeSettings.user, ...user } }));
}

/** The client keeps a restricted session, as the status page wants it. */
export function settleStatusPage(ports: FakePorts): void {
  const config = {
    devicesV2: { token: 'restricted', session: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }, endpoints: [] },
    user: { id: '48210', displayName: 'Nadia Keller' },
    company: { id: 'c', displayName: 'Alderbrook' },
  };
  const signedReport = { protected: '', payload: '', signature: '' };
  ports.onMessage('devices-v2/get-restricted-session-config', () => said({ config }));
  ports.onMessage('devices-v2/get-restricted-device-data', () =>
    said({ deviceInfo: { signedReport }, importantDataHash: 'h' }),
  );
}

/** The next report has other facts in it. */
export function changeFacts(ports: FakePorts, importantDataHash = 'changed'): void {
  const signedReport = { protected: '', payload: '', signature: '' };
  ports.onMessage('devices-v2/get-device-data', () => said({ lookupId: 'l', importantDataHash, signedReport }));
}

/** Everything that a chart and the charts below it remember, as text. The ports are not theirs. */
export function heldBy(actor: AnyActorRef): string {
  const snapshot = actor.getSnapshot() as {
    readonly context?: object;
    readonly children?: Record<string, AnyActorRef>;
  };
  const own = JSON.stringify(snapshot.context ?? null, (name, value: unknown) =>
    ['ports', 'endpoints'].includes(name) ? undefined : value,
  );
  return [own, ...Object.values(snapshot.children ?? {}).map(heldBy)].join('\n');
}

export interface HomeOptions {
  readonly loginMarker?: string | null;
  readonly skipsAnimation?: boolean;
  readonly isStatusPage?: boolean;
  readonly back?: string | null;
  readonly visitor?: Visitor;
}

/** Lets what is ready happen, parts that are fetched when they are needed included. */
async function settleAll(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await settle();
    // oxlint-disable-next-line no-restricted-globals -- a turn of the event loop, not a time
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await settle();
}

/** Opens the home screen and lets it run until it waits. */
export async function startHome(ports: FakePorts, options: HomeOptions = {}) {
  const { loginMarker = MARKER, skipsAnimation = true, isStatusPage = false, back = null, visitor = CHROME } = options;
  const clock = new SimulatedClock();
  const visit = {
    origin: 'https://gate.example',
    back,
    isStatusPage,
    correlationId: 'correlation',
    readVisitor: async () => visitor,
  };
  const actor = createActor(homeMachine, { clock, input: { ports, loginMarker, visit, skipsAnimation } }).start();
  await settleAll();
  return {
    actor,
    view: () => selectHomeView(actor.getSnapshot()),
    advance: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settleAll();
    },
    send: async (event: HomeEvent) => {
      actor.send(event);
      await settleAll();
    },
    pushed: async (push: PushEnvelope['push'], payload?: PushEnvelope['payload']) => {
      ports.push({ v: 1, push, ...(payload === undefined ? {} : { payload }) });
      await settleAll();
    },
    said: async (what: PushSaid) => {
      ports.say(what);
      await settleAll();
    },
  };
}

/** Fetches once what is fetched when it is needed: the first time takes long. */
export function warmUp(): Promise<unknown> {
  return Promise.all([
    import('../../first-version/first-version.ts'),
    import('../../continuation/activate.ts'),
    import('../../continuation/leave-by-report.ts'),
    import('../../status-loop/status-loop.ts'),
    import('../../modals/modals.ts'),
    import('../../temporary-access/watch-temporary-access.ts'),
    import('../../extension-status/extension-status.ts'),
    import('../../startup/mode-ending.ts'),
    import('../../download-start/installer.ts'),
  ]);
}

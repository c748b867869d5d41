import {
  type CheckResult,
  type CheckType,
  type FixOutcome,
  LIMITS,
  OWN_LIMITS,
  type PushEnvelope,
} from '@vestibule/contracts';
import { continueOffer } from '@vestibule/policy';
import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { deviceFlowMachine } from '../device-flow/device-flow.ts';
import type { DeviceFlowReport } from '../device-flow/device-flow-types.ts';
import { fromMessage } from '../device-flow/step-result.ts';
import { isRunByClient, runFixes } from '../fix/fix-steps.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import { type HomeContext, type HomeInput, troubleOf } from './home-context.ts';
import type { FixState } from './home-view.ts';
import { loadStart } from './load-start.ts';
import { obtainSignInResponse, type SignInResponse } from './sign-in-response.ts';

export type HomeEvent =
  | DeviceFlowReport
  | { readonly type: 'push.heard'; readonly push: PushEnvelope }
  | { readonly type: 'user.fix'; readonly types: readonly CheckType[] }
  | { readonly type: 'user.check-again' }
  | { readonly type: 'user.continue' }
  | { readonly type: 'user.confirm-demo' }
  | { readonly type: 'user.decline-demo' }
  | { readonly type: 'user.try-again' };

const PATHS = { sessionExpired: '/session-expired', serviceError: '/service-error', userBlocked: '/user-blocked' };

/** A context entry that the chart's order guarantees; its absence is a bug in the chart. */
function given<T>(value: T | null): T {
  if (value === null) throw new Error('The home flow reached a state before its input.');
  return value;
}

/** Whether and how the person may go on, by the newest verdict. */
export function offerOf({ start, result }: HomeContext) {
  return continueOffer({
    mode: start?.pending?.mode ?? 'frontline',
    policyMode: given(result).policyMode,
    isPolicyEnforced: start?.pending?.isPolicyEnforced ?? true,
    checks: given(result).securityChecks,
    isHome: true,
    isStatusPage: false,
  });
}

function hasFailed(result: CheckResult | null): boolean {
  return result?.securityChecks.some((check) => check.state === 'failed' || check.blocksWhileUnknown === true) ?? false;
}

/** Names of everything the home chart does: actors, guards, actions, delays. The chart itself is home.ts. */
export const homeSetup = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: HomeContext; input: HomeInput; events: HomeEvent },
  actors: {
    deviceFlow: deviceFlowMachine,
    loadStart: stepActor((input: HomeContext) => loadStart(input.ports, input.loginMarker)),
    getDeviceName: stepActor(async (input: HomeContext) =>
      fromMessage(await input.ports.client.send('get-device-name', {})),
    ),
    obtainSignInResponse: stepActor((input: HomeContext) =>
      obtainSignInResponse({
        ports: input.ports,
        session: given(input.session),
        loginMarker: given(input.loginMarker),
      }),
    ),
    runFixes: fromPromise(({ input }: { input: HomeContext }) =>
      runFixes({ ports: input.ports, session: given(input.session), types: runningFixes(input) }),
    ),
    listenToClient: fromCallback<HomeEvent, HomeContext>(({ input, sendBack }) =>
      input.ports.client.subscribe((push) => sendBack({ type: 'push.heard', push })),
    ),
  },
  guards: {
    isExtensionPresent: ({ context }) => context.ports.client.isExtensionPresent(),
    hasMoreTries: ({ context }) =>
      context.deviceNameTry < (context.isSafari ? LIMITS.deviceNameTriesInSafari : LIMITS.deviceNameTries),
    hasResult: ({ context }) => context.result !== null,
    isReadyWithoutScan: ({ context }) => context.result !== null && skipsScan(context),
    isScanOver: ({ context }) => context.scanStep >= given(context.result).securityChecks.length,
    hasIssues: ({ context }) => hasFailed(context.result),
    hasNoIssues: ({ context }) => !hasFailed(context.result) && given(context.result).complianceStatus === 'Compliant',
    mayContinueHere: ({ context }) => ['enabled', 'automatic'].includes(offerOf(context).kind),
    continuesByItself: ({ context }) => offerOf(context).kind === 'automatic',
    continuesNoMore: ({ context }) => offerOf(context).kind !== 'automatic',
    isPending: ({ context }) => context.loginMarker !== null,
    needsDemoConsent: ({ context }) => context.start?.settings.isDemo === true && !context.hasDemoConsent,
    hasTriedOften: ({ context }) => context.obtainTries >= OWN_LIMITS.sessionRestarts,
    isRestart: ({ event }) => isFailure(event, 'restart'),
    hasFixesToRun: ({ context }) => runningFixes(context).length > 0,
    isHeartbeat: ({ event }) => event.type === 'push.heard' && event.push.push === 'heartbeat',
    isDeviceChanged: ({ event }) => event.type === 'push.heard' && event.push.push === 'device-changed',
    isFixProgress: ({ event }) => event.type === 'push.heard' && event.push.push === 'fix-progress',
    isSignedOut: ({ event }) => isFailure(event, 'signed-out'),
    isAccountDisabled: ({ event }) => isFailure(event, 'account-disabled'),
    isSignInOver: ({ event }) => isFailure(event, 'sign-in-over'),
    isTrouble: ({ event }) => event.type === 'flow.failed' && troubleOf(event.failure) !== null,
  },
  actions: {
    goToSessionExpired: ({ context }) => context.ports.page.goTo(PATHS.sessionExpired),
    goToServiceError: ({ context }) => context.ports.page.goTo(PATHS.serviceError),
    goToUserBlocked: ({ context }) => context.ports.page.goTo(PATHS.userBlocked),
    goToSuccess: ({ context }) => context.ports.page.goTo('/online/session-status'),
    submitResponse: ({ context }, response: SignInResponse) => {
      if (response.kind === 'response') context.ports.page.submitForm(response.data);
    },
    keepFixProgress: assign(({ context, event }) => keepFixProgress(context, event)),
    refreshIfExpired: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'flow.result' && event.result.checksExpired) {
        enqueue.sendTo('deviceFlow', { type: 'device.refresh' });
      }
    }),
    keepTrouble: assign(({ context, event }) => keepTrouble(context, event)),
    keepResult: assign(({ context, event }) => keepResult(context, event)),
    startFixes: assign(({ context }) => startFixes(context, context.fixesToConfirm)),
    endFixes: assign(({ context }, outcomes: readonly FixOutcome[]) => endFixes(context, outcomes)),
    collectNow: sendTo('deviceFlow', { type: 'device.changed' }),
    refuseSession: sendTo('deviceFlow', { type: 'session.refused' }),
    refresh: sendTo('deviceFlow', { type: 'device.refresh' }),
  },
  delays: {
    presence: LIMITS.extensionPresenceIntervalMs,
    presenceTimeout: LIMITS.extensionPresenceTimeoutMs,
    nameRetry: LIMITS.deviceNameIntervalMs,
    troubleRetry: LIMITS.workflowRetryDelayMs,
    stillWorking: LIMITS.stillWorkingTitleAfterMs,
    takingLonger: LIMITS.takingLongerTitleAfterMs - LIMITS.stillWorkingTitleAfterMs,
    scanStep: ({ context }) => LIMITS.scanAnimationMs / Math.max(1, given(context.result).securityChecks.length),
    samlSubmit: LIMITS.samlSubmitDelayMs,
    automaticContinue: LIMITS.automaticContinueDelayMs,
    obtainRetry: LIMITS.workflowRetryDelayMs,
    samlSentFlag: LIMITS.samlSentFlagMs,
    pushLost: OWN_LIMITS.pushLostAfterMs,
  },
});

function keepTrouble({ result }: HomeContext, event: HomeEvent): Partial<HomeContext> {
  const failure = event.type === 'flow.failed' ? event.failure : 'error' in event ? failureOf(event.error) : null;
  const trouble = failure === null ? null : troubleOf(failure);
  // With a verdict on the screen a client that pauses is no reason to take it away: the flow tries again.
  if (failure === null || trouble === null || (result !== null && failure.kind === 'client')) return {};
  return { trouble, troubleDetail: failure.kind === 'client' ? failure.detail : null };
}

function keepResult({ fixes }: HomeContext, event: HomeEvent): Partial<HomeContext> {
  if (event.type !== 'flow.result') return {};
  const { result } = event;
  // A fix that did not hold keeps its sentence only while its check still fails.
  const open = Object.entries(fixes).filter(([type, state]) => {
    const check = result.securityChecks.find((candidate) => candidate.checkType === type);
    return state.kind === 'running' || state.outcome.outcome === 'fixed' || check?.state === 'failed';
  });
  return { result, trouble: null, troubleDetail: null, fixes: Object.fromEntries(open) };
}

function keepFixProgress({ fixes }: HomeContext, event: HomeEvent): Partial<HomeContext> {
  const payload = event.type === 'push.heard' ? event.push.payload : undefined;
  const type = payload?.fixActionType;
  if (payload === undefined || type === undefined || fixes[type]?.kind !== 'running') return {};
  const { share, text } = payload;
  const progress = {
    kind: 'running',
    ...(share === undefined ? {} : { share }),
    ...(text === undefined ? {} : { text }),
  } as const;
  return { fixes: { ...fixes, [type]: progress } };
}

function skipsScan({ skipsAnimation, start }: HomeContext): boolean {
  return skipsAnimation || start?.settings.user.isFastCheckModeEnabled === true;
}

function startFixes({ fixes }: HomeContext, types: readonly CheckType[]): Partial<HomeContext> {
  const started = types.filter(isRunByClient).map((type): [CheckType, FixState] => [type, { kind: 'running' }]);
  return { fixes: { ...fixes, ...Object.fromEntries(started) }, fixesToConfirm: [] };
}

function endFixes({ fixes }: HomeContext, outcomes: readonly FixOutcome[]): Partial<HomeContext> {
  const ended = outcomes.map((outcome): [CheckType, FixState] => [outcome.fixActionType, { kind: 'ended', outcome }]);
  return { fixes: { ...fixes, ...Object.fromEntries(ended) } };
}

function runningFixes({ fixes }: HomeContext) {
  return Object.entries(fixes).flatMap(([type, state]) =>
    state?.kind === 'running' && isRunByClient(type as CheckType)
      ? [type as Extract<CheckType, FixOutcome['fixActionType']>]
      : [],
  );
}

function isFailure(event: HomeEvent | { type: string; error?: unknown }, kind: string): boolean {
  if (event.type === 'flow.failed' && 'failure' in event) return event.failure.kind === kind;
  return 'error' in event && failureOf(event.error).kind === kind;
}

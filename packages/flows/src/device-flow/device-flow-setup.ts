import { type CheckResult, LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { assign, fromPromise, sendParent, setup } from 'xstate';
import { given } from '../given.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import type { DeviceFlowContext, DeviceFlowEvent, DeviceFlowInput, FlowReport } from './device-flow-types.ts';
import {
  collectDeviceData,
  getAuthServiceAccessToken,
  getCheckResult,
  getCreateSessionParameters,
  getSessionData,
  getUploadUrl,
  postSession,
  putReport,
  removeSessionData,
  setSessionData,
} from './steps.ts';

/** Names of everything the device flow does. The chart itself is device-flow.ts and its two regions. */
export const deviceFlowSetup = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: DeviceFlowContext; input: DeviceFlowInput; events: DeviceFlowEvent },
  actors: {
    getSessionData: stepActor((input: DeviceFlowContext) => getSessionData(input.ports, input.signIn)),
    getCreateSessionParameters: stepActor((input: DeviceFlowContext) => getCreateSessionParameters(input.ports)),
    getAuthServiceAccessToken: stepActor((input: DeviceFlowContext) => getAuthServiceAccessToken(input.ports)),
    postSession: stepActor((input: DeviceFlowContext) =>
      postSession(input.ports, given(input.parameters), input.token),
    ),
    setSessionData: stepActor((input: DeviceFlowContext) => setSessionData(input.ports, given(input.session))),
    removeSessionData: fromPromise(({ input }: { input: DeviceFlowContext }) => removeSessionData(input.ports)),
    collect: stepActor((input: DeviceFlowContext) => collectDeviceData(input.ports, input.nonce, input.isForced)),
    getUploadUrl: stepActor((input: DeviceFlowContext) =>
      getUploadUrl(input.ports, given(input.session), given(input.collected).text),
    ),
    putReport: fromPromise(({ input }: { input: DeviceFlowContext }) =>
      putReport(input.ports, input.uploadUrl, given(input.collected).text),
    ),
    getCheckResult: stepActor((input: DeviceFlowContext) =>
      getCheckResult(input.ports, given(input.session), input.loginMarker),
    ),
  },
  guards: {
    isChanged: ({ context }) => context.collected?.importantDataHash !== context.uploadedHash,
    hasChangedSince: ({ context }) => context.hasChangedSince,
    hasLookedSince: ({ context }) => context.hasLookedSince,
    isForced: ({ context }) => context.isForced || context.unchangedTries >= LIMITS.unchangedTriesBeforeForcedUpload,
    refreshesByItself: ({ context }) => context.isFastCheckMode && !context.push.client,
    mayRestart: ({ context }) => context.failure?.kind === 'restart' && context.restarts < OWN_LIMITS.sessionRestarts,
    isRestart: ({ context }) => context.failure?.kind === 'restart',
    isBlocked: ({ context }) =>
      context.failure?.kind === 'device-blocked' || context.failure?.kind === 'account-disabled',
    isPassing: ({ context }) => context.failure?.kind === 'unreachable' || context.failure?.kind === 'client',
  },
  actions: {
    keepFailure: assign({ failure: ({ event }) => failureOf('error' in event ? event.error : null) }),
    keepPush: assign({
      push: ({ context, event }) =>
        'from' in event ? { ...context.push, [event.from]: event.type === 'push.connected' } : context.push,
    }),
    tellFailure: sendParent(
      ({ context }) => ({ type: 'flow.failed', failure: given(context.failure) }) satisfies FlowReport,
    ),
    tellSignedOut: sendParent({ type: 'flow.failed', failure: { kind: 'signed-out' } } satisfies FlowReport),
    tellSession: sendParent(
      ({ context }) => ({ type: 'flow.session', session: given(context.session) }) satisfies FlowReport,
    ),
    noteLook: assign({ hasLookedSince: true }),
    keepResult: assign({
      nonce: (_, { nonce }: CheckResult) => nonce,
      // A verdict alone does not count: the server may show one and yet take no report of this session.
      restarts: ({ context }) => (context.uploadedHash === null ? context.restarts : 0),
    }),
    tellResult: sendParent((_, result: CheckResult) => ({ type: 'flow.result', result }) satisfies FlowReport),
    dropSession: assign({
      session: null,
      nonce: null,
      uploadedHash: null,
      unchangedTries: 0,
      isForced: false,
      restarts: ({ context }) => context.restarts + 1,
    }),
  },
  delays: {
    retry: LIMITS.workflowRetryDelayMs,
    afterNoContent: LIMITS.workflowSleepAfterNoContentMs,
    poll: ({ context }) => (context.push.server ? OWN_LIMITS.safetyPollIntervalMs : LIMITS.resultsPollIntervalMs),
    recollect: ({ context: { push, isFastCheckMode } }) => {
      if (push.client) return OWN_LIMITS.safetyPollIntervalMs;
      return isFastCheckMode ? LIMITS.fastCheckRefreshIntervalMs : LIMITS.deviceDataCollectIntervalMs;
    },
    uploadUrlSleep: LIMITS.uploadUrlErrorSleepMs,
    uploadRetry: LIMITS.uploadFailureRetryMs,
  },
});

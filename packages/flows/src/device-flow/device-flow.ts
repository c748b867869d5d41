import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { assign, fromPromise, raise, sendParent, setup } from 'xstate';
import { failureOf, stepActor } from '../step-actor.ts';
import type { DeviceFlowContext, DeviceFlowEvent, DeviceFlowInput } from './device-flow-types.ts';
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

/** A context entry that the chart's order guarantees; its absence is a bug in the chart. */
function given<T>(value: T | null): T {
  if (value === null) throw new Error('The device flow reached a step before its input.');
  return value;
}

const deviceFlowSetup = setup({
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
    isForced: ({ context }) => context.isForced || context.unchangedTries >= LIMITS.unchangedTriesBeforeForcedUpload,
    isPushConnected: ({ context }) => context.isPushConnected,
    mayRestart: ({ context }) => context.failure?.kind === 'restart' && context.restarts < OWN_LIMITS.sessionRestarts,
    isRestart: ({ context }) => context.failure?.kind === 'restart',
    isPassing: ({ context }) => context.failure?.kind === 'unreachable' || context.failure?.kind === 'client',
  },
  actions: {
    keepFailure: assign({ failure: ({ event }) => failureOf('error' in event ? event.error : null) }),
    tellFailure: sendParent(({ context }) => ({ type: 'flow.failed', failure: given(context.failure) })),
    tellSignedOut: sendParent({ type: 'flow.failed', failure: { kind: 'signed-out' } }),
    tellSession: sendParent(({ context }) => ({ type: 'flow.session', session: given(context.session) })),
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
    poll: ({ context }) => (context.isPushConnected ? OWN_LIMITS.safetyPollIntervalMs : LIMITS.resultsPollIntervalMs),
    recollect: ({ context }) =>
      context.isPushConnected ? OWN_LIMITS.safetyPollIntervalMs : LIMITS.deviceDataCollectIntervalMs,
    uploadUrlSleep: LIMITS.uploadUrlErrorSleepMs,
    uploadRetry: LIMITS.uploadFailureRetryMs,
  },
});

/** The device flow v2: see device-flow.design.md. */
export const deviceFlowMachine = deviceFlowSetup.createMachine({
  id: 'deviceFlow',
  context: ({ input }) => ({
    ...input,
    session: null,
    parameters: null,
    token: '',
    collected: null,
    uploadUrl: '',
    nonce: null,
    uploadedHash: null,
    unchangedTries: 0,
    isForced: false,
    isPushConnected: false,
    restarts: 0,
    failure: null,
  }),
  initial: 'getSessionData',
  on: {
    'push.connected': { actions: assign({ isPushConnected: true }) },
    'push.lost': { actions: assign({ isPushConnected: false }) },
    'session.refused': { target: '.failed', actions: assign({ failure: { kind: 'restart' } }) },
  },
  states: {
    getSessionData: {
      invoke: {
        src: 'getSessionData',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'running',
            actions: [assign({ session: ({ event }) => event.output }), 'tellSession'],
          },
          { target: 'getCreateSessionParameters' },
        ],
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    getCreateSessionParameters: {
      invoke: {
        src: 'getCreateSessionParameters',
        input: ({ context }) => context,
        onDone: { target: 'getAuthServiceAccessToken', actions: assign({ parameters: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    getAuthServiceAccessToken: {
      invoke: {
        src: 'getAuthServiceAccessToken',
        input: ({ context }) => context,
        onDone: { target: 'postSession', actions: assign({ token: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    postSession: {
      invoke: {
        src: 'postSession',
        input: ({ context }) => context,
        onDone: { target: 'setSessionData', actions: assign({ session: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    setSessionData: {
      invoke: {
        src: 'setSessionData',
        input: ({ context }) => context,
        onDone: { target: 'running', actions: 'tellSession' },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    running: {
      type: 'parallel',
      states: {
        upload: {
          initial: 'collecting',
          on: {
            'device.refresh': { target: '.collecting', actions: assign({ isForced: true }) },
          },
          states: {
            collecting: {
              invoke: {
                src: 'collect',
                input: ({ context }) => context,
                onDone: { target: 'deciding', actions: assign({ collected: ({ event }) => event.output }) },
                onError: { target: '#deviceFlow.failed', actions: 'keepFailure' },
              },
              // A change that arrives while facts are being read may have come too late for them.
              on: { 'device.changed': { target: 'collecting', reenter: true } },
            },
            deciding: {
              always: [
                { guard: 'isChanged', target: 'gettingUrl' },
                { guard: 'isForced', target: 'gettingUrl' },
                {
                  target: 'waiting',
                  actions: assign({ unchangedTries: ({ context }) => context.unchangedTries + 1 }),
                },
              ],
            },
            gettingUrl: {
              invoke: {
                src: 'getUploadUrl',
                input: ({ context }) => context,
                onDone: { target: 'putting', actions: assign({ uploadUrl: ({ event }) => event.output }) },
                onError: [
                  { guard: ({ event }) => failureOf(event.error).kind === 'unreachable', target: 'sleeping' },
                  { target: '#deviceFlow.failed', actions: 'keepFailure' },
                ],
              },
            },
            putting: {
              invoke: {
                src: 'putReport',
                input: ({ context }) => context,
                onDone: [
                  {
                    guard: ({ event }) => event.output === 'taken',
                    target: 'waiting',
                    actions: [
                      assign({
                        uploadedHash: ({ context }) => given(context.collected).importantDataHash,
                        unchangedTries: 0,
                        isForced: false,
                      }),
                      raise({ type: 'upload.taken' }),
                    ],
                  },
                  {
                    guard: ({ event }) => event.output === 'restart',
                    target: '#deviceFlow.failed',
                    actions: assign({ failure: { kind: 'restart' } }),
                  },
                  { guard: ({ event }) => event.output === 'refused', target: 'sleeping' },
                  { target: 'sleepingLonger' },
                ],
              },
            },
            waiting: {
              after: { recollect: 'collecting' },
              on: {
                'device.changed': 'collecting',
                'push.lost': { target: 'waiting', reenter: true, actions: assign({ isPushConnected: false }) },
              },
            },
            sleeping: { after: { uploadUrlSleep: 'collecting' }, on: { 'device.changed': 'collecting' } },
            sleepingLonger: { after: { uploadRetry: 'collecting' }, on: { 'device.changed': 'collecting' } },
          },
        },
        result: {
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                src: 'getCheckResult',
                input: ({ context }) => context,
                onDone: [
                  { guard: ({ event }) => event.output === null, target: 'waitingForReport' },
                  {
                    target: 'waiting',
                    actions: [
                      assign({ nonce: ({ event }) => given(event.output).nonce, restarts: 0 }),
                      sendParent(({ event }) => ({ type: 'flow.result', result: given(event.output) })),
                    ],
                  },
                ],
                onError: { target: '#deviceFlow.failed', actions: 'keepFailure' },
              },
              on: { 'upload.taken': { target: 'asking', reenter: true } },
            },
            waitingForReport: { after: { afterNoContent: 'asking' }, on: { 'upload.taken': 'asking' } },
            waiting: {
              after: { poll: 'asking' },
              on: {
                'upload.taken': 'asking',
                'push.lost': { target: 'waiting', reenter: true, actions: assign({ isPushConnected: false }) },
              },
            },
          },
        },
      },
    },
    failed: {
      always: [
        { guard: 'mayRestart', target: 'removeSessionData', actions: 'dropSession' },
        { guard: 'isRestart', target: 'ended', actions: 'tellSignedOut' },
        { guard: 'isPassing', target: 'retrying', actions: 'tellFailure' },
        { target: 'ended', actions: 'tellFailure' },
      ],
    },
    removeSessionData: {
      invoke: {
        src: 'removeSessionData',
        input: ({ context }) => context,
        onDone: 'getSessionData',
        onError: 'getSessionData',
      },
    },
    retrying: { after: { retry: 'getSessionData' }, on: { 'device.refresh': 'getSessionData' } },
    ended: { type: 'final' },
  },
});

import {
  LIMITS,
  type CheckResult,
  type RestrictedDeviceData,
  type RestrictedSessionConfig,
  type SessionData,
} from '@vestibule/contracts';
import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { FlowEvent, FlowReport } from '../device-flow/device-flow-types.ts';
import type { StepFailure } from '../device-flow/step-result.ts';
import { getUploadUrl, isRefusedUrl, putReport } from '../device-flow/steps.ts';
import { given } from '../given.ts';
import type { Ports } from '../ports.ts';
import { RESTRICTED_SESSION_OVER_PATH, restrictedSessionMachine } from '../restricted-session/restricted-session.ts';
import {
  getRestrictedCheckResult,
  getRestrictedDeviceData,
  getRestrictedSessionData,
  isTriedAgain,
  type RestrictedRequest,
} from '../restricted-session/restricted-steps.ts';
import { failureOf, stepActor } from '../step-actor.ts';

export interface StatusLoopInput extends RestrictedRequest {
  readonly ports: Ports;
}

interface StatusLoopContext extends StatusLoopInput {
  readonly config: RestrictedSessionConfig | null;
  /** The page was opened by itself: it has given the client a session of its own. */
  readonly hasOpened: boolean;
  /** Its session was too old for a report and is replaced, or has been since the last report that was taken. */
  readonly isReplaced: boolean;
  readonly result: CheckResult | null;
  readonly collected: RestrictedDeviceData | null;
  /** The computer changed while it was read, or while what was collected before was on its way. */
  readonly hasChangedSince: boolean;
  readonly collections: number;
  readonly uploadedHash: string | null;
  readonly uploadUrl: string;
  readonly isForced: boolean;
  /** Whether this round has already asked again after its upload. */
  readonly hasUploaded: boolean;
  readonly failure: StepFailure | null;
}

/** A config that cannot be worked with is an error of the restricted session (specification, section 8). */
const UNUSABLE: StepFailure = { kind: 'signed-out' };

/** On the status page no id of a person is kept: what is not there is neither shown, sent nor logged. */
function withoutUserId(config: RestrictedSessionConfig | null): RestrictedSessionConfig | null {
  return config === null ? null : { ...config, user: { ...config.user, id: '' } };
}

/** What `upload-url` wants to know of a session. */
function sessionOf({
  devicesV2: { session, token },
}: RestrictedSessionConfig): Pick<SessionData, 'sessionId' | 'token'> {
  return { sessionId: session.id, token };
}

const textOf = ({ deviceInfo }: RestrictedDeviceData) => JSON.stringify(deviceInfo.signedReport);

/** What the status page does again and again: see status-loop.design.md. */
export const statusLoopMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: StatusLoopContext; input: StatusLoopInput; events: FlowEvent | FlowReport },
  actors: {
    getRestrictedConfig: stepActor((input: StatusLoopContext) => getRestrictedSessionData(input.ports, input)),
    restrictedSession: restrictedSessionMachine,
    getCheckResult: stepActor((input: StatusLoopContext) => getRestrictedCheckResult(input.ports, given(input.config))),
    collect: stepActor((input: StatusLoopContext) =>
      getRestrictedDeviceData(input.ports, input, input.result?.nonce ?? null),
    ),
    getUploadUrl: stepActor((input: StatusLoopContext) =>
      getUploadUrl(input.ports, sessionOf(given(input.config)), textOf(given(input.collected))),
    ),
    putReport: fromPromise(({ input }: { input: StatusLoopContext }) =>
      putReport(input.ports, input.uploadUrl, textOf(given(input.collected))),
    ),
  },
  guards: {
    isUsable: ({ context: { config } }) =>
      config !== null && config.devicesV2.token !== '' && config.devicesV2.session.id !== '',
    mayOpen: ({ context: { config, hasOpened } }) => config === null && !hasOpened,
    hasUploaded: ({ context }) => context.hasUploaded,
    hasChangedSince: ({ context }) => context.hasChangedSince,
    hasResult: ({ context }) => context.result !== null,
    isDue: ({ context: { collected, uploadedHash, collections, isForced } }) =>
      isForced || collected?.importantDataHash !== uploadedHash || collections === LIMITS.forcedUploadOnCollection,
    isTriedAgain: ({ context }) => isTriedAgain(given(context.failure)),
    isBlocked: ({ context }) =>
      context.failure?.kind === 'device-blocked' || context.failure?.kind === 'account-disabled',
  },
  actions: {
    keepFailure: assign(({ event }) => ({ failure: failureOf('error' in event ? event.error : null) })),
    keepUnusable: assign({ failure: UNUSABLE }),
    logFailure: ({ context: { ports, failure } }) =>
      ports.log.write('status-loop', failure?.kind === 'client' ? failure.code : (failure?.kind ?? '')),
    tellFailure: sendParent(
      ({ context }) => ({ type: 'flow.failed', failure: given(context.failure) }) satisfies FlowReport,
    ),
    tellResult: sendParent(
      ({ context }) => ({ type: 'flow.result', result: given(context.result) }) satisfies FlowReport,
    ),
    tellParent: sendParent(({ event }) => event),
    goToSessionExpired: ({ context }) => context.ports.page.goTo(RESTRICTED_SESSION_OVER_PATH),
  },
  delays: {
    loop: LIMITS.statusLoopIntervalMs,
    uploadRetry: LIMITS.uploadFailureRetryMs,
    checkWorkflowSleep: LIMITS.checkWorkflowSleepMs,
    retry: LIMITS.workflowRetryDelayMs,
    redirect: LIMITS.redirectDelayMs,
  },
}).createMachine({
  id: 'statusLoop',
  context: ({ input }) => ({
    ...input,
    config: null,
    hasOpened: false,
    isReplaced: false,
    result: null,
    collected: null,
    hasChangedSince: false,
    collections: 0,
    uploadedHash: null,
    uploadUrl: '',
    isForced: false,
    hasUploaded: false,
    failure: null,
  }),
  initial: 'gettingConfig',
  on: {
    'device.refresh': { target: '.gettingConfig', actions: assign({ isForced: true }) },
    'device.changed': { actions: assign({ hasChangedSince: true }) },
  },
  states: {
    gettingConfig: {
      entry: assign({ hasUploaded: false }),
      invoke: {
        src: 'getRestrictedConfig',
        input: ({ context }) => context,
        onDone: { target: 'checkingConfig', actions: assign({ config: ({ event }) => withoutUserId(event.output) }) },
        onError: { target: 'unusable', actions: 'keepFailure' },
      },
    },
    checkingConfig: {
      always: [
        { guard: 'isUsable', target: 'gettingResult' },
        { guard: 'mayOpen', target: 'opening' },
        { target: 'unusable', actions: 'keepUnusable' },
      ],
    },
    opening: {
      entry: assign({ hasOpened: true }),
      invoke: {
        src: 'restrictedSession',
        input: ({ context: { ports, signIn, correlationId, isReplaced } }) => ({
          ...{ ports, signIn, correlationId, isReplaced },
        }),
        onDone: 'gettingConfig',
      },
      on: {
        'flow.failed': { actions: 'tellParent' },
        'device.refresh': { actions: assign({ isForced: true }) },
      },
    },
    gettingResult: {
      invoke: {
        src: 'getCheckResult',
        input: ({ context }) => context,
        onDone: { target: 'told', actions: assign({ result: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    told: {
      always: [{ guard: 'hasResult', target: 'deciding', actions: 'tellResult' }, { target: 'deciding' }],
    },
    deciding: {
      always: [
        { guard: ({ context }) => context.hasUploaded && context.result === null, target: 'sleeping' },
        { guard: 'hasUploaded', target: 'waiting' },
        { target: 'collecting' },
      ],
    },
    collecting: {
      entry: assign({ collections: ({ context }) => context.collections + 1, hasChangedSince: false }),
      invoke: {
        src: 'collect',
        input: ({ context }) => context,
        onDone: { target: 'comparing', actions: assign({ collected: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    comparing: { always: [{ guard: 'isDue', target: 'gettingUrl' }, { target: 'waiting' }] },
    gettingUrl: {
      invoke: {
        src: 'getUploadUrl',
        input: ({ context }) => context,
        onDone: { target: 'putting', actions: assign({ uploadUrl: ({ event }) => event.output }) },
        onError: [
          { guard: ({ event }) => isRefusedUrl(failureOf(event.error)), target: 'retrying' },
          { target: 'failed', actions: 'keepFailure' },
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
            target: 'gettingResult',
            actions: assign({
              uploadedHash: ({ context }) => given(context.collected).importantDataHash,
              isForced: false,
              hasUploaded: true,
              isReplaced: false,
            }),
          },
          {
            guard: ({ context, event }) => event.output === 'stale' && !context.isReplaced,
            target: 'opening',
            actions: assign({ isReplaced: true }),
          },
          {
            guard: ({ event }) => event.output === 'restart' || event.output === 'stale',
            target: 'failed',
            actions: 'keepUnusable',
          },
          { guard: ({ event }) => event.output === 'refused', target: 'retrying' },
          { target: 'notUploaded' },
        ],
      },
    },
    waiting: {
      always: { guard: 'hasChangedSince', target: 'gettingConfig' },
      after: { loop: 'gettingConfig' },
      on: { 'device.changed': 'gettingConfig', 'result.look': 'gettingConfig' },
    },
    /** The report did not arrive (specification, section 8). */
    notUploaded: {
      always: { guard: 'hasChangedSince', target: 'gettingConfig' },
      after: { uploadRetry: 'gettingConfig' },
      on: { 'device.changed': 'gettingConfig', 'result.look': 'gettingConfig' },
    },
    /** A report was taken and there is no verdict yet. */
    sleeping: {
      always: { guard: 'hasChangedSince', target: 'gettingConfig' },
      after: { checkWorkflowSleep: 'gettingConfig' },
      on: { 'device.changed': 'gettingConfig', 'result.look': 'gettingConfig' },
    },
    failed: {
      entry: 'logFailure',
      always: [
        { guard: 'isTriedAgain', target: 'retrying', actions: 'tellFailure' },
        { guard: 'isBlocked', target: 'over', actions: 'tellFailure' },
        { target: 'leaving' },
      ],
    },
    /** Whatever the reason is: without a config there is no session to show (specification, section 8). */
    unusable: { entry: 'logFailure', always: 'leaving' },
    retrying: { after: { retry: 'gettingConfig' } },
    leaving: { after: { redirect: { target: 'over', actions: 'goToSessionExpired' } } },
    over: { on: { 'device.refresh': {} } },
  },
});

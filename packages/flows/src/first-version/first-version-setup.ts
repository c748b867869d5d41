import { type DeviceInfo, LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { FAIL_DESTINATION, pathOfDestination } from '../continuation/destination.ts';
import type { FlowEvent, FlowReport, PushState } from '../device-flow/device-flow-types.ts';
import type { StepFailure } from '../device-flow/step-result.ts';
import { exchangeKeys } from '../extension-status/exchange-keys.ts';
import { extensionStatusMachine, type ExtensionStatusReport } from '../extension-status/extension-status.ts';
import { given } from '../given.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import { type CheckStep, collectDeviceInfo, getCheck, postCheck } from './first-version-steps.ts';

export interface FirstVersionInput {
  readonly ports: Ports;
  readonly push: PushState;
  readonly origin: string;
  /** Account of a client that reports by itself, where there is no extension to ask it through. */
  readonly accountId: string | null;
}

interface FirstVersionContext extends FirstVersionInput {
  readonly info: DeviceInfo | null;
  /** The computer changed while what was collected before was on its way. */
  readonly hasChangedSince: boolean;
  /** The server said "look" while an answer was under way. */
  readonly hasLookedSince: boolean;
  readonly nonce: string | null;
  /** Hash of the device info that the server has. */
  readonly sentHash: string | null;
  readonly isCacheFresh: boolean;
  readonly isForced: boolean;
  readonly retries: number;
  /** The time of the key exchange runs, since the first try that has not been answered. */
  readonly isExchangeTimed: boolean;
  readonly failure: StepFailure | null;
}

type FirstVersionEvent =
  | FlowEvent
  | ExtensionStatusReport
  | { readonly type: 'check.answered'; readonly step: CheckStep }
  | { readonly type: 'info.taken' }
  | { readonly type: 'exchange.overdue' };

/** Of the time that the key exchange has, over all its tries. */
const EXCHANGE = 'exchange';

/** Names of everything the first version does. The chart itself is first-version.ts. */
export const firstVersionSetup = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: FirstVersionContext; input: FirstVersionInput; events: FirstVersionEvent },
  actors: {
    extensionStatus: extensionStatusMachine,
    exchangeKeys: stepActor(({ ports }: FirstVersionContext) => exchangeKeys(ports)),
    collect: stepActor(({ ports, nonce }: FirstVersionContext) => collectDeviceInfo(ports, nonce)),
    postCheck: stepActor(({ ports, info }: FirstVersionContext) => postCheck(ports, given(info))),
    getCheck: stepActor(({ ports, info, accountId }: FirstVersionContext) =>
      getCheck(ports, accountId ?? given(info).lookupId),
    ),
  },
  guards: {
    hasChangedSince: ({ context }) => context.hasChangedSince,
    hasLookedSince: ({ context }) => context.hasLookedSince,
    hasNoExtension: ({ context }) => context.accountId !== null,
    isCached: ({ context: { info, sentHash, isCacheFresh, isForced } }) =>
      !isForced && isCacheFresh && given(info).deviceImportantDataHash === sentHash,
    isResult: (_, step: CheckStep) => step.kind === 'result',
    isKeysMissing: (_, step: CheckStep) => step.kind === 'keys-missing',
    /** Without an extension no one here can exchange keys or send a report. */
    cannotHelpItself: ({ context }, step: CheckStep) => context.accountId !== null && step.kind !== 'result',
    mayRetry: ({ context }) => isPassing(context.failure) && context.retries < LIMITS.deviceCheckRetries,
    isPassing: ({ context }) => isPassing(context.failure),
    hasRetriedOften: ({ context }) => context.retries > LIMITS.deviceCheckRetries,
  },
  actions: {
    keepFailure: assign({ failure: ({ event }) => failureOf('error' in event ? event.error : null) }),
    keepPush: assign({
      push: ({ context, event }) =>
        'from' in event ? { ...context.push, [event.from]: event.type === 'push.connected' } : context.push,
    }),
    keepAnswer: assign((_, step: CheckStep) =>
      step.kind === 'result' ? { nonce: step.result.nonce, retries: 0 } : {},
    ),
    keepSent: assign(({ context }) => ({ sentHash: given(context.info).deviceImportantDataHash, isForced: false })),
    timeExchange: enqueueActions(({ context, enqueue }) => {
      if (context.isExchangeTimed) return;
      enqueue.raise({ type: 'exchange.overdue' }, { id: EXCHANGE, delay: LIMITS.keyExchangeTimeoutMs });
      enqueue.assign({ isExchangeTimed: true });
    }),
    endExchange: enqueueActions(({ enqueue }) => {
      enqueue.cancel(EXCHANGE);
      enqueue.assign({ isExchangeTimed: false });
    }),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    tellClientProblem: sendParent(({ event }) => event),
    tellClientIsWell: sendParent({ type: 'extension.told', problem: null } satisfies ExtensionStatusReport),
    logFailure: ({ context: { ports, failure } }) =>
      ports.log.write('first-version', failure?.kind === 'client' ? failure.code : (failure?.kind ?? '')),
    tellResult: enqueueActions(({ enqueue }, step: CheckStep) => {
      if (step.kind !== 'result') return;
      enqueue.sendParent({ type: 'flow.result', result: step.result } satisfies FlowReport);
    }),
    tellFailure: sendParent(
      ({ context }) => ({ type: 'flow.failed', failure: given(context.failure) }) satisfies FlowReport,
    ),
    goToDownload: ({ context }) => context.ports.page.goTo('/download'),
    /** The fail destination of the mode's cookie, with the reason as a code (specification, section 8). */
    leaveByFallback: ({ context: { ports, origin, failure } }) => {
      const reason = failure?.kind === 'client' ? failure.code : (failure?.kind ?? 'unreachable');
      const wanted = ports.memory.read('checkInfo')?.failUrl ?? null;
      const path = wanted === null ? null : pathOfDestination(wanted, origin, { reason });
      ports.page.leaveFor(path ?? pathOfDestination(FAIL_DESTINATION, origin, { reason }) ?? '/');
    },
  },
  delays: {
    retry: LIMITS.deviceCheckRetryDelayMs,
    poll: ({ context }) => (context.push.server ? OWN_LIMITS.safetyPollIntervalMs : LIMITS.resultsPollIntervalMs),
    recollect: ({ context }) =>
      context.push.client ? OWN_LIMITS.safetyPollIntervalMs : LIMITS.deviceDataCollectIntervalMs,
    cache: LIMITS.deviceInfoCacheMs,
  },
});

function isPassing(failure: StepFailure | null): boolean {
  return failure?.kind === 'unreachable' || failure?.kind === 'client' || failure?.kind === 'restart';
}

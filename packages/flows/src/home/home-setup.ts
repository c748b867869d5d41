import { LIMITS, type FixOutcome, OWN_LIMITS } from '@vestibule/contracts';
import { type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import { writeActivity, writeFixes, writeSignIn } from '../activity/activity.ts';
import { isAnswered, postResponse, rememberAnswered } from '../continuation/answered.ts';
import type { Leave } from '../continuation/read-leave.ts';
import type { FlowEvent } from '../device-flow/device-flow-types.ts';
import type { StepFailure } from '../device-flow/step-result.ts';
import { demoConsentFor, sortFixes } from '../fix/fix-steps.ts';
import { given } from '../given.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import { failureOf } from '../step-actor.ts';
import { troubleOf } from '../trouble.ts';
import { homeActors } from './home-actors.ts';
import type { HomeContext, HomeInput } from './home-context.ts';
import {
  continuationFor,
  flowOf,
  hasFailed,
  hasPassed,
  isAnsweredBefore,
  offerOf,
  openFixes,
  runningFixes,
  scanDurationMs,
  withEnded,
  withStarted,
} from './home-decisions.ts';
import type { HomeEvent } from './home-events.ts';

/** Names of everything the home chart does: actors, guards, actions, delays. The chart is home.ts and its regions. */
export const homeSetup = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: HomeContext; input: HomeInput; events: HomeEvent },
  actors: homeActors,
  guards: {
    isStatusPage: ({ context }) => flowOf(context) === 'status',
    isFirstVersion: ({ context }) => flowOf(context) === 'first-version',
    isFrontline: ({ context: { start, visit } }) => start?.mode === 'frontline' && !visit.isStatusPage,
    hasResult: ({ context }) => context.result !== null,
    isReadyWithoutScan: ({ context }) => context.result !== null && scanDurationMs(context) === 0,
    isScanOver: ({ context }) => context.scanStep >= given(context.result).securityChecks.length,
    hasIssues: ({ context }) => hasFailed(context.result),
    hasNoIssues: ({ context }) => hasPassed(given(context.result)),
    mayContinueHere: ({ context }) => ['enabled', 'automatic'].includes(offerOf(context).kind),
    /** Continue was pressed, and what was asked for came to nothing: it is asked for once more with the newest verdict. */
    isStillWanted: ({ context }) => context.isByPerson && ['enabled', 'automatic'].includes(offerOf(context).kind),
    /** The newest verdict stops the person. */
    mayNotContinue: ({ context }) => ['absent', 'disabled'].includes(offerOf(context).kind),
    isAnsweredBefore: ({ context }) => isAnsweredBefore(context),
    /** Not under the hands of someone who is reading what stands over the screen. */
    continuesByItself: ({ context }) => offerOf(context).kind === 'automatic' && context.modal === null,
    continuesNoMore: ({ context }) => offerOf(context).kind !== 'automatic' || context.modal !== null,
    leadsToPage: ({ context }) => continuationFor(context).kind === 'page',
    needsDemoConsent: ({ context, event }) =>
      context.start?.settings.isDemo === true &&
      'types' in event &&
      !context.demoConsents.includes(demoConsentFor(event.types)),
    hasTriedOften: ({ context }) => context.obtainTries >= OWN_LIMITS.sessionRestarts,
    isRestart: ({ event }) => failureIn(event)?.kind === 'restart',
    hasFixesToRun: ({ context }) => runningFixes(context).length > 0,
    isDeviceChanged: ({ event }) => event.type === 'push.heard' && event.push.push === 'device-changed',
    isExpired: ({ event }) => event.type === 'flow.result' && event.result.checksExpired,
    isFixProgress: ({ event }) => event.type === 'push.heard' && event.push.push === 'fix-progress',
    leadsAway: ({ event }) => pathIn(event) !== null,
    /** The client does not do its part: its keys and data are looked after. */
    isClientFailure: ({ context, event }) => failureIn(event)?.kind === 'client' && context.result === null,
    /** Perhaps the computer that waits for an administrator was approved. */
    mayBeApproved: ({ context, event }) =>
      context.leaveTrouble === 'device-not-approved' &&
      event.type === 'push.look' &&
      event.subject !== 'temporary-access',
    /** Someone at support asks for the computer to be read again. */
    isCheckAgain: ({ event }) => event.type === 'push.look' && event.subject === 'check-again',
    isAboutAccess: ({ event }) =>
      event.type === 'push.look' && [null, 'temporary-access', 'policy'].includes(event.subject),
  },
  actions: {
    goWhereItLeads: ({ context, event }) => {
      const path = pathIn(event);
      if (path !== null) context.ports.page.goTo(path);
    },
    leaveForPage: ({ context }) => {
      const continuation = continuationFor(context);
      if (continuation.kind === 'page') leaveFor(context, continuation.path);
    },
    keepRefused: assign((_, leave: Leave) => ({ leaveTrouble: leave.kind === 'refused' ? leave.trouble : null })),
    /** What the server gave is used at once; the entry in the log goes ahead of the page that ends. */
    useLeave: ({ context }, leave: Leave) => {
      const { ports, loginMarker } = context;
      if (leave.kind === 'page') {
        // There the server answers by itself.
        rememberAnswered(ports, loginMarker);
        leaveFor(context, leave.path);
      }
      if (leave.kind !== 'response') return;
      void writeSignIn(actorOf(context), given(context.result));
      postResponse(ports, loginMarker, leave.data);
    },
    keepSent: assign({ hasSent: true }),
    keepWho: assign({ isByPerson: ({ event }) => event.type === 'user.continue' }),
    keepLeaveTrouble: assign({
      leaveTrouble: ({ event }) => {
        const failure = failureIn(event);
        return failure?.kind === 'client' ? troubleOf(failure) : null;
      },
    }),
    keepStart: assign(({ context, event }) => {
      if (event.type !== 'startup.loaded') return {};
      // What this tab remembered may have been over.
      const loginMarker = event.start.pending === null ? null : context.loginMarker;
      return { start: event.start, loginMarker, isAnswered: isAnswered(context.ports, loginMarker) };
    }),
    tellEndpoints: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'startup.loaded') return;
      const endpoints = event.start.settings.silo.devicesV2ApiEndpoints;
      enqueue.sendTo('endpoints', { type: 'endpoints.known', endpoints });
    }),
    keepPush: assign({
      push: ({ context, event }) =>
        event.type === 'push.connected' || event.type === 'push.lost'
          ? { ...context.push, [event.from]: event.type === 'push.connected' }
          : context.push,
    }),
    keepTrouble: assign(({ context, event }) => keepTrouble(context, event)),
    /** Begins again: nothing of the verdict before is shown or gone on with, and no window of it stays open. */
    beginAnew: assign({
      accountId: null,
      result: null,
      isLive: false,
      modal: null,
      trouble: null,
      troubleDetail: null,
      clientProblem: null,
      isServerAway: false,
      obtainTries: 0,
      leaveTrouble: null,
      hasSent: false,
    }),
    keepClientProblem: assign(({ event }) => (event.type === 'extension.told' ? { clientProblem: event.problem } : {})),
    clearClientProblem: assign({ clientProblem: null }),
    keepResult: assign(({ context, event }) =>
      event.type === 'flow.result'
        ? {
            result: event.result,
            isLive: true,
            trouble: null,
            troubleDetail: null,
            clientProblem: null,
            isServerAway: false,
            fixes: openFixes(context.fixes, event.result),
          }
        : {},
    ),
    keepFixProgress: assign(({ context, event }) => keepFixProgress(context, event)),
    startFixes: assign(({ context }) => ({
      fixes: withStarted(context.fixes, context.fixesToConfirm),
      fixesToConfirm: [],
    })),
    endFixes: assign(({ context }, outcomes: readonly FixOutcome[]) => ({ fixes: withEnded(context.fixes, outcomes) })),
    writeFixes: ({ context }, outcomes: readonly FixOutcome[]) => void writeFixes(actorOf(context), outcomes),
    writeActivity: ({ context, event }) => {
      if (event.type === 'modals.activity') void writeActivity(actorOf(context), event.verb);
    },
    /** The flow may not be there yet, or be over: then no one has to hear it. */
    tellFlow: enqueueActions(({ enqueue, self, event }, said: FlowEvent | 'the-event') => {
      if (isFlowRunning(self)) enqueue.sendTo('flow', said === 'the-event' ? event : said);
    }),
    refuseSession: enqueueActions(({ enqueue, self }) => {
      if (isFlowRunning(self)) enqueue.sendTo('flow', { type: 'session.refused' });
    }),
    tellModals: sendTo('modals', ({ event }) => event),
    tellModalsResult: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'flow.result') enqueue.sendTo('modals', { type: 'modal.result', result: event.result });
    }),
    tellModalsOutcomes: enqueueActions(({ enqueue }, outcomes: readonly FixOutcome[]) => {
      for (const { fixActionType: checkType, outcome } of outcomes) {
        if (outcome === 'fixed') continue;
        enqueue.sendTo('modals', { type: outcome === 'opened' ? 'modal.fix-opened' : 'modal.fix-failed', checkType });
      }
    }),
    /** The trial's consent was declined: a window that began a fix goes as well. */
    declineFixes: enqueueActions(({ context, enqueue }) => {
      for (const checkType of context.fixesToConfirm) enqueue.sendTo('modals', { type: 'modal.fix-failed', checkType });
    }),
    keepAccess: assign(({ event }) => (event.type === 'access.told' ? { access: event.info } : {})),
    tellTemporaryAccess: sendTo('temporaryAccess', { type: 'look' }),
    openWindows: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'user.fix') return;
      const { installations, hasEncryption, hasManagedDevice } = sortFixes(event.types);
      if (installations.length > 0) enqueue.sendTo('modals', { type: 'modal.install', types: installations });
      if (hasManagedDevice) enqueue.sendTo('modals', { type: 'modal.device-management' });
      if (hasEncryption) enqueue.sendTo('modals', { type: 'modal.encryption' });
    }),
  },
  delays: {
    stillWorking: LIMITS.stillWorkingTitleAfterMs,
    takingLonger: LIMITS.takingLongerTitleAfterMs - LIMITS.stillWorkingTitleAfterMs,
    scanStep: ({ context }) => scanDurationMs(context) / Math.max(1, given(context.result).securityChecks.length),
    automaticContinue: ({ context }) => offerOf(context).delayMs ?? LIMITS.automaticContinueDelayMs,
    retry: LIMITS.workflowRetryDelayMs,
    leaveRetry: OWN_LIMITS.leaveRetryMs,
    noVerdict: OWN_LIMITS.noVerdictAfterMs - LIMITS.takingLongerTitleAfterMs,
    samlSentFlag: LIMITS.samlSentFlagMs,
  },
});

function isFlowRunning(home: AnyActorRef): boolean {
  const { children } = home.getSnapshot() as { readonly children: Readonly<Record<string, AnyActorRef | undefined>> };
  const flow = children['flow']?.getSnapshot() as { readonly status: string } | undefined;
  return flow?.status === 'active';
}

/** What a person chose is to be come back from; to where the page leads by itself the way back leads past it. */
function leaveFor({ ports, isByPerson }: HomeContext, path: string): void {
  if (isByPerson) ports.page.leaveFor(path, 'person');
  else ports.page.leaveFor(path);
}

function actorOf({ ports, session, client, result }: HomeContext) {
  return { ports, session, deviceName: result?.deviceName ?? client?.deviceName ?? '' };
}

function failureIn(event: HomeEvent | { type: string; error?: unknown }): StepFailure | null {
  if (event.type === 'flow.failed' && 'failure' in event) return event.failure;
  return 'error' in event ? failureOf(event.error) : null;
}

function pathIn(event: HomeEvent): string | null {
  const failure = failureIn(event);
  return failure === null ? null : pathOfFailure(failure);
}

function keepTrouble({ result }: HomeContext, event: HomeEvent): Partial<HomeContext> {
  if (event.type === 'startup.trouble') return { trouble: event.trouble, troubleDetail: event.detail };
  const failure = failureIn(event);
  const trouble = failure === null ? null : troubleOf(failure);
  const met = { isLive: false, isServerAway: failure?.kind === 'unreachable' };
  // With a verdict on the screen a client that pauses is no reason to take it away: the flow tries again.
  if (failure === null || trouble === null || (result !== null && failure.kind === 'client')) return met;
  return { ...met, trouble, troubleDetail: failure.kind === 'client' ? failure.detail : null };
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

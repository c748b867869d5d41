import { LIMITS, type TemporaryAccessInfo } from '@vestibule/contracts';
import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { isAnswered } from '../continuation/answered.ts';
import { fromCall } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';

export interface WatchTemporaryAccessInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
  /** Tell the parent what was answered. */
  readonly tellsParent?: boolean;
  /** Where every failure is silent, such as on the page for support. */
  readonly isSilent?: boolean;
  /** Such as the pages that ask for an installation: no one reads them for themselves. */
  readonly standsInTheWay?: boolean;
}

/** What the server says of leave and of who is calling. */
export interface AccessReport {
  readonly type: 'access.told';
  readonly info: TemporaryAccessInfo;
}

interface WatchTemporaryAccessContext extends WatchTemporaryAccessInput {
  readonly intervalMs: number;
  /** The last answer; null before the first. */
  readonly info: TemporaryAccessInfo | null;
}

/** Asks whether support has given temporary access, or the gate only observes by now: see temporary-access.design.md. */
export const watchTemporaryAccessMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: WatchTemporaryAccessContext;
    input: WatchTemporaryAccessInput;
    /** The server said that there is something to see. */
    events: { readonly type: 'look' };
  },
  actors: {
    askForAccess: stepActor(async ({ ports, loginMarker }: WatchTemporaryAccessInput) =>
      fromCall(await ports.server.call('temporaryAccessInfo', { query: markerOf(loginMarker) }), false),
    ),
  },
  guards: {
    leadsAway: ({ context, event }) =>
      context.isSilent !== true && 'error' in event && pathOfFailure(failureOf(event.error)) !== null,
  },
  actions: {
    /** The server asks once more whether it may be, and opens the application. */
    goThroughGate: ({ context: { ports, loginMarker } }) =>
      ports.page.leaveFor(`/saml/continue?login=${loginMarker}&read=done`),
    goToTemporaryAccess: ({ context }) => context.ports.page.goTo('/temporary-access'),
    goWhereItLeads: ({ context, event }) => {
      const path = 'error' in event ? pathOfFailure(failureOf(event.error)) : null;
      if (path !== null) context.ports.page.goTo(path);
    },
    keepInfo: assign((_, info: TemporaryAccessInfo) => ({ info })),
    tellParent: enqueueActions(({ enqueue, context: { info, tellsParent } }) => {
      if (tellsParent === true && info !== null)
        enqueue(sendParent({ type: 'access.told', info } satisfies AccessReport));
    }),
    waitAsAtFirst: assign({ intervalMs: LIMITS.temporaryAccessPollInitialMs }),
    waitTwiceAsLong: assign({
      intervalMs: ({ context }) => Math.min(context.intervalMs * 2, LIMITS.temporaryAccessPollMaximumMs),
    }),
  },
  delays: { interval: ({ context }) => context.intervalMs },
}).createMachine({
  id: 'watchTemporaryAccess',
  context: ({ input }) => ({ ...input, info: null, intervalMs: LIMITS.temporaryAccessPollInitialMs }),
  initial: 'waiting',
  states: {
    waiting: { after: { interval: 'asking' }, on: { look: 'asking' } },
    asking: {
      invoke: {
        src: 'askForAccess',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ context, event }) => isGateOpen(context, event.output),
            target: 'left',
            actions: 'goThroughGate',
          },
          {
            guard: ({ context, event }) => opensNow(context, event.output),
            target: 'left',
            actions: 'goToTemporaryAccess',
          },
          {
            target: 'waiting',
            actions: ['waitAsAtFirst', { type: 'keepInfo', params: ({ event }) => event.output }, 'tellParent'],
          },
        ],
        onError: [
          { guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' },
          { target: 'waiting', actions: 'waitTwiceAsLong' },
        ],
      },
    },
    left: { type: 'final' },
  },
});

/** A page that is read for itself is left only for leave that was given while it was read, and for a sign-in that waits. */
function opensNow(context: WatchTemporaryAccessContext, now: TemporaryAccessInfo): boolean {
  const { ports, isSilent, loginMarker, standsInTheWay, info } = context;
  if (!now.isTempAccessGranted) return false;
  if (isSilent !== true) return true;
  if (loginMarker === null || isAnswered(ports, loginMarker)) return false;
  return standsInTheWay === true || info?.isTempAccessGranted === false;
}

/** A page that is read for itself is left only when the gate was opened while it was read. */
function isGateOpen(context: WatchTemporaryAccessContext, now: TemporaryAccessInfo): boolean {
  const { ports, loginMarker, info, isSilent, standsInTheWay } = context;
  if (now.isObserved !== true || loginMarker === null || isAnswered(ports, loginMarker)) return false;
  return isSilent !== true || standsInTheWay === true || (info !== null && info.isObserved !== true);
}

/** The handle as calls take it: absent when there is none. */
export function markerOf(loginMarker: string | null): { readonly loginMarker?: string } {
  return loginMarker === null ? {} : { loginMarker };
}

import { LIMITS } from '@vestibule/contracts';
import { assign, setup } from 'xstate';
import { fromCall } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';

export interface WatchTemporaryAccessInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
}

interface WatchTemporaryAccessContext extends WatchTemporaryAccessInput {
  readonly intervalMs: number;
}

/** Asks whether support has given temporary access: see temporary-access.design.md. */
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
    leadsAway: ({ event }) => 'error' in event && pathOfFailure(failureOf(event.error)) !== null,
  },
  actions: {
    goToTemporaryAccess: ({ context }) => context.ports.page.goTo('/temporary-access'),
    goWhereItLeads: ({ context, event }) => {
      const path = 'error' in event ? pathOfFailure(failureOf(event.error)) : null;
      if (path !== null) context.ports.page.goTo(path);
    },
    waitAsAtFirst: assign({ intervalMs: LIMITS.temporaryAccessPollInitialMs }),
    waitTwiceAsLong: assign({
      intervalMs: ({ context }) => Math.min(context.intervalMs * 2, LIMITS.temporaryAccessPollMaximumMs),
    }),
  },
  delays: { interval: ({ context }) => context.intervalMs },
}).createMachine({
  id: 'watchTemporaryAccess',
  context: ({ input }) => ({ ...input, intervalMs: LIMITS.temporaryAccessPollInitialMs }),
  initial: 'waiting',
  states: {
    waiting: { after: { interval: 'asking' }, on: { look: 'asking' } },
    asking: {
      invoke: {
        src: 'askForAccess',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output.isTempAccessGranted, target: 'left', actions: 'goToTemporaryAccess' },
          { target: 'waiting', actions: 'waitAsAtFirst' },
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

/** The handle as calls take it: absent when there is none. */
export function markerOf(loginMarker: string | null): { readonly loginMarker?: string } {
  return loginMarker === null ? {} : { loginMarker };
}

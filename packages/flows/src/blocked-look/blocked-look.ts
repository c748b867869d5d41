import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { fromPromise, setup } from 'xstate';
import type { StepFailure } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';
import { loadSignIn } from '../startup/load-start.ts';

export interface BlockedLookInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
  /** No refusal led here: whether the account is blocked is not known yet. */
  readonly isOpenedByHand?: boolean;
}

type Standing = 'blocked' | 'unreachable' | 'not-blocked';

function standingOf(failure: StepFailure): Standing {
  if (failure.kind === 'account-disabled') return 'blocked';
  return failure.kind === 'unreachable' ? 'unreachable' : 'not-blocked';
}

/** Waits until support has given the account back: see blocked-look.design.md. */
export const blockedLookMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: BlockedLookInput;
    input: BlockedLookInput;
    events: { readonly type: 'user.try-again' } | { readonly type: 'page.back' };
  },
  actors: {
    askStanding: fromPromise(async ({ input }: { input: BlockedLookInput }) => {
      const loaded = await loadSignIn({ ...input, isMarkerRemembered: false });
      return loaded.ok ? 'not-blocked' : standingOf(loaded.failure);
    }),
  },
  actions: { goHome: ({ context }) => context.ports.page.goTo('/') },
  delays: { retry: LIMITS.workflowRetryDelayMs, safetyLook: OWN_LIMITS.safetyPollIntervalMs },
}).createMachine({
  id: 'blockedLook',
  context: ({ input }) => input,
  initial: 'arriving',
  states: {
    // Anyone who was led here has just been refused: looking at once would send them to and fro between here and home.
    arriving: {
      always: [{ guard: ({ context }) => context.isOpenedByHand === true, target: 'asking' }, { target: 'waiting' }],
    },
    asking: {
      tags: 'asking',
      invoke: {
        src: 'askStanding',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output === 'not-blocked', target: 'over', actions: 'goHome' },
          { guard: ({ event }) => event.output === 'blocked', target: 'waiting' },
          { target: 'retrying' },
        ],
      },
    },
    retrying: { tags: 'asking', after: { retry: 'asking' } },
    waiting: { after: { safetyLook: 'looking' }, on: { 'user.try-again': 'looking', 'page.back': 'looking' } },
    looking: {
      tags: 'looking',
      invoke: {
        src: 'askStanding',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output === 'not-blocked', target: 'over', actions: 'goHome' },
          { target: 'waiting' },
        ],
      },
    },
    over: { tags: 'asking', type: 'final' },
  },
});

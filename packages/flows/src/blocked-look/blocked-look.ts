import { OWN_LIMITS } from '@vestibule/contracts';
import { fromPromise, setup } from 'xstate';
import type { StepFailure } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';
import { loadSignIn } from '../startup/load-start.ts';

export interface BlockedLookInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
}

/** These leave it open whether the account is still blocked, or say so. */
const STAYS: readonly StepFailure['kind'][] = ['account-disabled', 'unreachable'];

/** Waits until support has given the account back: see blocked-look.design.md. */
export const blockedLookMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: BlockedLookInput;
    input: BlockedLookInput;
    events: { readonly type: 'user.try-again' } | { readonly type: 'page.back' };
  },
  actors: {
    isGivenBack: fromPromise(async ({ input }: { input: BlockedLookInput }) => {
      const loaded = await loadSignIn({ ...input, isMarkerRemembered: false });
      return loaded.ok || !STAYS.includes(loaded.failure.kind);
    }),
  },
  actions: { goHome: ({ context }) => context.ports.page.goTo('/') },
  delays: { safetyLook: OWN_LIMITS.safetyPollIntervalMs },
}).createMachine({
  id: 'blockedLook',
  context: ({ input }) => input,
  // Anyone who comes here has just been refused: looking at once would send them to and fro between here and home.
  initial: 'waiting',
  states: {
    waiting: { after: { safetyLook: 'looking' }, on: { 'user.try-again': 'looking', 'page.back': 'looking' } },
    looking: {
      tags: 'looking',
      invoke: {
        src: 'isGivenBack',
        input: ({ context }) => context,
        onDone: [{ guard: ({ event }) => event.output, target: 'over', actions: 'goHome' }, { target: 'waiting' }],
      },
    },
    over: { type: 'final' },
  },
});

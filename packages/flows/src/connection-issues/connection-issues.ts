import { LIMITS } from '@vestibule/contracts';
import { fromPromise, setup } from 'xstate';
import type { Ports } from '../ports.ts';
import { loadSignIn } from '../startup/load-start.ts';

export interface ConnectionIssuesInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
}

/** Waits until the server answers again: see connection-issues.design.md. */
export const connectionIssuesMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: ConnectionIssuesInput;
    input: ConnectionIssuesInput;
    events: { readonly type: 'user.try-again' };
  },
  actors: {
    isAnswering: fromPromise(async ({ input }: { input: ConnectionIssuesInput }) => {
      const loaded = await loadSignIn({ ...input, isMarkerRemembered: false });
      return loaded.ok || loaded.failure.kind !== 'unreachable';
    }),
  },
  actions: { goHome: ({ context }) => context.ports.page.goTo('/') },
  delays: { retry: LIMITS.workflowRetryDelayMs },
}).createMachine({
  id: 'connectionIssues',
  context: ({ input }) => input,
  // Anyone who comes here has just had no answer: looking at once would send them to and fro between here and home.
  initial: 'waiting',
  states: {
    asking: {
      tags: 'trying',
      invoke: {
        src: 'isAnswering',
        input: ({ context }) => context,
        onDone: [{ guard: ({ event }) => event.output, target: 'back', actions: 'goHome' }, { target: 'waiting' }],
      },
    },
    waiting: { after: { retry: 'asking' }, on: { 'user.try-again': 'asking' } },
    back: { type: 'final' },
  },
});

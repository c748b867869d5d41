import { LIMITS } from '@vestibule/contracts';
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';

export interface LogoInput {
  /** The company's picture; null where it has none. */
  readonly address: string | null;
  /** Whether the picture at this address could be loaded. */
  readonly load: (address: string) => Promise<boolean>;
}

interface LogoContext extends LogoInput {
  readonly retries: number;
}

/** Loads the company's logo, and tries again for a while: see logo.design.md. */
export const logoMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: LogoContext; input: LogoInput },
  actors: {
    load: fromPromise(async ({ input: { address, load } }: { input: LogoInput }) => address !== null && load(address)),
  },
  guards: {
    hasNone: ({ context }) => context.address === null,
    hasMoreRetries: ({ context }) => context.retries < LIMITS.logoRetries,
    isLoaded: (_, isLoaded: boolean) => isLoaded,
  },
  actions: { countRetry: assign({ retries: ({ context }) => context.retries + 1 }) },
  delays: { retry: LIMITS.logoRetryDelayMs },
}).createMachine({
  id: 'logo',
  context: ({ input }) => ({ ...input, retries: 0 }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'hasNone', target: 'absent' }, { target: 'loading' }] },
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isLoaded', params: ({ event }) => event.output }, target: 'shown' },
          { guard: 'hasMoreRetries', target: 'waiting', actions: 'countRetry' },
          { target: 'absent' },
        ],
      },
    },
    waiting: { after: { retry: 'loading' } },
    shown: { type: 'final', tags: 'shown' },
    absent: { type: 'final' },
  },
});

/** Address of the logo once it is there; null: the company's name stands alone. */
export function selectLogo(snapshot: SnapshotFrom<typeof logoMachine>): string | null {
  return snapshot.hasTag('shown') ? snapshot.context.address : null;
}

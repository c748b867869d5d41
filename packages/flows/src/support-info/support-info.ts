import { LIMITS } from '@vestibule/contracts';
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { CallBody, Ports } from '../ports.ts';

/** How to reach support; what is empty is not there. */
export type SupportInfo = CallBody<'supportInfo'>;

export interface SupportInfoInput {
  readonly ports: Ports;
}

interface SupportInfoContext extends SupportInfoInput {
  readonly tries: number;
  readonly info: SupportInfo;
}

/**
 * Until an answer comes. The specification's default number is not shown in it and none is shipped, so there is nothing
 * to call that would be wrong (decisions, Default support number).
 */
const DEFAULT_SUPPORT_INFO: SupportInfo = {
  helpCenterUrl: '',
  phone: '',
  phoneHours: '',
  email: '',
  supportWebSite: '',
  requestSupportUrl: '',
  shareScreenUrl: '',
};

async function askForInfo({ ports: { server } }: SupportInfoInput): Promise<SupportInfo | null> {
  const own = await server.call('supportInfo', {});
  if (own.kind === 'answer') return own.body;
  const common = await server.call('publicSupportInfo', {});
  return common.kind === 'answer' ? common.body : null;
}

/** How to reach support: see support-info.design.md. */
export const supportInfoMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: SupportInfoContext; input: SupportInfoInput },
  actors: {
    askForInfo: fromPromise(({ input }: { input: SupportInfoInput }) => askForInfo(input)),
  },
  guards: {
    hasInfo: (_, info: SupportInfo | null) => info !== null,
    hasMoreTries: ({ context }) => context.tries < LIMITS.supportInfoRetries,
  },
  actions: {
    keepInfo: assign((_, info: SupportInfo | null) => (info === null ? {} : { info })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
  },
  delays: { retry: LIMITS.supportInfoRetryDelayMs },
}).createMachine({
  id: 'supportInfo',
  context: ({ input }) => ({ ...input, tries: 0, info: DEFAULT_SUPPORT_INFO }),
  initial: 'asking',
  states: {
    asking: {
      entry: 'countTry',
      invoke: {
        src: 'askForInfo',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'hasInfo', params: ({ event }) => event.output },
            target: 'known',
            actions: { type: 'keepInfo', params: ({ event }) => event.output },
          },
          { guard: 'hasMoreTries', target: 'waiting' },
          { target: 'givenUp' },
        ],
      },
    },
    waiting: { after: { retry: 'asking' } },
    known: { type: 'final' },
    givenUp: { type: 'final' },
  },
});

/** What is known of how to reach support. */
export function selectSupportInfo({ context }: SnapshotFrom<typeof supportInfoMachine>): SupportInfo {
  return context.info;
}

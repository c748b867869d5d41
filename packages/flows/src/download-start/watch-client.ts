import { LIMITS, MINIMUM_VERSIONS } from '@vestibule/contracts';
import { compareVersions } from '@vestibule/policy';
import { sendParent, setup } from 'xstate';
import { fromMessage } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';
import { stepActor } from '../step-actor.ts';

export interface WatchClientInput {
  readonly ports: Ports;
  /** A client that is too old is to be replaced, so it does not count as found. */
  readonly isUpdater: boolean;
}

/** What it tells its parent. */
export type WatchClientReport =
  | { readonly type: 'client.found' }
  /** The extension is there, the client did not answer. */
  | { readonly type: 'client.silent' }
  | { readonly type: 'extension.seen' };

/** Looks for extension and client while a page about their installation is open: see download-start.design.md. */
export const watchClientMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: WatchClientInput; input: WatchClientInput },
  actors: {
    getDeviceName: stepActor(async ({ ports }: WatchClientInput) =>
      fromMessage(await ports.client.send('get-device-name', {})),
    ),
  },
  guards: {
    isExtensionPresent: ({ context }) => context.ports.client.isExtensionPresent(),
    isNewEnough: ({ context }, clientVersion: string) =>
      !context.isUpdater || compareVersions(clientVersion, MINIMUM_VERSIONS.windowsClient) >= 0,
  },
  actions: {
    tellSeen: sendParent({ type: 'extension.seen' }),
    tellFound: sendParent({ type: 'client.found' }),
    tellSilent: sendParent({ type: 'client.silent' }),
  },
  delays: { look: LIMITS.extensionCheckIntervalMs, ask: LIMITS.deviceNameIntervalMs },
}).createMachine({
  id: 'watchClient',
  context: ({ input }) => input,
  initial: 'looking',
  states: {
    looking: {
      always: { guard: 'isExtensionPresent', target: 'asking' },
      after: { look: { target: 'looking', reenter: true } },
    },
    asking: {
      entry: 'tellSeen',
      invoke: {
        src: 'getDeviceName',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isNewEnough', params: ({ event }) => event.output.clientVersion },
            target: 'found',
            actions: 'tellFound',
          },
          { target: 'resting' },
        ],
        onError: { target: 'resting', actions: 'tellSilent' },
      },
    },
    resting: { after: { ask: 'looking' } },
    // Not final: the parent has gone on by now, and has nobody left to hear of an end.
    found: {},
  },
});

import { LIMITS, type MessageAnswer, MINIMUM_VERSIONS } from '@vestibule/contracts';
import { compareVersions } from '@vestibule/policy';
import { sendParent, setup } from 'xstate';
import { fromMessage, type StepFailure, type StepResult } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import { isNotMendedByInstalling, type Trouble, troubleOf } from '../trouble.ts';

export interface WatchClientInput {
  readonly ports: Ports;
  /** A client that is too old is to be replaced, so it does not count as found. */
  readonly isUpdater: boolean;
}

/** What it tells its parent. */
export type WatchClientReport =
  | { readonly type: 'client.found' }
  /** The extension is there, the client did not say its name. The trouble is what no installation mends by itself. */
  | { readonly type: 'client.silent'; readonly trouble: Trouble | null }
  | { readonly type: 'extension.seen' };

const UNFIT = { noKeys: 'keys-missing', noData: 'no-data' } as const satisfies { readonly [status: string]: Trouble };

/**
 * The name of a client that can do its part. One without keys or data may say its name all the same, or fail at it: home
 * has sent the person here because of that, and would again.
 */
async function askName({ client }: Ports): Promise<StepResult<MessageAnswer<'get-device-name'>>> {
  const name = fromMessage(await client.send('get-device-name', {}));
  if (!name.ok && (name.failure.kind !== 'client' || name.failure.code !== 'client-error')) return name;
  const status = fromMessage(await client.send('get-extension-status', {}));
  if (!status.ok || status.value.status === 'ok') return name;
  const detail = !name.ok && name.failure.kind === 'client' ? name.failure.detail : null;
  return { ok: false, failure: { kind: 'client', code: UNFIT[status.value.status], detail } };
}

function lastingTrouble(failure: StepFailure): Trouble | null {
  const unfit =
    failure.kind === 'client' ? Object.values(UNFIT).find((trouble) => trouble === failure.code) : undefined;
  if (unfit !== undefined) return unfit;
  return isNotMendedByInstalling(failure) ? troubleOf(failure) : null;
}

/** Looks for extension and client while a page about their installation is open: see download-start.design.md. */
export const watchClientMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: WatchClientInput; input: WatchClientInput },
  actors: {
    getDeviceName: stepActor(({ ports }: WatchClientInput) => askName(ports)),
  },
  guards: {
    isExtensionPresent: ({ context }) => context.ports.client.isExtensionPresent(),
    isNewEnough: ({ context }, clientVersion: string) =>
      !context.isUpdater || compareVersions(clientVersion, MINIMUM_VERSIONS.windowsClient) >= 0,
  },
  actions: {
    tellSeen: sendParent({ type: 'extension.seen' }),
    tellFound: sendParent({ type: 'client.found' }),
    tellSilent: sendParent(
      (_, failure: StepFailure): WatchClientReport => ({
        type: 'client.silent',
        trouble: lastingTrouble(failure),
      }),
    ),
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
        onError: {
          target: 'resting',
          actions: { type: 'tellSilent', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    resting: { after: { ask: 'looking' } },
    // Not final: the parent has gone on by now, and has nobody left to hear of an end.
    found: {},
  },
});

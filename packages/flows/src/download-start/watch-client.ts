import { LIMITS, type MessageAnswer, MINIMUM_VERSIONS } from '@vestibule/contracts';
import { compareVersions } from '@vestibule/policy';
import { assign, fromPromise, sendParent, setup } from 'xstate';
import { fromMessage, type StepFailure, type StepResult } from '../device-flow/step-result.ts';
import { given } from '../given.ts';
import type { Ports } from '../ports.ts';
import { isNotMendedByInstalling, type Trouble, troubleOf } from '../trouble.ts';

export interface WatchClientInput {
  readonly ports: Ports;
  /** A client that is too old is to be replaced, so it does not count as found. */
  readonly isUpdater: boolean;
}

/** What it tells its parent. */
export type WatchClientReport =
  | { readonly type: 'client.found' }
  /** It is there, whether it can do its part or not: that takes it longer to say. */
  | { readonly type: 'client.named' }
  /** The extension is there, the client did not say its name. The trouble is what no installation mends by itself. */
  | { readonly type: 'client.silent'; readonly trouble: Trouble | null }
  | { readonly type: 'extension.seen' };

interface WatchClientContext extends WatchClientInput {
  readonly name: NameResult | null;
}

type NameResult = StepResult<MessageAnswer<'get-device-name'>>;

const UNFIT = { noKeys: 'keys-missing', noData: 'no-data' } as const satisfies { readonly [status: string]: Trouble };

/**
 * Whether a client that has said its name, or failed at it, can do its part. One without keys or data may say its name all
 * the same: home has sent the person here because of that, and would again.
 */
async function lookAtStatus({ ports, name }: { ports: Ports; name: NameResult }): Promise<NameResult> {
  const status = fromMessage(await ports.client.send('get-extension-status', {}));
  if (!status.ok || status.value.status === 'ok') return name;
  const detail = !name.ok && name.failure.kind === 'client' ? name.failure.detail : null;
  return { ok: false, failure: { kind: 'client', code: UNFIT[status.value.status], detail } };
}

/** A client that does not know its own name may know why. */
function isWorthALook(name: NameResult): boolean {
  return name.ok || (name.failure.kind === 'client' && name.failure.code === 'client-error');
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
  types: {} as { context: WatchClientContext; input: WatchClientInput },
  actors: {
    getDeviceName: fromPromise<NameResult, WatchClientInput>(async ({ input }) =>
      fromMessage(await input.ports.client.send('get-device-name', {})),
    ),
    lookAtStatus: fromPromise<NameResult, WatchClientContext>(({ input }) =>
      lookAtStatus({ ports: input.ports, name: given(input.name) }),
    ),
  },
  guards: {
    isExtensionPresent: ({ context }) => context.ports.client.isExtensionPresent(),
    isWorthALook: (_, name: NameResult) => isWorthALook(name),
    isFit: (_, name: NameResult) => name.ok,
    isNewEnough: ({ context }, name: NameResult) =>
      name.ok && (!context.isUpdater || compareVersions(name.value.clientVersion, MINIMUM_VERSIONS.windowsClient) >= 0),
  },
  actions: {
    keepName: assign((_, name: NameResult) => ({ name })),
    tellNamed: sendParent({ type: 'client.named' } satisfies WatchClientReport),
    tellSeen: sendParent({ type: 'extension.seen' }),
    tellFound: sendParent({ type: 'client.found' }),
    tellSlow: sendParent({ type: 'client.silent', trouble: null } satisfies WatchClientReport),
    tellSilent: sendParent(
      (_, name: NameResult): WatchClientReport => ({
        type: 'client.silent',
        trouble: name.ok ? null : lastingTrouble(name.failure),
      }),
    ),
  },
  delays: {
    look: LIMITS.extensionCheckIntervalMs,
    ask: LIMITS.deviceNameIntervalMs,
    // Home takes no later answer: it would send the person back here.
    tooSlow: LIMITS.deviceNameIntervalMs * (LIMITS.deviceNameTries - 1),
  },
}).createMachine({
  id: 'watchClient',
  context: ({ input }) => ({ ...input, name: null }),
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
            guard: { type: 'isWorthALook', params: ({ event }) => event.output },
            target: 'weighing',
            actions: [{ type: 'keepName', params: ({ event }) => event.output }, 'tellNamed'],
          },
          { target: 'resting', actions: { type: 'tellSilent', params: ({ event }) => event.output } },
        ],
      },
      after: { tooSlow: { target: 'resting', actions: 'tellSlow' } },
    },
    weighing: {
      invoke: {
        src: 'lookAtStatus',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isNewEnough', params: ({ event }) => event.output },
            target: 'found',
            actions: 'tellFound',
          },
          { guard: { type: 'isFit', params: ({ event }) => event.output }, target: 'resting' },
          { target: 'resting', actions: { type: 'tellSilent', params: ({ event }) => event.output } },
        ],
      },
    },
    resting: { after: { ask: 'looking' } },
    // Not final: the parent has gone on by now, and has no one left to hear of an end.
    found: {},
  },
});

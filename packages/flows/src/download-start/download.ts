import { assign, type SnapshotFrom, setup } from 'xstate';
import { AFTER_CLIENT_FOUND, extensionStep, isKnownComputer } from './set-up-steps.ts';
import { type StartDownloadInput, startDownloadMachine, type StartDownloadOutcome } from './start-download.ts';
import type { Trouble } from '../trouble.ts';
import { watchClientMachine, type WatchClientReport } from './watch-client.ts';

export interface DownloadInput extends Omit<StartDownloadInput, 'isAgent'> {
  readonly isFirefox: boolean;
  /** The one browser on which the portal goes by a client that reports by itself (specification, section 4). */
  readonly isEdge: boolean;
}

interface DownloadContext extends DownloadInput {
  readonly isAgent: boolean;
  readonly outcome: StartDownloadOutcome | null;
  readonly isExtensionSeen: boolean;
  readonly isClientSilent: boolean;
  readonly clientTrouble: Trouble | null;
}

/** What the download page shows. */
export interface DownloadView {
  readonly isExtensionPresent: boolean;
  /** The file is on its way. */
  readonly isStarting: boolean;
  /** There is no installer for this computer, or no one answered. */
  readonly problem: 'missing' | 'failed' | null;
  /** The client of a known computer is silent: it is to be started or repaired before it is installed again. */
  readonly isNotAnswering: boolean;
  /** What is wrong with the client of this computer that no installation mends by itself. */
  readonly clientTrouble: Trouble | null;
  /** The person may set up a client that reports by itself, without the extension. */
  readonly isAgentOffered: boolean;
}

/** The download page: see download-start.design.md. */
export const downloadMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: DownloadContext;
    input: DownloadInput;
    events: WatchClientReport | { readonly type: 'user.download' } | { readonly type: 'user.download-agent' };
  },
  actors: {
    watchClient: watchClientMachine,
    startDownload: startDownloadMachine,
  },
  guards: {
    isExtensionPresent: ({ context }) => context.ports.client.isExtensionPresent(),
    isAgentOffered: ({ context }) => isAgentOffered(context),
  },
  actions: {
    goOn: ({ context }) => context.ports.page.goTo(AFTER_CLIENT_FOUND),
    goToExtensionStep: ({ context: { ports, isFirefox } }) => ports.page.goTo(extensionStep(isFirefox), 'person'),
    goToDownloadStart: ({ context }) => context.ports.page.goTo('/download-start', 'person'),
  },
}).createMachine({
  id: 'download',
  context: ({ input }) => ({
    ...input,
    isAgent: false,
    outcome: null,
    isExtensionSeen: false,
    isClientSilent: false,
    clientTrouble: null,
  }),
  initial: 'open',
  states: {
    open: {
      invoke: { src: 'watchClient', input: ({ context }) => context },
      on: {
        'client.found': { target: 'gone', actions: 'goOn' },
        'client.silent': {
          actions: assign({ isClientSilent: true, clientTrouble: ({ event }) => event.trouble }),
        },
        'extension.seen': { actions: assign({ isExtensionSeen: true }) },
      },
      initial: 'idle',
      states: {
        idle: {
          on: {
            'user.download-agent': {
              guard: 'isAgentOffered',
              target: 'starting',
              actions: assign({ isAgent: true }),
            },
            'user.download': [
              { guard: 'isExtensionPresent', target: 'starting', actions: assign({ isAgent: false }) },
              { target: '#download.gone', actions: 'goToExtensionStep' },
            ],
          },
        },
        starting: {
          tags: 'starting',
          invoke: {
            src: 'startDownload',
            input: ({ context }) => context,
            onDone: [
              {
                guard: ({ event }) => event.output === 'started',
                target: '#download.gone',
                actions: 'goToDownloadStart',
              },
              { guard: ({ event }) => event.output === 'left', target: '#download.gone' },
              { target: 'idle', actions: assign({ outcome: ({ event }) => event.output }) },
            ],
          },
        },
      },
    },
    gone: { type: 'final', tags: 'starting' },
  },
});

function isAgentOffered({ ports, isEdge, isUpdater }: DownloadInput): boolean {
  return isEdge && !isUpdater && !ports.client.isExtensionPresent();
}

/** What the download page shows, from where the chart stands. */
export function selectDownloadView(snapshot: SnapshotFrom<typeof downloadMachine>): DownloadView {
  const { outcome, ports, isExtensionSeen, isClientSilent, clientTrouble, isUpdater } = snapshot.context;
  const isStarting = snapshot.hasTag('starting');
  return {
    isExtensionPresent: isExtensionSeen,
    isStarting,
    problem: !isStarting && (outcome === 'missing' || outcome === 'failed') ? outcome : null,
    isNotAnswering: !isUpdater && isClientSilent && clientTrouble === null && isKnownComputer(ports),
    clientTrouble,
    isAgentOffered: isAgentOffered(snapshot.context),
  };
}

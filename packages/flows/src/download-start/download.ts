import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { AFTER_CLIENT_FOUND, extensionStep, isKnownComputer } from './set-up-steps.ts';
import { type StartDownloadInput, startDownloadMachine, type StartDownloadOutcome } from './start-download.ts';
import type { Trouble } from '../trouble.ts';
import { watchClientMachine, type WatchClientReport } from './watch-client.ts';

export interface DownloadInput extends StartDownloadInput {
  readonly isFirefox: boolean;
}

interface DownloadContext extends DownloadInput {
  readonly outcome: StartDownloadOutcome | null;
  readonly isExtensionSeen: boolean;
  readonly isClientSilent: boolean;
  readonly clientTrouble: Trouble | null;
  readonly isSkipOffered: boolean;
}

/** What the download page shows. */
export interface DownloadView {
  readonly isExtensionPresent: boolean;
  /** The file is on its way. */
  readonly isStarting: boolean;
  /** There is no installer for this computer, or nobody answered. */
  readonly problem: 'missing' | 'failed' | null;
  /** The client of a known computer is silent: it is to be started or repaired before it is installed anew. */
  readonly isNotAnswering: boolean;
  /** What is wrong with the client of this computer that no installation mends by itself. */
  readonly clientTrouble: Trouble | null;
}

/** Going on without an installation is no offer while somebody is being set up, nor where the policy is Strict. */
async function maySkip({ ports, mode }: DownloadInput): Promise<boolean> {
  if (mode === 'onboarding' || mode === 'onboarding-v3') return false;
  const settings = await ports.server.call('companySettings', {});
  return settings.kind === 'answer' && settings.body.workplaceAccessPolicy !== 'Strict';
}

/** The download page: see download-start.design.md. */
export const downloadMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: DownloadContext;
    input: DownloadInput;
    events: WatchClientReport | { readonly type: 'user.download' } | { readonly type: 'user.skip' };
  },
  actors: {
    watchClient: watchClientMachine,
    startDownload: startDownloadMachine,
    askWhetherToOfferSkipping: fromPromise(({ input }: { input: DownloadInput }) => maySkip(input)),
  },
  guards: {
    isExtensionPresent: ({ context }) => context.ports.client.isExtensionPresent(),
    isSkipOffered: ({ context }) => context.isSkipOffered,
  },
  actions: {
    goOn: ({ context }) => context.ports.page.goTo(AFTER_CLIENT_FOUND),
    goToExtensionStep: ({ context: { ports, isFirefox } }) => ports.page.goTo(extensionStep(isFirefox)),
    goToSkipInstallation: ({ context }) => context.ports.page.goTo('/skip-installation'),
    goToDownloadStart: ({ context }) => context.ports.page.goTo('/download-start'),
  },
}).createMachine({
  id: 'download',
  context: ({ input }) => ({
    ...input,
    outcome: null,
    isExtensionSeen: false,
    isClientSilent: false,
    clientTrouble: null,
    isSkipOffered: false,
  }),
  initial: 'open',
  states: {
    open: {
      invoke: [
        { src: 'watchClient', input: ({ context }) => context },
        {
          src: 'askWhetherToOfferSkipping',
          input: ({ context }) => context,
          onDone: { actions: assign({ isSkipOffered: ({ event }) => event.output }) },
        },
      ],
      on: {
        'user.skip': { guard: 'isSkipOffered', target: 'gone', actions: 'goToSkipInstallation' },
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
            'user.download': [
              { guard: 'isExtensionPresent', target: 'starting' },
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
  };
}

/** Whether the page offers to go on without an installation (specification, section 5, _Skip-download_). */
export function selectIsSkipOffered({ context }: SnapshotFrom<typeof downloadMachine>): boolean {
  return context.isSkipOffered;
}

import { assign, type SnapshotFrom, setup } from 'xstate';
import type { Ports } from '../ports.ts';
import { AFTER_CLIENT_FOUND, extensionStep } from './set-up-steps.ts';
import { type StartDownloadInput, startDownloadMachine, type StartDownloadOutcome } from './start-download.ts';
import { watchClientMachine, type WatchClientReport } from './watch-client.ts';

export interface DownloadStartInput extends Omit<StartDownloadInput, 'isUpdater' | 'isAgent'> {
  readonly isFirefox: boolean;
}

export type InstallationChoice = 'installed' | 'not-installed';

interface DownloadStartContext extends DownloadStartInput {
  readonly isUpdater: boolean;
  readonly isAgent: boolean;
  readonly choice: InstallationChoice | null;
  readonly outcome: StartDownloadOutcome | null;
}

type DownloadStartEvent =
  | WatchClientReport
  | { readonly type: 'user.choose'; readonly choice: InstallationChoice }
  | { readonly type: 'user.continue' }
  | { readonly type: 'user.restart' };

/** What the page shows. */
export interface DownloadStartView {
  readonly choice: InstallationChoice | null;
  readonly isRestarting: boolean;
  /** The download could not be started again. */
  readonly hasRestartFailed: boolean;
  /** By which the client that is being installed may report by itself; null where the download has no token. */
  readonly deviceToken: DeviceToken | null;
}

export interface DeviceToken {
  readonly token: string;
  /** When it is over; null: not known. */
  readonly expiresAt: Date | null;
}

/** After the download: see download-start.design.md. */
export const downloadStartMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: DownloadStartContext; input: DownloadStartInput; events: DownloadStartEvent },
  actors: { watchClient: watchClientMachine, startDownload: startDownloadMachine },
  guards: { hasChosen: ({ context }) => context.choice !== null },
  actions: {
    goOn: ({ context }) => context.ports.page.goTo(AFTER_CLIENT_FOUND),
    goByChoice: ({ context }) => goByChoice(context),
  },
}).createMachine({
  id: 'downloadStart',
  context: ({ input }) => ({
    ...input,
    isUpdater: isUpdaterUnderWay(input.ports),
    isAgent: input.ports.memory.read('deviceToken') !== null,
    choice: null,
    outcome: null,
  }),
  initial: 'open',
  states: {
    open: {
      invoke: { src: 'watchClient', input: ({ context }) => context },
      on: {
        'client.found': { target: 'gone', actions: 'goOn' },
        'user.choose': { actions: assign({ choice: ({ event }) => event.choice }) },
        'user.continue': { guard: 'hasChosen', target: 'gone', actions: 'goByChoice' },
      },
      initial: 'idle',
      states: {
        idle: { on: { 'user.restart': 'restarting' } },
        restarting: {
          tags: 'restarting',
          invoke: {
            src: 'startDownload',
            input: ({ context }) => context,
            onDone: [
              { guard: ({ event }) => event.output === 'left', target: '#downloadStart.gone' },
              { target: 'idle', actions: assign({ outcome: ({ event }) => event.output }) },
            ],
          },
        },
      },
    },
    gone: { type: 'final' },
  },
});

function isUpdaterUnderWay({ memory }: Ports): boolean {
  return memory.read('isUpdaterInstalled') === true;
}

function goByChoice({ ports, choice, mode, isFirefox }: DownloadStartContext): void {
  if (choice === 'not-installed') {
    // Quick start and the other modes have no way in without an installation: a person has to help.
    ports.page.goTo(mode === 'frontline' ? '/skip-installation' : '/support', 'person');
    return;
  }
  ports.memory.write('installationStatus', 'waiting-for-account-id');
  ports.page.goTo(ports.client.isExtensionPresent() ? '/' : extensionStep(isFirefox), 'person');
}

/** What the download-started page shows, from where the chart stands. */
export function selectDownloadStartView(snapshot: SnapshotFrom<typeof downloadStartMachine>): DownloadStartView {
  const { choice, outcome, ports } = snapshot.context;
  return {
    choice,
    isRestarting: snapshot.hasTag('restarting'),
    hasRestartFailed: outcome !== null && outcome !== 'started',
    deviceToken: readToken(ports),
  };
}

/** What a person types goes into a command line: only what looks like a token of ours may come from a cookie. */
const TOKEN = /^[\w-]+(?:\.[\w-]+)*$/;

function readToken({ memory }: Ports): DeviceToken | null {
  const token = memory.read('deviceToken');
  if (token === null || !TOKEN.test(token)) return null;
  const seconds = Number(memory.read('downloadParameters')?.params['expires']);
  const expiresAt = new Date(seconds * 1000);
  return { token, expiresAt: Number.isNaN(expiresAt.getTime()) ? null : expiresAt };
}

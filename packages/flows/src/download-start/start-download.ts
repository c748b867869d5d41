import { LIMITS } from '@vestibule/contracts';
import { assign, fromPromise, setup } from 'xstate';
import { pathOfFailure } from '../path-of-failure.ts';
import { fetchInstaller, type InstallerAnswer, type InstallerInput, installerAddress } from './installer.ts';

export interface StartDownloadInput extends InstallerInput {
  readonly isSafari: boolean;
}

/** How it ended. */
export type StartDownloadOutcome =
  | 'started'
  /** There is no installer for this computer. */
  | 'missing'
  /** No one answered. */
  | 'failed'
  /** Another screen is shown by now. */
  | 'left';

/** One press of a download button: see download-start.design.md. */
export const startDownloadMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: StartDownloadInput & { readonly answer: InstallerAnswer | null };
    input: StartDownloadInput;
    output: StartDownloadOutcome;
  },
  actors: { fetchInstaller: fromPromise(({ input }: { input: InstallerInput }) => fetchInstaller(input)) },
  guards: { isParameters: (_, answer: InstallerAnswer) => answer.kind === 'parameters' },
  actions: {
    keepAnswer: assign((_, answer: InstallerAnswer) => ({ answer })),
    goWhereItLeads: ({ context }, answer: InstallerAnswer) => {
      const path = pathOf(answer);
      if (path !== null) context.ports.page.goTo(path);
    },
    download: ({ context: { ports, answer, isUpdater } }) => {
      if (answer?.kind !== 'parameters') return;
      ports.page.download(installerAddress(answer.parameters));
      if (isUpdater) ports.memory.write('isUpdaterInstalled', true);
    },
  },
  delays: {
    beforeDownload: ({ context }) => (context.isSafari ? LIMITS.downloadDelayInSafariMs : LIMITS.downloadDelayMs),
  },
}).createMachine({
  id: 'startDownload',
  context: ({ input }) => ({ ...input, answer: null }),
  initial: 'fetching',
  output: ({ context }) => outcomeOf(context.answer),
  states: {
    fetching: {
      invoke: {
        src: 'fetchInstaller',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isParameters', params: ({ event }) => event.output },
            target: 'starting',
            actions: { type: 'keepAnswer', params: ({ event }) => event.output },
          },
          {
            target: 'done',
            actions: [
              { type: 'keepAnswer', params: ({ event }) => event.output },
              { type: 'goWhereItLeads', params: ({ event }) => event.output },
            ],
          },
        ],
      },
    },
    starting: { after: { beforeDownload: { target: 'done', actions: 'download' } } },
    done: { type: 'final' },
  },
});

function pathOf(answer: InstallerAnswer): string | null {
  return answer.kind === 'failed' ? pathOfFailure(answer.failure) : null;
}

function outcomeOf(answer: InstallerAnswer | null): StartDownloadOutcome {
  if (answer === null || answer.kind === 'parameters') return 'started';
  return pathOf(answer) === null ? answer.kind : 'left';
}

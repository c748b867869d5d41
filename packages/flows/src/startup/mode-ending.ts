import { type ApplicationMode, LIMITS, OWN_PAGE_PATH, type SignInMode } from '@vestibule/contracts';
import { assign, fromPromise, sendParent, setup } from 'xstate';
import { successPathOf } from '../continuation/continuation.ts';
import { fromMessage } from '../device-flow/step-result.ts';
import { fetchInstaller } from '../download-start/installer.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';

export interface ModeEndingInput {
  readonly ports: Ports;
  readonly origin: string;
  readonly back: string | null;
  readonly mode: SignInMode;
  /** Of this computer, as the client says. */
  readonly deviceId: string;
}

export type ModeEndingReport =
  /** The checks follow after all. */
  | { readonly type: 'ending.check' }
  /** Another page is shown by now. */
  | { readonly type: 'ending.left' };

interface ModeEndingContext extends ModeEndingInput {
  readonly modeTries: number;
}

/** Onboarding-v3 shows all of Workplace; onboarding what serves the browser while a person is being set up. */
function applicationModeOf(mode: SignInMode): ApplicationMode {
  return mode === 'onboarding-v3' ? 'full' : 'onboarding';
}

/** How the modes end that are about installing, not about checking: see startup.design.md. */
export const modeEndingMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: ModeEndingContext; input: ModeEndingInput },
  actors: {
    fetchInstallerParameters: fromPromise(({ input }: { input: ModeEndingContext }) =>
      fetchInstaller({ ports: input.ports, mode: input.mode, isUpdater: false, isAgent: false }),
    ),
    setApplicationMode: stepActor(async ({ ports, mode }: ModeEndingContext) =>
      fromMessage(await ports.client.send('set-application-mode', { mode: applicationModeOf(mode) })),
    ),
    launchWorkplace: stepActor(async ({ ports, deviceId }: ModeEndingContext) => {
      // In whatever browser the window opens, the person is signed in; without a token it asks for the password first.
      const issued = await ports.server.call('webToken', { body: { deviceId, url: OWN_PAGE_PATH } });
      const request = issued.kind === 'answer' && issued.body !== null ? { webToken: issued.body.token } : {};
      return fromMessage(await ports.client.send('launch-workplace', request));
    }),
  },
  guards: {
    isInstall: ({ context }) => context.mode === 'install',
    isOnboardingV3: ({ context }) => context.mode === 'onboarding-v3',
    hasMoreTries: ({ context }) => context.modeTries < LIMITS.switchModeRetries,
    leadsAway: (_, path: string | null) => path !== null,
  },
  actions: {
    goTo: ({ context }, path: string | null) => {
      if (path !== null) context.ports.page.goTo(path);
    },
    leaveForSuccess: ({ context: { ports, ...rest } }) => {
      const successUrl = ports.memory.read('checkInfo')?.successUrl ?? null;
      ports.page.leaveFor(successPathOf({ ...rest, successUrl, isPending: false, isFci: false }));
    },
    keepLaunched: ({ context }) => context.ports.memory.write('onboardingV3Status', 'launched'),
    countTry: assign({ modeTries: ({ context }) => context.modeTries + 1 }),
    logTimeout: ({ context }) => context.ports.log.write('mode-ending', 'timed-out'),
    logFailure: ({ context, event }) => {
      const failure = 'error' in event ? failureOf(event['error']) : null;
      if (failure?.kind === 'client') context.ports.log.write('mode-ending', failure.code);
    },
    tellCheck: sendParent({ type: 'ending.check' } satisfies ModeEndingReport),
    tellLeft: sendParent({ type: 'ending.left' } satisfies ModeEndingReport),
  },
  delays: { timeout: LIMITS.switchModeTimeoutMs, retry: LIMITS.switchModeRetryDelayMs },
}).createMachine({
  id: 'modeEnding',
  context: ({ input }) => ({ ...input, modeTries: 0 }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isInstall', target: 'leaving' },
        { guard: 'isOnboardingV3', target: 'settingMode' },
        { target: 'fetchingParameters' },
      ],
    },
    fetchingParameters: {
      invoke: {
        src: 'fetchInstallerParameters',
        input: ({ context }) => context,
        onDone: [
          {
            guard: {
              type: 'leadsAway',
              params: ({ event }) => (event.output.kind === 'failed' ? pathOfFailure(event.output.failure) : null),
            },
            target: 'left',
            actions: {
              type: 'goTo',
              params: ({ event }) => (event.output.kind === 'failed' ? pathOfFailure(event.output.failure) : null),
            },
          },
          // Without them onboarding goes on as well: Workplace is there already.
          { target: 'settingMode' },
        ],
      },
    },
    settingMode: {
      initial: 'asking',
      states: {
        asking: {
          entry: 'countTry',
          invoke: {
            src: 'setApplicationMode',
            input: ({ context }) => context,
            onDone: '#modeEnding.modeSet',
            onError: { target: 'deciding', actions: 'logFailure' },
          },
          after: { timeout: { target: 'deciding', actions: 'logTimeout' } },
        },
        deciding: { always: [{ guard: 'hasMoreTries', target: 'waiting' }, { target: '#modeEnding.modeSet' }] },
        waiting: { after: { retry: 'asking' } },
      },
    },
    modeSet: { always: [{ guard: 'isOnboardingV3', target: 'launching' }, { target: 'leaving' }] },
    launching: {
      invoke: {
        src: 'launchWorkplace',
        input: ({ context }) => context,
        onDone: { target: 'left', actions: ['keepLaunched', 'tellCheck'] },
        // A Workplace without a window is no reason to keep the person from the checks.
        onError: { target: 'left', actions: ['logFailure', 'tellCheck'] },
      },
    },
    leaving: { always: { target: 'left', actions: ['leaveForSuccess', 'tellLeft'] } },
    left: {},
  },
});

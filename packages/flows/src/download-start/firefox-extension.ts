import { BASE_PATH } from '@vestibule/contracts';
import { assign, type SnapshotFrom, setup } from 'xstate';
import type { Ports } from '../ports.ts';
import { AFTER_CLIENT_FOUND, isKnownComputer } from './set-up-steps.ts';
import { watchClientMachine, type WatchClientReport } from './watch-client.ts';

export interface FirefoxExtensionInput {
  readonly ports: Ports;
}

interface FirefoxExtensionContext extends FirefoxExtensionInput {
  readonly hasOpenedLink: boolean;
  readonly isExtensionSeen: boolean;
  readonly isClientSilent: boolean;
}

/** What the page shows. */
export interface FirefoxExtensionView {
  readonly mayContinue: boolean;
  /** The client of a known computer is silent: it is to be started or repaired before anything is installed again. */
  readonly isNotAnswering: boolean;
}

/**
 * Where Continue leads, whatever set of routes the person is in (specification, section 2, screen 12). The page is
 * loaded again: Firefox lets an extension into pages that were opened after it was installed, and into no other.
 */
const AFTER_EXTENSION = `${BASE_PATH}/v2/download`;

/** The Firefox extension page: see download-start.design.md. */
export const firefoxExtensionMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: FirefoxExtensionContext;
    input: FirefoxExtensionInput;
    events: WatchClientReport | { readonly type: 'user.open-link' } | { readonly type: 'user.continue' };
  },
  actors: { watchClient: watchClientMachine },
  guards: { mayContinue: ({ context }) => mayContinue(context) },
  actions: {
    goOn: ({ context }) => context.ports.page.goTo(AFTER_CLIENT_FOUND),
    goToDownload: ({ context }) => context.ports.page.leaveFor(AFTER_EXTENSION, 'person'),
  },
}).createMachine({
  id: 'firefoxExtension',
  context: ({ input }) => ({ ...input, hasOpenedLink: false, isExtensionSeen: false, isClientSilent: false }),
  initial: 'open',
  states: {
    open: {
      invoke: { src: 'watchClient', input: ({ context }) => ({ ports: context.ports, isUpdater: false }) },
      on: {
        'client.found': { target: 'gone', actions: 'goOn' },
        'client.silent': { actions: assign({ isClientSilent: true }) },
        'extension.seen': { actions: assign({ isExtensionSeen: true }) },
        'user.open-link': { actions: assign({ hasOpenedLink: true }) },
        'user.continue': { guard: 'mayContinue', target: 'gone', actions: 'goToDownload' },
      },
    },
    gone: { type: 'final' },
  },
});

/** An extension that is there already needs no link. */
function mayContinue({ hasOpenedLink, isExtensionSeen }: FirefoxExtensionContext): boolean {
  return hasOpenedLink || isExtensionSeen;
}

/** What the Firefox extension page shows, from where the chart stands. */
export function selectFirefoxExtensionView({
  context,
}: SnapshotFrom<typeof firefoxExtensionMachine>): FirefoxExtensionView {
  return {
    mayContinue: mayContinue(context),
    isNotAnswering: context.isClientSilent && isKnownComputer(context.ports),
  };
}

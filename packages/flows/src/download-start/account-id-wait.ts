import { LIMITS, type SignInMode } from '@vestibule/contracts';
import { fromPromise, or, setup, stateIn } from 'xstate';
import { fromCall } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { fetchInstaller } from './installer.ts';

export interface AccountIdWaitInput {
  readonly ports: Ports;
  readonly mode: SignInMode;
  /** The one browser on which the account alone leads on, without the extension. */
  readonly isEdge: boolean;
}

type AccountAnswer =
  | { readonly kind: 'account'; readonly accountId: string }
  /** The client has not called yet, or no one answered. */
  | { readonly kind: 'not-yet' }
  /** This token is another person's, or over. */
  | { readonly kind: 'refused' }
  /** There is no token, so no account will come. */
  | { readonly kind: 'no-token' }
  | { readonly kind: 'leave'; readonly path: string };

/** One question: has the client that was installed with this browser's device token been given its account? */
async function askForAccount({ ports }: AccountIdWaitInput): Promise<AccountAnswer> {
  const deviceToken = ports.memory.read('deviceToken');
  if (deviceToken === null) return { kind: 'no-token' };
  const result = await ports.server.call('deviceAccount', { parameters: { deviceToken } });
  if (result.kind === 'answer') {
    return result.body === null ? { kind: 'not-yet' } : { kind: 'account', accountId: result.body.accountId };
  }
  if (result.kind === 'refused' && result.status === 403 && result.code === 'device_token_wrong') {
    return { kind: 'refused' };
  }
  const step = fromCall(result, false);
  const path = step.ok ? null : pathOfFailure(step.failure);
  return path === null ? { kind: 'not-yet' } : { kind: 'leave', path };
}

/** Waits for the account id: see download-start.design.md. */
export const accountIdWaitMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: AccountIdWaitInput; input: AccountIdWaitInput },
  actors: {
    askForAccount: fromPromise(({ input }: { input: AccountIdWaitInput }) => askForAccount(input)),
    renewToken: fromPromise(({ input }: { input: AccountIdWaitInput }) =>
      fetchInstaller({ ...input, isUpdater: false, isAgent: true }),
    ),
  },
  guards: {
    /** Also one whose answer took longer than the pause. */
    hasToken: ({ context }) => context.ports.memory.read('deviceToken') !== null,
    is: (_, { answer, kind }: { answer: AccountAnswer; kind: AccountAnswer['kind'] }) => answer.kind === kind,
  },
  actions: {
    keepAccount: ({ context: { ports, isEdge } }, answer: AccountAnswer) => {
      if (answer.kind !== 'account') return;
      ports.memory.write('deviceAccountId', answer.accountId);
      ports.memory.write('installationStatus', 'installed');
      if (isEdge && !ports.client.isExtensionPresent()) ports.page.goTo('/');
    },
    forgetToken: ({ context: { ports } }) => {
      for (const name of ['deviceAccountId', 'downloadParameters', 'deviceToken'] as const) ports.memory.forget(name);
    },
    goTo: ({ context }, answer: AccountAnswer) => {
      if (answer.kind === 'leave') context.ports.page.goTo(answer.path);
    },
    goToSkipInstallation: ({ context }) => context.ports.page.goTo('/skip-installation'),
    stopWaiting: ({ context }) => context.ports.memory.forget('installationStatus'),
  },
  delays: {
    poll: LIMITS.accountIdPollIntervalMs,
    timeout: LIMITS.accountIdWaitTimeoutMs,
    afterRefusal: LIMITS.accountIdForbiddenRetryMs,
  },
}).createMachine({
  id: 'accountIdWait',
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      after: { timeout: { target: 'over', actions: ['stopWaiting', 'goToSkipInstallation'] } },
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'askForAccount',
            input: ({ context }) => context,
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => ({ answer: event.output, kind: 'account' }) },
                target: '#accountIdWait.over',
                actions: { type: 'keepAccount', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ answer: event.output, kind: 'refused' }) },
                target: 'renewing',
                actions: 'forgetToken',
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ answer: event.output, kind: 'leave' }) },
                target: '#accountIdWait.over',
                actions: { type: 'goTo', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ answer: event.output, kind: 'no-token' }) },
                target: '#accountIdWait.over',
                actions: 'stopWaiting',
              },
              { target: 'resting' },
            ],
          },
        },
        resting: { after: { poll: 'asking' } },
        renewing: {
          invoke: {
            src: 'renewToken',
            input: ({ context }) => context,
            onDone: { guard: ({ event }) => event.output.kind !== 'failed', target: '.renewed' },
          },
          // Without an answer there is no token to ask with: it is asked for again, as long as the wait lasts.
          after: {
            afterRefusal: [
              { guard: or(['hasToken', stateIn('#tokenRenewed')]), target: 'asking' },
              { target: 'renewing', reenter: true },
            ],
          },
          initial: 'fetching',
          states: { fetching: {}, renewed: { id: 'tokenRenewed' } },
        },
      },
    },
    over: { type: 'final' },
  },
});

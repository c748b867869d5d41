import { type EventSubject, OWN_LIMITS } from '@vestibule/contracts';
import { fromCallback, sendParent, setup } from 'xstate';

/** Who pushes: the client over its open port, or the server over its event stream. */
export type PushSource = 'client' | 'server';

export type PushSaid =
  /** The connection was made, perhaps again: what was said meanwhile is lost. */
  | { readonly said: 'connected' }
  | { readonly said: 'heartbeat' }
  | { readonly said: 'look'; readonly subject: EventSubject };

export interface PushInput {
  readonly from: PushSource;
  /** @returns ends it */
  readonly listen: (hear: (said: PushSaid) => void) => () => void;
}

/** What a chart hears of its push. */
export type PushReport =
  | { readonly type: 'push.connected'; readonly from: PushSource }
  | { readonly type: 'push.lost'; readonly from: PushSource }
  /** Something is there to see. Null: no one knows what. */
  | { readonly type: 'push.look'; readonly subject: EventSubject | null };

type PushEvent = PushSaid & { readonly type: 'said' };

/** Push counts as connected only while heartbeats arrive: see push.design.md. */
export const pushMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: PushInput; input: PushInput; events: PushEvent },
  actors: {
    listen: fromCallback<PushEvent, PushInput>(({ input, sendBack }) =>
      input.listen((said) => sendBack({ type: 'said', ...said })),
    ),
  },
  guards: {
    isLook: ({ event }) => event.said === 'look',
    isConnected: ({ event }) => event.said === 'connected',
  },
  actions: {
    tellConnected: sendParent(({ context }) => ({ type: 'push.connected', from: context.from }) satisfies PushReport),
    tellLost: sendParent(({ context }) => ({ type: 'push.lost', from: context.from }) satisfies PushReport),
    tellLook: sendParent(
      ({ event }) =>
        ({ type: 'push.look', subject: event.said === 'look' ? event.subject : null }) satisfies PushReport,
    ),
  },
  delays: { pushLost: OWN_LIMITS.pushLostAfterMs },
}).createMachine({
  id: 'push',
  context: ({ input }) => input,
  invoke: { src: 'listen', input: ({ context }) => context },
  initial: 'lost',
  states: {
    lost: { on: { said: { target: 'connected', actions: ['tellConnected', 'tellLook'] } } },
    connected: {
      after: { pushLost: { target: 'lost', actions: 'tellLost' } },
      on: {
        said: [
          { guard: 'isLook', target: 'connected', reenter: true, actions: 'tellLook' },
          { guard: 'isConnected', target: 'connected', reenter: true, actions: 'tellLook' },
          { target: 'connected', reenter: true },
        ],
      },
    },
  },
});

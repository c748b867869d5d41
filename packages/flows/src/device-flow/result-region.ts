import { assign, sendParent } from 'xstate';
import { given } from '../given.ts';
import { deviceFlowSetup } from './device-flow-setup.ts';
import type { FlowReport } from './device-flow-types.ts';

/** Asks for the verdict: as soon as a report was taken, when someone says "look", and else by poll. */
export const resultRegion = deviceFlowSetup.createStateConfig({
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'getCheckResult',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'waitingForReport' },
          {
            target: 'waiting',
            actions: [
              assign({
                nonce: ({ event }) => given(event.output).nonce,
                // A verdict alone does not count: the server may show one and yet take no report of this session.
                restarts: ({ context }) => (context.uploadedHash === null ? context.restarts : 0),
              }),
              sendParent(({ event }) => ({ type: 'flow.result', result: given(event.output) }) satisfies FlowReport),
            ],
          },
        ],
        onError: { target: '#deviceFlow.failed', actions: 'keepFailure' },
      },
      on: {
        'upload.taken': { target: 'asking', reenter: true },
        'result.look': { target: 'asking', reenter: true },
      },
    },
    waitingForReport: {
      after: { afterNoContent: 'asking' },
      on: { 'upload.taken': 'asking', 'result.look': 'asking' },
    },
    waiting: {
      after: { poll: 'asking' },
      on: {
        'upload.taken': 'asking',
        'result.look': 'asking',
        'push.lost': { target: 'waiting', reenter: true, actions: 'keepPush' },
      },
    },
  },
});

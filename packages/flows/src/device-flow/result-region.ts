import { assign } from 'xstate';
import { given } from '../given.ts';
import { deviceFlowSetup } from './device-flow-setup.ts';

/**
 * Asks for the verdict: as soon as a report was taken, when someone says "look", and else by poll. One question at a time:
 * the permit of a verdict ends the one before, so of two that cross, the page could be left with the one that is over.
 */
export const resultRegion = deviceFlowSetup.createStateConfig({
  initial: 'asking',
  // While it is asked: the answer that is under way may be older than this.
  on: {
    'upload.taken': { actions: 'noteLook' },
    'result.look': { actions: 'noteLook' },
    'leave.asked': '.held',
  },
  states: {
    asking: {
      entry: assign({ hasLookedSince: false }),
      invoke: {
        src: 'getCheckResult',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'waitingForReport' },
          {
            target: 'waiting',
            actions: [
              { type: 'keepResult', params: ({ event }) => given(event.output) },
              { type: 'tellResult', params: ({ event }) => given(event.output) },
            ],
          },
        ],
        onError: { target: '#deviceFlow.failed', actions: 'keepFailure' },
      },
      on: { 'leave.asked': { target: 'held', actions: 'noteLook' } },
    },
    // An answer that comes too late for the permit that is being shown is asked for again.
    held: { on: { 'leave.answered': 'waiting' } },
    waitingForReport: {
      always: { guard: 'hasLookedSince', target: 'asking' },
      after: { afterNoContent: 'asking' },
      on: { 'upload.taken': 'asking', 'result.look': 'asking' },
    },
    waiting: {
      always: { guard: 'hasLookedSince', target: 'asking' },
      after: { poll: 'asking' },
      on: {
        'upload.taken': 'asking',
        'result.look': 'asking',
        'push.lost': { target: 'waiting', reenter: true, actions: 'keepPush' },
      },
    },
  },
});

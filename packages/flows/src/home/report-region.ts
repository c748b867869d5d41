import { assign, raise } from 'xstate';
import { homeSetup } from './home-setup.ts';

/**
 * Keeps what the other charts report. A region of its own, because an event that any region takes never reaches the
 * parallel state around them: whatever the screen makes of a verdict, it is kept here all the same.
 */
export const reportRegion = homeSetup.createStateConfig({
  on: {
    'flow.session': { actions: assign({ session: ({ event }) => event.session }) },
    // What leads away is followed by the screen.
    'flow.failed': [{ guard: 'leadsAway' }, { actions: 'keepTrouble' }],
    'extension.told': { actions: 'keepClientProblem' },
    'flow.result': { actions: ['keepResult', 'tellModalsResult'] },
    'push.look': [
      { guard: 'isCheckAgain', actions: { type: 'tellFlow', params: { type: 'device.refresh' } } },
      { actions: { type: 'tellFlow', params: { type: 'result.look' } } },
    ],
    'user.check-again': { actions: { type: 'tellFlow', params: { type: 'device.refresh' } } },
    // Only what the verdict allows: the specification lets OK continue, not enter.
    'modals.continue': { actions: raise({ type: 'user.continue' }) },
  },
});

/** A verdict that has grown old is renewed; one that comes back old again not before a while has passed. */
export const renewalRegion = homeSetup.createStateConfig({
  initial: 'ready',
  states: {
    ready: {
      on: {
        'flow.result': {
          guard: 'isExpired',
          target: 'renewed',
          actions: { type: 'tellFlow', params: { type: 'device.refresh' } },
        },
      },
    },
    renewed: { after: { retry: 'ready' } },
  },
});

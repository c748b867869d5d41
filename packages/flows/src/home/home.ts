import { assign } from 'xstate';
import { fixingRegion, modalRegion } from './fixing-region.ts';
import { clientHealthRegion, flowRegion, pushRegion, temporaryAccessRegion } from './flow-region.ts';
import { createHomeContext } from './home-context.ts';
import { homeSetup } from './home-setup.ts';
import { renewalRegion, reportRegion } from './report-region.ts';
import { screenRegion } from './screen-region.ts';

/** The home screen, from the first title to work: see home.design.md. */
export const homeMachine = homeSetup.createMachine({
  id: 'home',
  context: ({ input, spawn }) => createHomeContext(input, spawn('endpoints', { id: 'endpoints' })),
  initial: 'starting',
  on: { 'user.try-again': '.starting' },
  states: {
    starting: {
      entry: 'beginAnew',
      invoke: {
        src: 'startup',
        input: ({ context: { ports, loginMarker, visit } }) => ({ ports, loginMarker, visit }),
      },
      on: {
        'startup.loaded': { actions: ['keepStart', 'tellEndpoints'] },
        'startup.trouble': { actions: 'keepTrouble' },
        'startup.ready': { target: 'checking', actions: assign({ client: ({ event }) => event.client }) },
        'startup.ready-without-extension': {
          target: 'checking',
          actions: assign({ accountId: ({ event }) => event.accountId }),
        },
      },
    },
    checking: {
      type: 'parallel',
      states: {
        reports: reportRegion,
        renewal: renewalRegion,
        flow: flowRegion,
        push: pushRegion,
        temporaryAccess: temporaryAccessRegion,
        clientHealth: clientHealthRegion,
        fixing: fixingRegion,
        modal: modalRegion,
        screen: screenRegion,
      },
    },
  },
});

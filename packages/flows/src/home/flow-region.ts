import { assign, not } from 'xstate';
import { given } from '../given.ts';
import { homeSetup } from './home-setup.ts';

/** What brings the verdicts: one flow at a time, always named 'flow'. */
export const flowRegion = homeSetup.createStateConfig({
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isStatusPage', target: 'statusLoop' },
        { guard: 'isFirstVersion', target: 'firstVersion' },
        { guard: 'isFrontline', target: 'restrictedSession' },
        { target: 'deviceFlow' },
      ],
    },
    restrictedSession: {
      invoke: {
        src: 'restrictedSession',
        input: ({ context: { ports, start, visit } }) => ({
          ports,
          signIn: given(start).settings.signIn,
          correlationId: visit.correlationId,
        }),
        onDone: 'deviceFlow',
      },
    },
    deviceFlow: {
      invoke: {
        id: 'flow',
        src: 'deviceFlow',
        input: ({ context: { ports, push, start, loginMarker } }) => ({
          ports,
          push,
          signIn: given(start).settings.signIn,
          loginMarker,
          isFastCheckMode: given(start).settings.user.isFastCheckModeEnabled,
        }),
      },
    },
    firstVersion: {
      invoke: {
        id: 'flow',
        src: 'firstVersion',
        input: ({ context: { ports, push, visit, accountId } }) => ({ ports, push, origin: visit.origin, accountId }),
      },
    },
    statusLoop: {
      invoke: {
        id: 'flow',
        src: 'statusLoop',
        input: ({ context: { ports, start, visit } }) => ({
          ports,
          signIn: given(start).settings.signIn,
          correlationId: visit.correlationId,
        }),
      },
    },
  },
});

/** Push of the client and of the server, and what it makes the page look at. */
export const pushRegion = homeSetup.createStateConfig({
  invoke: [
    { src: 'listenToClient', input: ({ context }) => context },
    {
      src: 'push',
      input: ({ context: { ports } }) => ({
        from: 'client',
        listen: (hear) =>
          ports.client.subscribe(({ push }) => {
            if (push === 'heartbeat' || push === 'device-changed') hear({ said: 'heartbeat' });
          }),
      }),
    },
    {
      src: 'push',
      input: ({ context: { ports, start } }) => ({
        from: 'server',
        listen: (hear) => ports.events.listen(given(start).settings.push.url, hear),
      }),
    },
  ],
  on: {
    'push.heard': [
      { guard: 'isDeviceChanged', actions: { type: 'tellFlow', params: { type: 'device.changed' } } },
      { guard: 'isFixProgress', actions: 'keepFixProgress' },
    ],
    'push.connected': { actions: ['keepPush', { type: 'tellFlow', params: 'the-event' }] },
    'push.lost': { actions: ['keepPush', { type: 'tellFlow', params: 'the-event' }] },
  },
});

/** In frontline someone at support may let the person in meanwhile. */
export const temporaryAccessRegion = homeSetup.createStateConfig({
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isFrontline', target: 'watching' }, { target: 'off' }] },
    watching: {
      always: { guard: 'isAnsweredBefore', target: 'resting' },
      invoke: {
        id: 'temporaryAccess',
        src: 'temporaryAccess',
        input: ({ context: { ports, loginMarker } }) => ({ ports, loginMarker, tellsParent: true }),
        onDone: 'off',
      },
      on: {
        'push.look': { guard: 'isAboutAccess', actions: 'tellTemporaryAccess' },
        'access.told': { actions: 'keepAccess' },
      },
    },
    // Leave would take the person from a page that has done its part, to another answer for the same sign-in.
    resting: { entry: assign({ access: null }), always: { guard: not('isAnsweredBefore'), target: 'watching' } },
    off: {},
  },
});

/** While no verdict can be had because of the client, its keys and data are looked after (extension status). */
export const clientHealthRegion = homeSetup.createStateConfig({
  initial: 'fine',
  states: {
    fine: { on: { 'flow.failed': { guard: 'isClientFailure', target: 'watching' } } },
    watching: {
      invoke: {
        src: 'extensionStatus',
        input: ({ context: { ports } }) => ({ ports, tellsParent: true }),
        onDone: {
          target: 'recovered',
          actions: ['clearClientProblem', { type: 'tellFlow', params: { type: 'device.refresh' } }],
        },
      },
      on: { 'flow.result': 'fine' },
    },
    // A client that says it is well and yet does not do its part is not asked without pause.
    recovered: { after: { retry: 'fine' }, on: { 'flow.result': 'fine' } },
  },
});

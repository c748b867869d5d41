import { assign } from 'xstate';
import { deviceFlowSetup } from './device-flow-setup.ts';
import { resultRegion } from './result-region.ts';
import { uploadRegion } from './upload-region.ts';

/** The device flow v2: see device-flow.design.md. */
export const deviceFlowMachine = deviceFlowSetup.createMachine({
  id: 'deviceFlow',
  context: ({ input }) => ({
    ...input,
    session: null,
    parameters: null,
    token: '',
    collected: null,
    hasChangedSince: false,
    hasLookedSince: false,
    uploadUrl: '',
    nonce: null,
    uploadedHash: null,
    unchangedTries: 0,
    isForced: false,
    restarts: 0,
    failure: null,
  }),
  initial: 'getSessionData',
  on: {
    'push.connected': { actions: 'keepPush' },
    'push.lost': { actions: 'keepPush' },
    'session.refused': { target: '.failed', actions: assign({ failure: { kind: 'restart' } }) },
  },
  states: {
    getSessionData: {
      invoke: {
        src: 'getSessionData',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'running',
            actions: [assign({ session: ({ event }) => event.output }), 'tellSession'],
          },
          { target: 'getCreateSessionParameters' },
        ],
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    getCreateSessionParameters: {
      invoke: {
        src: 'getCreateSessionParameters',
        input: ({ context }) => context,
        onDone: { target: 'getAuthServiceAccessToken', actions: assign({ parameters: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    getAuthServiceAccessToken: {
      invoke: {
        src: 'getAuthServiceAccessToken',
        input: ({ context }) => context,
        onDone: { target: 'postSession', actions: assign({ token: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    postSession: {
      invoke: {
        src: 'postSession',
        input: ({ context }) => context,
        onDone: { target: 'setSessionData', actions: assign({ session: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    setSessionData: {
      invoke: {
        src: 'setSessionData',
        input: ({ context }) => context,
        onDone: { target: 'running', actions: 'tellSession' },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    running: { type: 'parallel', states: { upload: uploadRegion, result: resultRegion } },
    failed: {
      always: [
        { guard: 'mayRestart', target: 'removeSessionData', actions: 'dropSession' },
        { guard: 'isRestart', target: 'ended', actions: 'tellSignedOut' },
        { guard: 'isPassing', target: 'retrying', actions: 'tellFailure' },
        { guard: 'isBlocked', target: 'removeBlockedSessionData', actions: 'tellFailure' },
        { target: 'ended', actions: 'tellFailure' },
      ],
    },
    removeSessionData: {
      invoke: {
        src: 'removeSessionData',
        input: ({ context }) => context,
        onDone: 'getSessionData',
        onError: 'getSessionData',
      },
    },
    removeBlockedSessionData: {
      invoke: { src: 'removeSessionData', input: ({ context }) => context, onDone: 'ended', onError: 'ended' },
    },
    retrying: { after: { retry: 'getSessionData' }, on: { 'device.refresh': 'getSessionData' } },
    ended: { type: 'final' },
  },
});

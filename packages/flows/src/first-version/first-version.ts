import { assign, raise } from 'xstate';
import { isUnanswered } from '../extension-status/exchange-keys.ts';
import { failureOf } from '../step-actor.ts';
import { firstVersionSetup } from './first-version-setup.ts';

const reporting = firstVersionSetup.createStateConfig({
  initial: 'deciding',
  on: { 'device.changed': { actions: assign({ hasChangedSince: true }) } },
  states: {
    deciding: { always: [{ guard: 'hasNoExtension', target: 'resting' }, { target: 'collecting' }] },
    collecting: {
      entry: assign({ hasChangedSince: false }),
      invoke: {
        src: 'collect',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output === null, target: '#firstVersion.exchangingKeys' },
          { target: 'comparing', actions: assign({ info: ({ event }) => event.output }) },
        ],
        onError: { target: '#firstVersion.failed', actions: 'keepFailure' },
      },
    },
    comparing: {
      always: [
        { guard: 'isCached', target: 'waiting', actions: raise({ type: 'result.look' }) },
        { target: 'posting' },
      ],
    },
    posting: {
      invoke: {
        src: 'postCheck',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isKeysMissing', params: ({ event }) => event.output },
            target: '#firstVersion.exchangingKeys',
          },
          {
            target: 'waiting',
            actions: [
              'keepSent',
              { type: 'keepAnswer', params: ({ event }) => event.output },
              'endExchange',
              { type: 'tellResult', params: ({ event }) => event.output },
              raise({ type: 'info.taken' }),
            ],
          },
        ],
        onError: { target: '#firstVersion.failed', actions: 'keepFailure' },
      },
    },
    waiting: {
      always: { guard: 'hasChangedSince', target: 'collecting' },
      after: { recollect: 'collecting' },
      on: {
        'device.changed': 'collecting',
        'device.refresh': { target: 'collecting', actions: assign({ isForced: true }) },
        'push.lost': { target: 'waiting', reenter: true, actions: 'keepPush' },
      },
    },
    /** The client reports by itself. */
    resting: {},
  },
});

const asking = firstVersionSetup.createStateConfig({
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'hasNoExtension', target: 'asking' }, { target: 'waitingForReport' }] },
    waitingForReport: { on: { 'info.taken': 'waiting', 'result.look': 'asking' } },
    asking: {
      entry: assign({ hasLookedSince: false }),
      on: { 'result.look': { actions: assign({ hasLookedSince: true }) } },
      invoke: {
        src: 'getCheck',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'cannotHelpItself', params: ({ event }) => event.output },
            target: '#firstVersion.over',
            actions: 'goToDownload',
          },
          {
            guard: { type: 'isKeysMissing', params: ({ event }) => event.output },
            target: '#firstVersion.exchangingKeys',
          },
          {
            guard: { type: 'isResult', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [
              { type: 'keepAnswer', params: ({ event }) => event.output },
              'endExchange',
              { type: 'tellResult', params: ({ event }) => event.output },
            ],
          },
          // The server has forgotten the report: it is sent again whatever its hash is.
          { target: 'waiting', actions: [assign({ sentHash: null }), raise({ type: 'device.changed' })] },
        ],
        onError: { target: '#firstVersion.failed', actions: 'keepFailure' },
      },
    },
    waiting: {
      always: { guard: 'hasLookedSince', target: 'asking' },
      after: { poll: 'asking' },
      on: {
        'result.look': 'asking',
        'info.taken': { target: 'waiting', reenter: true },
        'push.lost': { target: 'waiting', reenter: true, actions: 'keepPush' },
      },
    },
  },
});

/** The first version of the device check: see first-version.design.md. */
export const firstVersionMachine = firstVersionSetup.createMachine({
  id: 'firstVersion',
  context: ({ input }) => ({
    ...input,
    info: null,
    hasChangedSince: false,
    hasLookedSince: false,
    nonce: null,
    sentHash: null,
    isCacheFresh: false,
    isForced: false,
    retries: 0,
    isExchangeTimed: false,
    failure: null,
  }),
  initial: 'deciding',
  on: {
    'push.connected': { actions: 'keepPush' },
    'push.lost': { actions: 'keepPush' },
    'exchange.overdue': { target: '.over', actions: 'goToDownload' },
  },
  states: {
    deciding: { always: [{ guard: 'hasNoExtension', target: 'running' }, { target: 'gettingReady' }] },
    gettingReady: {
      invoke: {
        src: 'extensionStatus',
        input: ({ context }) => ({ ports: context.ports, tellsParent: true }),
        onDone: { target: 'running', actions: 'tellClientIsWell' },
      },
      on: { 'extension.told': { actions: 'tellClientProblem' } },
    },
    running: {
      type: 'parallel',
      states: {
        reporting,
        asking,
        /** Device info that the server was sent a moment ago is not sent again (specification, section 5). */
        cache: {
          initial: 'stale',
          on: { 'info.taken': '.fresh' },
          states: {
            stale: { entry: assign({ isCacheFresh: false }) },
            fresh: { entry: assign({ isCacheFresh: true }), after: { cache: 'stale' } },
          },
        },
      },
    },
    exchangingKeys: {
      entry: ['countRetry', 'timeExchange', assign({ sentHash: null, nonce: null })],
      always: { guard: 'hasRetriedOften', target: 'over', actions: 'leaveByFallback' },
      invoke: {
        src: 'exchangeKeys',
        input: ({ context }) => context,
        onDone: { target: 'running', actions: 'endExchange' },
        onError: [
          {
            guard: ({ event }) => isUnanswered(failureOf(event.error)),
            target: 'failed',
            actions: 'keepFailure',
          },
          { target: 'failed', actions: ['keepFailure', 'endExchange'] },
        ],
      },
    },
    failed: {
      entry: 'logFailure',
      always: [
        { guard: 'mayRetry', target: 'retrying', actions: ['countRetry', 'tellFailure'] },
        { guard: 'isPassing', target: 'over', actions: 'leaveByFallback' },
        { target: 'over', actions: 'tellFailure' },
      ],
    },
    retrying: { after: { retry: 'running' }, on: { 'device.refresh': 'running' } },
    over: { entry: 'endExchange' },
  },
});

import { assign, raise } from 'xstate';
import { given } from '../given.ts';
import { failureOf } from '../step-actor.ts';
import { isRefusedUrl } from './steps.ts';
import { deviceFlowSetup } from './device-flow-setup.ts';

/** Collects, gets an address, sends, and begins again (specification, section 4, _Device data upload_). */
export const uploadRegion = deviceFlowSetup.createStateConfig({
  initial: 'collecting',
  on: {
    'device.refresh': { target: '.collecting', actions: assign({ isForced: true }) },
    // While facts are read, or a report is sent: it may have come too late for them. What is under way is let arrive, so
    // that no older report comes after a newer one, and a computer that changes without pause is reported all the same.
    'device.changed': { actions: assign({ hasChangedSince: true }) },
  },
  states: {
    collecting: {
      entry: assign({ hasChangedSince: false }),
      invoke: {
        src: 'collect',
        input: ({ context }) => context,
        onDone: { target: 'deciding', actions: assign({ collected: ({ event }) => event.output }) },
        onError: { target: '#deviceFlow.failed', actions: 'keepFailure' },
      },
    },
    deciding: {
      always: [
        { guard: 'isChanged', target: 'gettingUrl' },
        { guard: 'isForced', target: 'gettingUrl' },
        { target: 'waiting', actions: assign({ unchangedTries: ({ context }) => context.unchangedTries + 1 }) },
      ],
    },
    gettingUrl: {
      invoke: {
        src: 'getUploadUrl',
        input: ({ context }) => context,
        onDone: { target: 'putting', actions: assign({ uploadUrl: ({ event }) => event.output }) },
        onError: [
          { guard: ({ event }) => isRefusedUrl(failureOf(event.error)), target: 'sleeping' },
          { guard: ({ event }) => failureOf(event.error).kind === 'unreachable', target: 'sleepingLonger' },
          { target: '#deviceFlow.failed', actions: 'keepFailure' },
        ],
      },
    },
    putting: {
      invoke: {
        src: 'putReport',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output === 'taken',
            target: 'waiting',
            actions: [
              assign({
                uploadedHash: ({ context }) => given(context.collected).importantDataHash,
                unchangedTries: 0,
                isForced: false,
              }),
              raise({ type: 'upload.taken' }),
            ],
          },
          {
            guard: ({ event }) => event.output === 'restart' || event.output === 'stale',
            target: '#deviceFlow.failed',
            actions: assign({ failure: { kind: 'restart' } }),
          },
          { guard: ({ event }) => event.output === 'refused', target: 'sleeping' },
          { target: 'sleepingLonger' },
        ],
      },
    },
    waiting: {
      always: { guard: 'hasChangedSince', target: 'collecting' },
      after: {
        recollect: [
          { guard: 'refreshesByItself', target: 'collecting', actions: assign({ isForced: true }) },
          { target: 'collecting' },
        ],
      },
      on: {
        'device.changed': 'collecting',
        'push.lost': { target: 'waiting', reenter: true, actions: 'keepPush' },
      },
    },
    sleeping: { after: { uploadUrlSleep: 'collecting' }, on: { 'device.changed': 'collecting' } },
    sleepingLonger: { after: { uploadRetry: 'collecting' }, on: { 'device.changed': 'collecting' } },
  },
});

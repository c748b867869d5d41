import { assign, not } from 'xstate';
import { given } from '../given.ts';
import { observationInput, startupSetup } from './startup-setup.ts';

/** From the first call to the first check: see startup.design.md. */
export const startupMachine = startupSetup.createMachine({
  id: 'startup',
  context: ({ input }) => ({
    ...input,
    signedIn: null,
    company: {},
    start: null,
    visitor: null,
    nameTries: 0,
    client: null,
    proof: null,
  }),
  initial: 'loading',
  // Around all states: what of the company does not come in time may still be wanted.
  invoke: [
    {
      src: 'loadSignIn',
      input: ({ context }) => context,
      onDone: { target: '.loading.signedIn', actions: assign({ signedIn: ({ event }) => event.output }) },
      onError: [
        { guard: 'leadsAway', target: '.left', actions: ['forgetQuickStart', 'goWhereItLeads'] },
        { target: '.left', actions: ['logFailure', { type: 'goTo', params: '/service-error' }] },
      ],
    },
    {
      src: 'loadOnlineSettings',
      input: ({ context }) => context,
      onDone: {
        actions: assign({ company: ({ context, event }) => ({ ...context.company, online: event.output }) }),
      },
    },
    {
      src: 'loadSupportedVersions',
      input: ({ context }) => context,
      onDone: {
        actions: assign({ company: ({ context, event }) => ({ ...context.company, supportedVersions: event.output }) }),
      },
    },
  ],
  states: {
    loading: {
      initial: 'signingIn',
      states: {
        signingIn: {},
        // What the company would have told has a standard: it is waited for a moment, and not at all where no one waits.
        signedIn: {
          always: [
            { guard: 'isObserved', target: '#startup.loaded' },
            { guard: 'isCompanyKnown', target: '#startup.loaded' },
          ],
          after: { companyLimit: '#startup.loaded' },
        },
      },
    },
    loaded: {
      entry: ['keepStart', 'tellLoaded'],
      always: [{ guard: 'isObserved', target: 'observing' }, { target: 'readingVisitor' }],
    },
    observing: {
      after: {
        observationPresence: { guard: not('isExtensionPresent'), target: 'observed' },
        observationLimit: 'observed',
      },
      initial: 'looking',
      states: {
        looking: {
          after: { presence: { target: 'looking', reenter: true } },
          always: { guard: 'isExtensionPresent', target: 'reading' },
        },
        reading: {
          invoke: { src: 'deviceFlow', input: ({ context }) => observationInput(context) },
          on: {
            'flow.result': 'showing',
            // Anyone who was blocked is told so by the check itself.
            'flow.failed': [{ guard: 'isBlocked', target: '#startup.readingVisitor' }, { target: '#startup.observed' }],
          },
        },
        showing: {
          invoke: {
            src: 'openPermit',
            input: ({ context: { ports }, event }) => ({ ports, result: 'result' in event ? event.result : null }),
            onDone: { target: '#startup.observed', actions: assign({ proof: ({ event }) => event.output }) },
            onError: { target: '#startup.observed', actions: 'logFailure' },
          },
        },
      },
    },
    observed: { entry: 'goOnUnchecked' },
    readingVisitor: {
      invoke: {
        src: 'readVisitor',
        input: ({ context }) => context,
        onDone: { target: 'judging', actions: assign({ visitor: ({ event }) => event.output }) },
      },
    },
    judging: {
      always: [
        { guard: 'isCompatible', target: 'waitingForExtension' },
        { guard: not('isCompanyKnown'), target: 'awaitingCompany' },
        { target: 'left', actions: { type: 'goTo', params: '/compatibility' } },
      ],
    },
    // Turned away by half of what counts, the person would be sent back by the page that waits for the rest.
    awaitingCompany: {
      always: { guard: 'isCompanyKnown', target: 'judging', actions: ['keepStart', 'tellLoaded'] },
    },
    waitingForExtension: {
      after: {
        presenceTimeout: [
          { guard: 'isFirefox', target: 'left', actions: { type: 'goTo', params: '/firefox-extension' } },
          { guard: 'mayTryAccount', target: 'tryingWithoutExtension' },
          { target: 'fetchingDownloadParameters' },
        ],
      },
      initial: 'looking',
      states: {
        looking: {
          always: { guard: 'isExtensionPresent', target: '#startup.askingName' },
          after: { presence: { target: 'looking', reenter: true } },
        },
      },
    },
    tryingWithoutExtension: {
      invoke: {
        src: 'checkByAccount',
        input: ({ context }) => context,
        onDone: {
          target: 'ready',
          actions: { type: 'tellReadyWithoutExtension', params: ({ event }) => event.output },
        },
        onError: [
          { guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' },
          { target: 'fetchingDownloadParameters', actions: 'logFailure' },
        ],
      },
    },
    fetchingDownloadParameters: {
      entry: 'keepQuickStart',
      invoke: {
        src: 'fetchDownloadParameters',
        input: ({ context }) => context,
        onDone: { target: 'left', actions: { type: 'goTo', params: '/download' } },
        onError: [
          { guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' },
          // The page asks for them again itself.
          { target: 'left', actions: ['logFailure', { type: 'goTo', params: '/download' }] },
        ],
      },
    },
    // Every question stays open while later ones go out: a client that is slow is not one that is missing.
    askingName: {
      invoke: [
        { id: 'nameQuestions', src: 'askName', input: ({ context }) => context },
        {
          src: 'watchGate',
          input: ({ context: { ports, loginMarker } }) => ({
            ports,
            loginMarker,
            isSilent: true,
            standsInTheWay: true,
          }),
        },
      ],
      initial: 'asking',
      on: {
        'name.told': {
          target: 'named',
          actions: [assign({ client: ({ event }) => event.client }), 'keepName', 'forgetQuickStart', 'tellTrouble'],
        },
        'name.failed': { actions: 'logFailure' },
      },
      states: {
        asking: {
          entry: ['countTry', 'ask'],
          on: {
            'name.failed': [
              { guard: 'isNotMendedByInstalling', target: 'helping', actions: ['logFailure', 'tellTrouble'] },
              { guard: 'isOfLastTry', target: '#startup.fetchingDownloadParameters', actions: 'logFailure' },
              { actions: 'logFailure' },
            ],
          },
          // A client that hangs has had its turn as well: a try is one in `deviceNameIntervalMs`, answered or not.
          after: {
            nameRetry: [
              { guard: 'hasMoreTries', target: 'asking', reenter: true },
              { target: '#startup.fetchingDownloadParameters' },
            ],
          },
        },
        // The help stands on the screen; the page goes on by itself once someone has mended it.
        helping: { after: { retry: 'asking' } },
      },
    },
    named: {
      always: [
        {
          guard: 'isOldWindowsClient',
          target: 'left',
          actions: { type: 'goTo', params: '/download-updater' },
        },
        { guard: 'hasEnding', target: 'ending' },
        { target: 'ready', actions: 'tellReady' },
      ],
    },
    ending: {
      invoke: {
        src: 'modeEnding',
        input: ({ context: { ports, visit, start, client } }) => ({
          ports,
          origin: visit.origin,
          back: visit.back,
          mode: given(start).mode,
          deviceId: given(client).id,
        }),
      },
      on: { 'ending.check': { target: 'ready', actions: 'tellReady' }, 'ending.left': 'left' },
    },
    ready: {},
    left: {},
  },
});

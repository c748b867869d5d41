import { assign, sendTo } from 'xstate';
import { isRunByClient } from '../fix/fix-steps.ts';
import { createHomeContext } from './home-context.ts';
import { homeSetup } from './home-setup.ts';

/** The home screen, from the first title to work: see home.design.md. */
export const homeMachine = homeSetup.createMachine({
  id: 'home',
  context: ({ input }) => createHomeContext(input),
  initial: 'determining',
  on: { 'user.try-again': '.determining' },
  states: {
    determining: {
      invoke: {
        src: 'loadStart',
        input: ({ context }) => context,
        onDone: { target: 'waitingForExtension', actions: assign({ start: ({ event }) => event.output }) },
        onError: [
          { guard: 'isSignedOut', target: 'left', actions: 'goToSessionExpired' },
          { guard: 'isSignInOver', target: 'left', actions: 'goToSessionExpired' },
          { guard: 'isAccountDisabled', target: 'left', actions: 'goToUserBlocked' },
          { target: 'left', actions: 'goToServiceError' },
        ],
      },
    },
    waitingForExtension: {
      initial: 'looking',
      entry: assign({ deviceNameTry: 0 }),
      after: {
        presenceTimeout: {
          actions: assign({ trouble: 'extension-missing', troubleDetail: null }),
          target: 'waitingForExtension',
          reenter: true,
        },
      },
      states: {
        looking: {
          always: { guard: 'isExtensionPresent', target: '#home.askingDeviceName' },
          after: { presence: { target: 'looking', reenter: true } },
        },
      },
    },
    askingDeviceName: {
      initial: 'asking',
      states: {
        asking: {
          entry: assign({ deviceNameTry: ({ context }) => context.deviceNameTry + 1 }),
          invoke: {
            src: 'getDeviceName',
            input: ({ context }) => context,
            onDone: { target: '#home.checking', actions: assign({ trouble: null, troubleDetail: null }) },
            onError: [
              { guard: 'hasMoreTries', target: 'waiting' },
              { target: 'waitingLonger', actions: 'keepTrouble' },
            ],
          },
        },
        waiting: { after: { nameRetry: 'asking' } },
        // The help stands on the screen; the page goes on by itself as soon as the client answers.
        waitingLonger: { after: { troubleRetry: 'asking' } },
      },
    },
    checking: {
      type: 'parallel',
      on: {
        'flow.session': { actions: assign({ session: ({ event }) => event.session }) },
        'flow.failed': [
          { guard: 'isSignedOut', target: '.screen.left', actions: 'goToSessionExpired' },
          { guard: 'isSignInOver', target: '.screen.left', actions: 'goToSessionExpired' },
          { guard: 'isAccountDisabled', target: '.screen.left', actions: 'goToUserBlocked' },
          { guard: 'isTrouble', actions: 'keepTrouble' },
        ],
        'flow.result': { actions: ['keepResult', 'refreshIfExpired'] },
        'user.check-again': { actions: 'refresh' },
      },
      states: {
        flow: {
          invoke: {
            id: 'deviceFlow',
            src: 'deviceFlow',
            input: ({ context }) => ({
              ports: context.ports,
              signIn: context.start?.settings.signIn ?? '',
              loginMarker: context.loginMarker,
            }),
          },
        },
        push: {
          initial: 'lost',
          invoke: { src: 'listenToClient', input: ({ context }) => context },
          on: {
            'push.heard': [
              { guard: 'isHeartbeat', target: '.connected' },
              { guard: 'isDeviceChanged', target: '.connected', actions: 'collectNow' },
              { guard: 'isFixProgress', actions: 'keepFixProgress' },
            ],
          },
          states: {
            lost: { entry: sendTo('deviceFlow', { type: 'push.lost' }) },
            connected: {
              tags: 'live',
              entry: sendTo('deviceFlow', { type: 'push.connected' }),
              after: { pushLost: 'lost' },
            },
          },
        },
        title: {
          initial: 'connecting',
          states: {
            connecting: { after: { stillWorking: 'stillWorking' } },
            stillWorking: { tags: 'still-working', after: { takingLonger: 'takingLonger' } },
            takingLonger: { tags: 'taking-longer' },
          },
        },
        fixing: {
          initial: 'idle',
          on: {
            'user.fix': [
              {
                guard: 'needsDemoConsent',
                actions: assign({ fixesToConfirm: ({ event }) => event.types.filter(isRunByClient) }),
              },
              {
                actions: [assign({ fixesToConfirm: ({ event }) => event.types.filter(isRunByClient) }), 'startFixes'],
              },
            ],
            'user.confirm-demo': { actions: [assign({ hasDemoConsent: true }), 'startFixes'] },
            'user.decline-demo': { actions: assign({ fixesToConfirm: [] }) },
          },
          states: {
            idle: { always: { guard: 'hasFixesToRun', target: 'running' } },
            running: {
              invoke: {
                src: 'runFixes',
                input: ({ context }) => context,
                onDone: {
                  target: 'idle',
                  actions: [{ type: 'endFixes', params: ({ event }) => event.output }, 'collectNow'],
                },
              },
            },
          },
        },
        screen: {
          initial: 'connecting',
          states: {
            connecting: {
              tags: 'connecting',
              always: [
                { guard: 'isReadyWithoutScan', target: 'judged' },
                { guard: 'hasResult', target: 'scanning' },
              ],
            },
            scanning: {
              tags: 'scanning',
              entry: assign({ scanStep: 0 }),
              initial: 'step',
              states: {
                step: {
                  always: { guard: 'isScanOver', target: '#home.checking.screen.judged' },
                  after: {
                    scanStep: {
                      target: 'step',
                      reenter: true,
                      actions: assign({ scanStep: ({ context }) => context.scanStep + 1 }),
                    },
                  },
                },
              },
            },
            judged: {
              always: [{ guard: 'hasNoIssues', target: 'passed' }, { target: 'issues' }],
            },
            issues: {
              tags: 'issues',
              initial: 'watching',
              always: { guard: 'hasNoIssues', target: 'passed' },
              on: { 'user.continue': { guard: 'mayContinueHere', target: 'obtaining' } },
              states: {
                watching: { always: { guard: 'continuesByItself', target: 'leaving' } },
                leaving: {
                  always: { guard: 'continuesNoMore', target: 'watching' },
                  after: { automaticContinue: '#home.checking.screen.obtaining' },
                },
              },
            },
            passed: {
              tags: ['passed', 'redirecting'],
              always: { guard: 'hasIssues', target: 'issues' },
              after: { samlSubmit: 'obtaining' },
            },
            obtaining: {
              tags: ['passed', 'redirecting'],
              initial: 'deciding',
              states: {
                deciding: {
                  always: [
                    { guard: 'isPending', target: 'asking' },
                    { target: '#home.checking.screen.left', actions: 'goToSuccess' },
                  ],
                },
                asking: {
                  entry: assign({ obtainTries: ({ context }) => context.obtainTries + 1 }),
                  invoke: {
                    src: 'obtainSignInResponse',
                    input: ({ context }) => context,
                    onDone: [
                      {
                        guard: ({ event }) => event.output.kind === 'response',
                        target: '#home.checking.screen.sent',
                        actions: { type: 'submitResponse', params: ({ event }) => event.output },
                      },
                      { target: '#home.checking.screen.refreshing', actions: 'refresh' },
                    ],
                    onError: [
                      { guard: 'isSignedOut', target: '#home.checking.screen.left', actions: 'goToSessionExpired' },
                      { guard: 'isSignInOver', target: '#home.checking.screen.left', actions: 'goToSessionExpired' },
                      { guard: 'isAccountDisabled', target: '#home.checking.screen.left', actions: 'goToUserBlocked' },
                      { guard: 'isRestart', target: '#home.checking.screen.refreshing', actions: 'refuseSession' },
                      { target: '#home.checking.screen.refreshing', actions: ['keepTrouble', 'refresh'] },
                    ],
                  },
                },
              },
            },
            // The verdict has changed under our feet: wait for the next one, then decide anew.
            refreshing: {
              tags: 'connecting',
              on: { 'flow.result': [{ guard: 'hasTriedOften', target: 'resting' }, { target: 'judged' }] },
            },
            resting: { tags: 'connecting', after: { obtainRetry: 'judged' } },
            sent: {
              tags: ['passed', 'redirecting'],
              entry: assign({ obtainTries: 0 }),
              after: { samlSentFlag: 'idle' },
            },
            // The same response is not sent twice; after ten seconds the person may ask for another one.
            idle: { tags: 'passed', on: { 'user.continue': 'obtaining' } },
            left: { tags: 'left' },
          },
        },
      },
    },
    left: { type: 'final' },
  },
});

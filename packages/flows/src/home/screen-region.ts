import { assign } from 'xstate';
import type { Leave } from '../continuation/read-leave.ts';
import { homeSetup } from './home-setup.ts';

/** Whether there is something to go on with. */
const isGiven = ({ kind }: Leave) => kind === 'response' || kind === 'page';

/** Waits until Continue presses itself, and begins again when that is no longer so. */
const goingOn = homeSetup.createStateConfig({
  initial: 'watching',
  on: { 'user.continue': { guard: 'mayContinueHere', target: '#home.checking.screen.obtaining' } },
  states: {
    watching: { always: { guard: 'continuesByItself', target: 'leaving' } },
    leaving: {
      tags: 'redirecting',
      always: { guard: 'continuesNoMore', target: 'watching' },
      after: { automaticContinue: '#home.checking.screen.obtaining' },
    },
  },
});

/**
 * No wait goes on for ever without a word: the title asks for patience, then the help comes, and the tries behind it go
 * on. Each wait has this clock of its own.
 */
const patience = homeSetup.createStateConfig({
  initial: 'connecting',
  states: {
    connecting: { after: { stillWorking: 'stillWorking' } },
    stillWorking: { tags: 'still-working', after: { takingLonger: 'takingLonger' } },
    takingLonger: { tags: 'taking-longer', after: { noVerdict: 'overdue' } },
    overdue: { tags: 'overdue' },
  },
});

/** From 'Connecting…' to work. */
export const screenRegion = homeSetup.createStateConfig({
  initial: 'connecting',
  // Here and not around all regions: a transition of the parallel state would begin every flow again.
  on: { 'flow.failed': { guard: 'leadsAway', target: '.left', actions: 'goWhereItLeads' } },
  states: {
    connecting: {
      tags: 'connecting',
      ...patience,
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
      always: [
        { guard: 'isStillWanted', target: 'obtaining' },
        { guard: 'hasNoIssues', target: 'passed' },
        { target: 'issues' },
      ],
    },
    issues: { always: { guard: 'hasNoIssues', target: 'passed' }, ...goingOn },
    passed: { always: { guard: 'hasIssues', target: 'issues' }, ...goingOn },
    obtaining: {
      tags: 'redirecting',
      entry: ['keepWho', { type: 'tellFlow', params: { type: 'leave.asked' } }],
      exit: { type: 'tellFlow', params: { type: 'leave.answered' } },
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'leadsToPage', target: '#home.checking.screen.sent', actions: 'leaveForPage' },
            { target: 'asking' },
          ],
        },
        asking: {
          entry: assign({ obtainTries: ({ context }) => context.obtainTries + 1 }),
          invoke: {
            src: 'obtainLeave',
            input: ({ context }) => context,
            onDone: [
              {
                guard: ({ event }) => isGiven(event.output),
                target: '#home.checking.screen.sent',
                actions: [{ type: 'useLeave', params: ({ event }) => event.output }, 'keepSent'],
              },
              {
                guard: ({ event }) => event.output.kind === 'refused',
                target: '#home.checking.screen.withoutLeave',
                actions: { type: 'keepRefused', params: ({ event }) => event.output },
              },
              {
                target: '#home.checking.screen.refreshing',
                actions: ['keepLeaveTrouble', { type: 'tellFlow', params: { type: 'device.refresh' } }],
              },
            ],
            onError: [
              { guard: 'leadsAway', target: '#home.checking.screen.left', actions: 'goWhereItLeads' },
              { guard: 'isRestart', target: '#home.checking.screen.refreshing', actions: 'refuseSession' },
              {
                target: '#home.checking.screen.refreshing',
                actions: ['keepTrouble', 'keepLeaveTrouble', { type: 'tellFlow', params: { type: 'device.refresh' } }],
              },
            ],
          },
        },
      },
    },
    // The verdict has changed under our feet: wait for the next one, then decide again.
    refreshing: {
      tags: 'connecting',
      ...patience,
      on: { 'flow.result': [{ guard: 'hasTriedOften', target: 'withoutLeave' }, { target: 'judged' }] },
    },
    // Going round once more would only make the screen flicker: the help stays, and the tries go on behind it.
    withoutLeave: {
      tags: 'no-leave',
      entry: assign({ isByPerson: false }),
      initial: 'waiting',
      always: { guard: 'mayNotContinue', target: 'judged' },
      states: {
        // An administrator who approves the computer makes the server say "look".
        waiting: { after: { leaveRetry: 'asking' }, on: { 'push.look': { guard: 'mayBeApproved', target: 'asking' } } },
        asking: {
          entry: { type: 'tellFlow', params: { type: 'leave.asked' } },
          exit: { type: 'tellFlow', params: { type: 'leave.answered' } },
          invoke: {
            src: 'obtainLeave',
            input: ({ context }) => context,
            onDone: [
              {
                guard: ({ event }) => isGiven(event.output),
                target: '#home.checking.screen.sent',
                actions: [{ type: 'useLeave', params: ({ event }) => event.output }, 'keepSent'],
              },
              // Another report would not make it approved, nor bring the extension.
              {
                guard: ({ event }) => event.output.kind === 'refused',
                target: 'waiting',
                actions: { type: 'keepRefused', params: ({ event }) => event.output },
              },
              {
                target: 'waiting',
                actions: ['keepLeaveTrouble', { type: 'tellFlow', params: { type: 'device.refresh' } }],
              },
            ],
            onError: [
              { guard: 'leadsAway', target: '#home.checking.screen.left', actions: 'goWhereItLeads' },
              { guard: 'isRestart', target: 'waiting', actions: 'refuseSession' },
              {
                target: 'waiting',
                actions: ['keepLeaveTrouble', { type: 'tellFlow', params: { type: 'device.refresh' } }],
              },
            ],
          },
        },
      },
    },
    sent: {
      tags: 'redirecting',
      entry: assign({ obtainTries: 0, leaveTrouble: null }),
      after: { samlSentFlag: 'idle' },
    },
    // The same response is not sent twice; after ten seconds the person may ask for another one.
    idle: {
      tags: 'answered',
      always: { guard: 'mayNotContinue', target: 'issues', actions: assign({ hasSent: false }) },
      on: { 'user.continue': { guard: 'mayContinueHere', target: 'obtaining' } },
    },
    left: { tags: 'left', on: { 'flow.failed': {} } },
  },
});

import { assign } from 'xstate';
import { demoConsentFor, sortFixes } from '../fix/fix-steps.ts';
import { homeSetup } from './home-setup.ts';

/** Repairs: at once, after the trial's consent, or after what a window asks first. */
export const fixingRegion = homeSetup.createStateConfig({
  initial: 'idle',
  on: {
    'user.fix': [
      {
        guard: 'needsDemoConsent',
        actions: [assign({ fixesToConfirm: ({ event }) => sortFixes(event.types).byClient }), 'openWindows'],
      },
      {
        actions: [
          assign({ fixesToConfirm: ({ event }) => sortFixes(event.types).byClient }),
          'startFixes',
          'openWindows',
        ],
      },
    ],
    'modals.fix': [
      { guard: 'needsDemoConsent', actions: assign({ fixesToConfirm: ({ event }) => event.types }) },
      { actions: [assign({ fixesToConfirm: ({ event }) => event.types }), 'startFixes'] },
    ],
    'user.confirm-demo': {
      actions: [
        assign(({ context: { demoConsents, fixesToConfirm } }) => ({
          demoConsents: [...demoConsents, demoConsentFor(fixesToConfirm)],
        })),
        'startFixes',
      ],
    },
    'user.decline-demo': { actions: ['declineFixes', assign({ fixesToConfirm: [] })] },
  },
  states: {
    idle: { always: { guard: 'hasFixesToRun', target: 'running' } },
    running: {
      invoke: {
        src: 'runFixes',
        input: ({ context }) => context,
        onDone: {
          target: 'idle',
          actions: [
            { type: 'endFixes', params: ({ event }) => event.output },
            { type: 'writeFixes', params: ({ event }) => event.output },
            { type: 'tellModalsOutcomes', params: ({ event }) => event.output },
            { type: 'tellFlow', params: { type: 'device.changed' } },
          ],
        },
      },
    },
  },
});

/** What stands over the screen: the modals' own chart, and what of it concerns this one. */
export const modalRegion = homeSetup.createStateConfig({
  invoke: {
    id: 'modals',
    src: 'modals',
    input: ({ context: { ports, start } }) => ({
      ports,
      managedDeviceService: start?.online?.managedDeviceService ?? null,
    }),
  },
  on: {
    'modals.shown': { actions: assign({ modal: ({ event }) => event.modal }) },
    'modals.enrolled': { actions: assign({ isEnrolled: true }) },
    'modals.activity': { actions: 'writeActivity' },
    'modal.*': { actions: 'tellModals' },
    'user.close-modal': { actions: 'tellModals' },
    'user.enroll': { actions: 'tellModals' },
    'user.remind-later': { actions: 'tellModals' },
    'user.opt-out': { actions: 'tellModals' },
    'user.enrollment-ok': { actions: 'tellModals' },
    'user.continue-encryption': { actions: 'tellModals' },
    'user.accept-eula': { actions: 'tellModals' },
  },
});

import {
  type ActivityVerb,
  type CheckResult,
  type CheckType,
  type EncryptionWay,
  encryptionWayOf,
  type FixActionType,
} from '@vestibule/contracts';
import { assign, sendParent, setup } from 'xstate';
import { given } from '../given.ts';
import type { InstructionsTopic, Modal, ModalsEvent, ModalsInput, ModalsReport } from './modals-types.ts';

interface ModalsContext extends ModalsInput {
  readonly result: CheckResult | null;
  /** The person has answered the offer, or put it off: it does not come by itself again in this visit. */
  readonly hasOffered: boolean;
  /** The person went to enrol: once the check passes it is said. */
  readonly isEnrolling: boolean;
  /** What was agreed to in this visit: signed software by its name, and the company's agreement, which has none. */
  readonly accepted: readonly string[];
  readonly toInstall: readonly FixActionType[];
  readonly topic: InstructionsTopic;
  /** What the encryption window was opened for. */
  readonly way: EncryptionWay;
}

/** The checks that each page of instructions is about. */
const CHECKS_OF: { readonly [topic in InstructionsTopic]: readonly CheckType[] } = {
  'screen-saver': ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'],
  'windows-update': ['OsAutoUpdateEnable'],
};

function checkOf({ result }: ModalsContext, type: CheckType) {
  return result?.securityChecks.find(({ checkType }) => checkType === type);
}

const AGREEMENT = '';

/** What is to be agreed to next: the signed software that the newest verdict would have installed, or else the agreement. */
function nextToAccept(context: ModalsContext): string | undefined {
  return context.toInstall
    .map((type) => String(checkOf(context, type)?.fixAction?.parameters?.['software'] ?? AGREEMENT))
    .find((id) => !context.accepted.includes(id));
}

/** How the newest verdict would have the drive encrypted; null: it offers no way. */
function wayIn(context: ModalsContext): EncryptionWay | null {
  const action = checkOf(context, 'DeviceEncrypted')?.fixAction ?? null;
  return action === null ? null : encryptionWayOf(action);
}

type Shown =
  | 'nothing'
  | 'support'
  | 'offering'
  | 'enrolling'
  | 'enrolled'
  | 'asking'
  | 'running'
  | 'in-settings'
  | 'encrypting'
  | 'eula'
  | 'instructions';

function modalOf(context: ModalsContext, shown: Shown): Modal | null {
  const { managedDeviceService, topic, way } = context;
  switch (shown) {
    case 'nothing':
      return null;
    case 'support':
      return { kind: shown };
    case 'eula': {
      const software = nextToAccept(context);
      return { kind: shown, ...(software && { software }) };
    }
    case 'offering':
    case 'enrolling':
    case 'enrolled': {
      const { name, mayOptOut, can, cannot } = given(managedDeviceService);
      return { kind: 'device-management', step: shown, serviceName: name, mayOptOut, can, cannot };
    }
    case 'asking':
    case 'running':
    case 'in-settings':
      return { kind: 'encryption', step: shown, way };
    case 'encrypting': {
      const percent = checkOf(context, 'DeviceEncrypted')?.underway?.percent ?? null;
      return { kind: 'encryption', step: shown, percent };
    }
    case 'instructions':
      return { kind: 'instructions', topic };
  }
}

/** What stands over the home screen: see modals.design.md. */
export const modalsMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: ModalsContext; input: ModalsInput; events: ModalsEvent },
  guards: {
    isOffered: ({ context }) => context.managedDeviceService !== null,
    mayOffer: ({ context }) => mayOffer(context),
    hasEnrolled: ({ context }) => context.isEnrolling && checkOf(context, 'ManagedDevice')?.isPassed === true,
    mayOptOut: ({ context }) => context.managedDeviceService?.mayOptOut === true,
    isEncrypted: ({ context }) => checkOf(context, 'DeviceEncrypted')?.isPassed === true,
    isFixed: ({ context }) => {
      const open = CHECKS_OF[context.topic].filter((type) => checkOf(context, type)?.isPassed === false);
      return context.result !== null && open.length === 0;
    },
    isEncrypting: ({ context }) => checkOf(context, 'DeviceEncrypted')?.underway !== undefined,
    isEncryptingNoMore: ({ context }) => checkOf(context, 'DeviceEncrypted')?.underway === undefined,
    /** The computer has changed meanwhile: what the window asks for is not what would be done. */
    hasToAccept: ({ context }) => nextToAccept(context) !== undefined,
    isOtherWay: ({ context }) => wayIn(context) !== null && wayIn(context) !== context.way,
    hasNoWay: ({ context }) => wayIn(context) === null,
    isEncryption: ({ event }) => 'checkType' in event && event.checkType === 'DeviceEncrypted',
  },
  actions: {
    keepWay: assign(({ context }) => ({ way: wayIn(context) ?? context.way })),
    keepResult: assign(({ event }) => (event.type === 'modal.result' ? { result: event.result } : {})),
    show: sendParent(
      ({ context }, shown: Shown) => ({ type: 'modals.shown', modal: modalOf(context, shown) }) satisfies ModalsReport,
    ),
    tellEnrolled: sendParent({ type: 'modals.enrolled' } satisfies ModalsReport),
    tellContinue: sendParent({ type: 'modals.continue' } satisfies ModalsReport),
    accept: assign(({ context }) => ({ accepted: [...context.accepted, nextToAccept(context) ?? AGREEMENT] })),
    writeActivity: sendParent((_, verb: ActivityVerb) => ({ type: 'modals.activity', verb }) satisfies ModalsReport),
    encrypt: sendParent({ type: 'modals.fix', types: ['DeviceEncrypted'] } satisfies ModalsReport),
    install: sendParent(({ context }) => ({ type: 'modals.fix', types: context.toInstall }) satisfies ModalsReport),
    openEnrollment: ({ context }) => context.ports.page.openTab(given(context.managedDeviceService).enrollUrl),
    optOut: ({ context }) => context.ports.memory.write('hasOptedOut', true),
  },
}).createMachine({
  id: 'modals',
  context: ({ input }) => ({
    ...input,
    result: null,
    hasOffered: false,
    isEnrolling: false,
    accepted: [],
    toInstall: [],
    topic: 'screen-saver',
    way: 'resume',
  }),
  initial: 'closed',
  on: {
    'modal.result': { actions: 'keepResult' },
    'modal.support': '.support',
    'modal.device-management': { guard: 'isOffered', target: '.deviceManagement' },
    'modal.encryption': '.encryption',
    'modal.install': { target: '.eula', actions: assign({ toInstall: ({ event }) => event.types }) },
    'modal.instructions': { target: '.instructions', actions: assign({ topic: ({ event }) => event.topic }) },
    'user.close-modal': '.closed',
  },
  states: {
    closed: {
      entry: { type: 'show', params: 'nothing' },
      always: [
        { guard: 'hasEnrolled', target: 'deviceManagement.enrolled' },
        { guard: 'mayOffer', target: 'deviceManagement' },
      ],
    },
    support: { entry: { type: 'show', params: 'support' } },
    deviceManagement: {
      entry: assign({ hasOffered: true }),
      initial: 'offering',
      states: {
        offering: {
          entry: { type: 'show', params: 'offering' },
          on: {
            'user.enroll': {
              target: 'enrolling',
              actions: [assign({ isEnrolling: true }), 'openEnrollment'],
            },
            'user.remind-later': {
              target: '#modals.closed',
              actions: { type: 'writeActivity', params: 'deviceManagedServiceSkipped' },
            },
            'user.close-modal': {
              target: '#modals.closed',
              actions: { type: 'writeActivity', params: 'deviceManagedServiceSkipped' },
            },
            'user.opt-out': {
              guard: 'mayOptOut',
              target: '#modals.closed',
              actions: ['optOut', { type: 'writeActivity', params: 'deviceManagedServiceOptedOut' }],
            },
          },
        },
        /** In another tab; this one watches the check. */
        enrolling: {
          entry: { type: 'show', params: 'enrolling' },
          always: { guard: 'hasEnrolled', target: 'enrolled' },
          on: { 'user.enroll': { actions: 'openEnrollment' } },
        },
        enrolled: {
          entry: [
            assign({ isEnrolling: false }),
            { type: 'show', params: 'enrolled' },
            'tellEnrolled',
            { type: 'writeActivity', params: 'deviceManagedServiceEnrolled' },
          ],
          on: { 'user.enrollment-ok': { target: '#modals.closed', actions: 'tellContinue' } },
        },
      },
    },
    encryption: {
      initial: 'asking',
      always: { guard: 'isEncrypted', target: 'closed' },
      states: {
        asking: {
          entry: ['keepWay', { type: 'show', params: 'asking' }],
          always: [
            { guard: 'isEncrypting', target: 'encrypting' },
            { guard: 'hasNoWay', target: '#modals.closed' },
            { guard: 'isOtherWay', target: 'asking', reenter: true },
          ],
          on: { 'user.continue-encryption': { target: 'running', actions: 'encrypt' } },
        },
        running: {
          entry: { type: 'show', params: 'running' },
          always: { guard: 'isEncrypting', target: 'encrypting' },
          on: {
            'modal.fix-failed': { guard: 'isEncryption', target: '#modals.closed' },
            'modal.fix-opened': { guard: 'isEncryption', target: 'inSettings' },
          },
        },
        /** Where the person turns it on: not ours to see, so that the next reading alone tells. */
        inSettings: {
          entry: { type: 'show', params: 'in-settings' },
          always: [
            { guard: 'isEncrypting', target: 'encrypting' },
            { guard: 'hasNoWay', target: '#modals.closed' },
            { guard: 'isOtherWay', target: 'asking' },
          ],
          on: { 'user.continue-encryption': { target: 'running', actions: 'encrypt' } },
        },
        encrypting: {
          entry: { type: 'show', params: 'encrypting' },
          always: { guard: 'isEncryptingNoMore', target: 'asking' },
          on: { 'modal.result': { target: 'encrypting', reenter: true, actions: 'keepResult' } },
        },
      },
    },
    eula: {
      initial: 'looking',
      states: {
        looking: {
          always: [
            { guard: 'hasToAccept', target: 'asking' },
            { target: '#modals.closed', actions: 'install' },
          ],
        },
        asking: {
          entry: { type: 'show', params: 'eula' },
          on: { 'user.accept-eula': { target: 'looking', actions: 'accept' } },
        },
      },
    },
    instructions: {
      entry: { type: 'show', params: 'instructions' },
      always: { guard: 'isFixed', target: 'closed' },
    },
  },
});

/** The offer comes by itself once in a visit, while the check fails and the company offers a way out of it. */
function mayOffer(context: ModalsContext): boolean {
  const { managedDeviceService, hasOffered, ports } = context;
  const check = checkOf(context, 'ManagedDevice');
  const isOpen = check !== undefined && !check.isPassed && check.fixAction !== null;
  return isOpen && managedDeviceService !== null && !hasOffered && ports.memory.read('hasOptedOut') !== true;
}

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
  readonly hasAcceptedEula: boolean;
  /** Signed software whose licence was accepted in this visit. */
  readonly acceptedSoftware: readonly string[];
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

/** What the newest verdict would have installed for these checks: by the names of signed software. */
function softwareOf(context: ModalsContext, types: readonly FixActionType[]): readonly string[] {
  const named = types.map((type) => checkOf(context, type)?.fixAction?.parameters?.['software']);
  return named.filter((id) => typeof id === 'string');
}

/** Whether everything was agreed to: the licence of each software, and for what brings none the company's agreement. */
function hasAccepted(context: ModalsContext, types: readonly FixActionType[]): boolean {
  const software = softwareOf(context, types);
  const isAllSoftware = software.length === types.length;
  return software.every((id) => context.acceptedSoftware.includes(id)) && (isAllSoftware || context.hasAcceptedEula);
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
      const software = softwareOf(context, context.toInstall).find((id) => !context.acceptedSoftware.includes(id));
      return software === undefined ? { kind: shown } : { kind: shown, software };
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
    hasAcceptedEula: ({ context }) => context.hasAcceptedEula,
    isEncrypting: ({ context }) => checkOf(context, 'DeviceEncrypted')?.underway !== undefined,
    isEncryptingNoMore: ({ context }) => checkOf(context, 'DeviceEncrypted')?.underway === undefined,
    /** The computer has changed meanwhile: what the window asks for is not what would be done. */
    hasAcceptedForThese: ({ context, event }) => event.type === 'modal.install' && hasAccepted(context, event.types),
    hasMoreToAccept: ({ context }) => !hasAccepted(context, context.toInstall),
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
    accept: assign(({ context }) => {
      const shown = modalOf(context, 'eula');
      return shown?.kind === 'eula' && shown.software !== undefined
        ? { acceptedSoftware: [...context.acceptedSoftware, shown.software] }
        : { hasAcceptedEula: true };
    }),
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
    hasAcceptedEula: false,
    acceptedSoftware: [],
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
    'modal.install': [
      { guard: 'hasAcceptedForThese', actions: [assign({ toInstall: ({ event }) => event.types }), 'install'] },
      { target: '.eula', actions: assign({ toInstall: ({ event }) => event.types }) },
    ],
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
      initial: 'asking',
      states: {
        asking: {
          entry: { type: 'show', params: 'eula' },
          on: { 'user.accept-eula': { target: 'accepted', actions: 'accept' } },
        },
        accepted: {
          always: [
            { guard: 'hasMoreToAccept', target: 'asking' },
            { target: '#modals.closed', actions: 'install' },
          ],
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

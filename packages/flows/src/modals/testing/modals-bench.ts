import type { CheckType, SecurityCheck } from '@vestibule/contracts';
import { createActor, createMachine } from 'xstate';
import { createCheckResult, createFakePorts, type FakePorts } from '../../fake-ports.ts';
import { modalsMachine } from '../modals.ts';
import type { ManagedDeviceService, Modal, ModalsEvent, ModalsReport } from '../modals-types.ts';

export const SERVICE: ManagedDeviceService = {
  name: 'Alder MDM',
  enrollUrl: 'https://mdm.example/enroll',
  mayOptOut: true,
  can: ['Erase it'],
  cannot: [],
};

/** The modals' chart below a parent that keeps what it hears. */
export interface ModalsBench {
  readonly ports: FakePorts;
  readonly heard: readonly ModalsReport[];
  /** Begins a visit; what is heard goes on. */
  readonly start: (service?: ManagedDeviceService | null) => { send(event: ModalsEvent): void };
  readonly shown: () => Modal | null;
  /** What was told but what is shown. */
  readonly types: () => readonly string[];
}

export function createModalsBench(): ModalsBench {
  const ports = createFakePorts();
  const heard: ModalsReport[] = [];
  return {
    ports,
    heard,
    start: (managedDeviceService = SERVICE) => {
      const parent = createMachine({
        invoke: { id: 'modals', src: modalsMachine, input: { ports, managedDeviceService } },
        on: { 'modals.*': { actions: ({ event }) => heard.push(event as unknown as ModalsReport) } },
      });
      const actor = createActor(parent).start();
      return actor.getSnapshot().children['modals'] as { send(event: ModalsEvent): void };
    },
    shown: () => {
      const last = heard.findLast((report) => report.type === 'modals.shown');
      return last?.type === 'modals.shown' ? last.modal : null;
    },
    types: () => heard.filter(({ type }) => type !== 'modals.shown').map(({ type }) => type),
  };
}

export function check(checkType: CheckType, isPassed: boolean, changes: Partial<SecurityCheck> = {}): SecurityCheck {
  return {
    checkType,
    checkMessage: checkType,
    description: '',
    fixAction: null,
    isPassed,
    isRequired: false,
    isSigninStopper: false,
    state: isPassed ? 'passed' : 'failed',
    ...changes,
  };
}

export const result = (...securityChecks: SecurityCheck[]): ModalsEvent => ({
  type: 'modal.result',
  result: createCheckResult({ securityChecks }),
});

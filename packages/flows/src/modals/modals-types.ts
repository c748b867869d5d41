import type {
  ActivityVerb,
  CheckResult,
  CheckType,
  EncryptionWay,
  FixActionType,
  OnlineSettings,
} from '@vestibule/contracts';
import type { Ports } from '../ports.ts';

/** What stands over the home screen. */
export type Modal =
  | { readonly kind: 'support' }
  | {
      readonly kind: 'device-management';
      readonly step: 'offering' | 'enrolling' | 'enrolled';
      readonly serviceName: string;
      readonly mayOptOut: boolean;
      /** In the company's own words. */
      readonly can: readonly string[];
      readonly cannot: readonly string[];
    }
  | {
      readonly kind: 'encryption';
      /** `in-settings`: the page of the settings is open, and the person is there. */
      readonly step: 'asking' | 'running' | 'in-settings';
      readonly way: EncryptionWay;
    }
  /** The system encrypts; null where it does not say how far it is. */
  | { readonly kind: 'encryption'; readonly step: 'encrypting'; readonly percent: number | null }
  /** `software`: the signed software whose licence is agreed to; left out, the company's agreement. */
  | { readonly kind: 'eula'; readonly software?: string }
  | { readonly kind: 'instructions'; readonly topic: InstructionsTopic };

/** Settings that some computers want changed by hand. */
export type InstructionsTopic = 'screen-saver' | 'windows-update';

export type ManagedDeviceService = NonNullable<OnlineSettings['managedDeviceService']>;

export interface ModalsInput {
  readonly ports: Ports;
  /** Null: the company offers none. */
  readonly managedDeviceService: ManagedDeviceService | null;
}

export type ModalsEvent =
  | { readonly type: 'modal.result'; readonly result: CheckResult }
  | { readonly type: 'modal.support' }
  | { readonly type: 'modal.device-management' }
  | { readonly type: 'modal.encryption' }
  /** Something is about to be installed; once in a visit the licence agreement comes first, and once that of each software. */
  | { readonly type: 'modal.install'; readonly types: readonly FixActionType[] }
  | { readonly type: 'modal.instructions'; readonly topic: InstructionsTopic }
  /** A fix that was begun here has ended without the change. */
  | { readonly type: 'modal.fix-failed'; readonly checkType: CheckType }
  /** A fix that was begun here has opened a page of the system's settings, and changed nothing. */
  | { readonly type: 'modal.fix-opened'; readonly checkType: CheckType }
  | { readonly type: 'user.close-modal' }
  | { readonly type: 'user.enroll' }
  | { readonly type: 'user.remind-later' }
  | { readonly type: 'user.opt-out' }
  | { readonly type: 'user.enrollment-ok' }
  | { readonly type: 'user.continue-encryption' }
  | { readonly type: 'user.accept-eula' };

/** What the modals tell the home chart. */
export type ModalsReport =
  | { readonly type: 'modals.shown'; readonly modal: Modal | null }
  | { readonly type: 'modals.enrolled' }
  | { readonly type: 'modals.fix'; readonly types: readonly FixActionType[] }
  | { readonly type: 'modals.continue' }
  | { readonly type: 'modals.activity'; readonly verb: ActivityVerb };

import type { CheckResult, CheckType, FixOutcome, SecurityCheck } from '@vestibule/contracts';
import type { ShownResultStatus } from '@vestibule/policy';
import type { DemoConsent } from '../fix/fix-steps.ts';
import type { InstructionsTopic, Modal } from '../modals/modals-types.ts';
import type { Trouble } from '../trouble.ts';

/** How the page says what server and client say in English. */
export interface HomeWords {
  readonly check: (check: SecurityCheck) => SecurityCheck;
  /** A sentence of the client. */
  readonly sentence: (english: string) => string;
}

/** As it was told. */
export const IN_ENGLISH: HomeWords = { check: (check) => check, sentence: (english) => english };

/** One line of the scan card. */
export interface ScanRow {
  readonly checkType: CheckType;
  readonly text: string;
  readonly state: 'waiting' | 'scanning' | 'passed' | 'failed' | 'unknown';
}

/** Whether and how the person may go on. */
export type ContinueOffer =
  | { readonly kind: 'absent' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'enabled' }
  /** Goes on by itself after the specification's delay. */
  | { readonly kind: 'automatic' };

/** What stands next to Continue. */
export type ContinueHint =
  /** 'Fix the security issue above to continue' */
  | 'fix-first'
  /** Quick start: 'Click “Continue” to complete your set up.' */
  | 'complete-set-up'
  /** Quick start: 'Click “Continue” to fix these issues later.' */
  | 'fix-later'
  | 'goes-on-soon'
  /** This tab has sent a response for this sign-in before, and the application may refuse another one. */
  | 'answered-before'
  | null;

/** A fix that is running or that did not hold. */
export type FixState =
  | { readonly kind: 'running'; readonly share?: number; readonly text?: string }
  | { readonly kind: 'ended'; readonly outcome: FixOutcome };

/** The titles while the checks are on their way, as the specification has them. */
export type CheckingTitle =
  | 'Determining Computer Security…'
  | 'Connecting…'
  | 'Still working…'
  | "It's taking longer than expected. Thanks for your patience!"
  | 'Scanning Computer…';

/** Whether, how and where to the person goes on. */
export interface Onward {
  readonly continueOffer: ContinueOffer;
  readonly hint: ContinueHint;
  /** The response is asked for, or sent. */
  readonly isRedirecting: boolean;
  readonly applicationName: string | null;
  /** Where the application begins again, once it has had its answer. */
  readonly startUrl?: string | null;
}

/** What a verdict is shown with, whether it stops the person or not. */
export interface Judged extends Onward {
  readonly checks: readonly SecurityCheck[];
  readonly disclaimer: CheckResult['disclaimer'];
  /** Passed checks are listed too: status page and quick start. */
  readonly listsPassed: boolean;
}

export type HomePhase =
  | {
      readonly phase: 'determining' | 'connecting' | 'scanning';
      readonly title: CheckingTitle;
      /** 'n/total check message' while scanning. */
      readonly runningText: string | null;
      readonly done: number;
      readonly total: number;
      readonly rows: readonly ScanRow[];
    }
  | (Judged & {
      readonly phase: 'issues';
      readonly fixes: { readonly [type in CheckType]?: FixState };
      /** Push or polling is running: 'Updates by itself'. */
      readonly isLive: boolean;
      /** The server does not answer: what is shown is from before, and the page keeps trying. */
      readonly isServerAway: boolean;
      readonly isRemediationEnabled: boolean;
      readonly isExtensionInstalled: boolean;
      /** The company offers a managed-device service to enrol in. */
      readonly isManagementOffered: boolean;
      /** Asked once before the first fix of its kind in a trial, which touches this very computer; null: nothing is. */
      readonly demoConsent: DemoConsent | null;
    })
  | (Judged & { readonly phase: 'passed' })
  | {
      readonly phase: 'trouble';
      readonly trouble: Trouble;
      readonly detail: string | null;
      /** Of a wrong clock: by how much it is ahead, negative when behind; null when that is not known. */
      readonly clockOffsetMs: number | null;
      /** The identity provider waits for it, a few minutes long, and no one signs in here. */
      readonly isSecondStep?: true;
    };

/** What stands around every phase. */
export interface HomeFrame {
  /** The name of the page: the status page reuses this screen. */
  readonly pageName: 'home' | 'status';
  readonly resultStatus: ShownResultStatus;
  readonly modal: Modal | null;
}

/** Everything the home screen shows, and nothing about how it came to be. */
export type HomeView = HomePhase & HomeFrame;

/** What a person can do on the home screen. */
export interface HomeActions {
  readonly fix: (types: readonly CheckType[]) => void;
  readonly checkAgain: () => void;
  readonly continueToWork: () => void;
  readonly confirmDemoConsent: () => void;
  readonly declineDemoConsent: () => void;
  readonly tryAgain: () => void;
  readonly contactSupport: () => void;
  readonly showInstructions: (topic: InstructionsTopic) => void;
  readonly modal: ModalActions;
}

/** What a person can do in what stands over it. */
export interface ModalActions {
  readonly close: () => void;
  readonly enroll: () => void;
  readonly remindLater: () => void;
  readonly optOut: () => void;
  readonly finishEnrollment: () => void;
  readonly continueEncryption: () => void;
  readonly acceptEula: () => void;
}

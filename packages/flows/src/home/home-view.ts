import type { CheckType, FixOutcome, SecurityCheck } from '@vestibule/contracts';

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

/** A fix that is running or that did not hold. */
export type FixState =
  | { readonly kind: 'running'; readonly share?: number; readonly text?: string }
  | { readonly kind: 'ended'; readonly outcome: FixOutcome };

/** What is broken in the chain, when no verdict can be had. Each has its own screen text and next step. */
export type Trouble =
  | 'extension-missing'
  | 'client-missing'
  | 'client-not-answering'
  | 'device-blocked'
  | 'grant-refused';

/** Everything the home screen shows, and nothing about how it came to be. */
export type HomeView =
  | {
      readonly phase: 'determining' | 'connecting' | 'scanning';
      readonly title: string;
      /** 'n/total check message' while scanning. */
      readonly runningText: string | null;
      readonly done: number;
      readonly total: number;
      readonly rows: readonly ScanRow[];
    }
  | {
      readonly phase: 'issues';
      readonly checks: readonly SecurityCheck[];
      readonly fixes: { readonly [type in CheckType]?: FixState };
      readonly continueOffer: ContinueOffer;
      /** Push or polling is running: 'Updates by itself'. */
      readonly isLive: boolean;
      readonly isRemediationEnabled: boolean;
      readonly isExtensionInstalled: boolean;
      /** Shown once before the first fix of a trial: it changes this very computer. */
      readonly asksDemoConsent: boolean;
    }
  | {
      readonly phase: 'passed';
      readonly checks: readonly SecurityCheck[];
      readonly isRedirecting: boolean;
      readonly applicationName: string | null;
    }
  | { readonly phase: 'trouble'; readonly trouble: Trouble; readonly detail: string | null };

/** What a person can do on the home screen. */
export interface HomeActions {
  readonly fix: (types: readonly CheckType[]) => void;
  readonly checkAgain: () => void;
  readonly continueToWork: () => void;
  readonly confirmDemoConsent: () => void;
  readonly declineDemoConsent: () => void;
  readonly tryAgain: () => void;
}

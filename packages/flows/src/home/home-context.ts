import type { CheckResult, CheckType, FixActionType, SessionData } from '@vestibule/contracts';
import type { StepFailure } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';
import type { FixState, Trouble } from './home-view.ts';
import type { Start } from './load-start.ts';

export interface HomeInput {
  readonly ports: Ports;
  /** Handle of the pending sign-in from the address; null when the person came by themselves. */
  readonly loginMarker: string | null;
  readonly isSafari: boolean;
  /** No staged scan: the person asked their system for less motion, or this browser has passed before. */
  readonly skipsAnimation: boolean;
}

export interface HomeContext extends HomeInput {
  readonly start: Start | null;
  readonly deviceNameTry: number;
  readonly session: SessionData | null;
  readonly result: CheckResult | null;
  readonly scanStep: number;
  /** Sign-in responses asked for since the last one that came. */
  readonly obtainTries: number;
  readonly fixes: { readonly [type in CheckType]?: FixState };
  /** Fixes that wait for the trial's one-time consent. */
  readonly fixesToConfirm: readonly FixActionType[];
  readonly hasDemoConsent: boolean;
  readonly trouble: Trouble | null;
  readonly troubleDetail: string | null;
}

export function createHomeContext(input: HomeInput): HomeContext {
  return {
    ...input,
    start: null,
    deviceNameTry: 0,
    session: null,
    result: null,
    scanStep: 0,
    obtainTries: 0,
    fixes: {},
    fixesToConfirm: [],
    hasDemoConsent: false,
    trouble: null,
    troubleDetail: null,
  };
}

/** Where a failure of the device flow leads. Null: the flow itself tries again and the screen stays. */
export function troubleOf(failure: StepFailure): Trouble | null {
  if (failure.kind === 'device-blocked') return 'device-blocked';
  if (failure.kind !== 'client') return null;
  switch (failure.code) {
    case 'extension-missing':
      return 'extension-missing';
    case 'host-missing':
      return 'client-missing';
    case 'grant-refused':
    case 'origin-not-allowed':
      return 'grant-refused';
    default:
      return 'client-not-answering';
  }
}

import type { StepFailure } from './device-flow/step-result.ts';

/** What is broken in the chain, when no verdict can be had. Each has its own screen text and next step. */
export type Trouble =
  | 'extension-missing'
  | 'client-missing'
  /** It does not know what it is asked: older than this page. */
  | 'client-outdated'
  | 'client-not-answering'
  | 'device-blocked'
  | 'grant-refused';

/** Where a failure of a flow leads. Null: the flow itself tries again and the screen stays. */
export function troubleOf(failure: StepFailure): Trouble | null {
  if (failure.kind === 'device-blocked') return 'device-blocked';
  if (failure.kind !== 'client') return null;
  switch (failure.code) {
    case 'extension-missing':
      return 'extension-missing';
    case 'host-missing':
      return 'client-missing';
    case 'unknown-message':
      return 'client-outdated';
    case 'grant-refused':
    case 'origin-not-allowed':
      return 'grant-refused';
    default:
      return 'client-not-answering';
  }
}

import { OWN_LIMITS } from '@vestibule/contracts';
import type { StepFailure } from './device-flow/step-result.ts';

/** What is broken in the chain, when no verdict can be had. Each has its own screen text and next step. */
export type Trouble =
  | 'extension-missing'
  | 'client-missing'
  /** Client and page do not understand each other: one of them is older than the other. */
  | 'client-outdated'
  | 'client-not-answering'
  /** The client cannot read the keys with which it signs. */
  | 'keys-missing'
  /** The client runs, and could not read one fact. */
  | 'no-data'
  /** What the server signed a moment ago is long over by the clock of this computer. */
  | 'clock-wrong'
  /** The browser may not start the client: someone who manages it has said so. */
  | 'blocked-by-policy'
  | 'device-blocked'
  /** It would be the second factor, and an administrator has not approved it yet. */
  | 'device-not-approved'
  | 'grant-refused'
  | 'server-not-answering'
  /** The checks let the person in, and yet the server gives no response for the application. */
  | 'no-leave'
  /** Everybody answers, and yet no verdict has come for a long while. */
  | 'no-verdict';

/** Chromium's words for a client that a policy keeps it from starting; it has them in English only. */
const FORBIDDEN_BY_POLICY = /disabled by the system administrator/i;

/** The client's word for a grant whose time is over, beyond what its clock may be off. */
const GRANT_EXPIRED = 'expired';

/** The client's words for a message that was on its way for a minute: the computer slept, and nothing is outdated. */
const HELD_UP = /message is too old/i;

/** Where a failure of a flow leads. Null: the flow itself tries again and the screen stays. */
export function troubleOf(failure: StepFailure): Trouble | null {
  if (failure.kind === 'device-blocked' || failure.kind === 'device-not-approved') return failure.kind;
  if (failure.kind !== 'client') return null;
  if (FORBIDDEN_BY_POLICY.test(failure.detail ?? '')) return 'blocked-by-policy';
  switch (failure.code) {
    case 'extension-missing':
      return 'extension-missing';
    case 'host-missing':
      return 'client-missing';
    case 'malformed-message':
      return HELD_UP.test(failure.detail ?? '') ? 'client-not-answering' : 'client-outdated';
    case 'unknown-message':
      return 'client-outdated';
    case 'grant-refused':
      return failure.detail === GRANT_EXPIRED ? 'clock-wrong' : 'grant-refused';
    case 'origin-not-allowed':
      return 'grant-refused';
    default:
      return 'client-not-answering';
  }
}

/** What a clock that is far off looks like from here: signatures from the future or the past, and no one who says so. */
const MAY_BE_THE_CLOCK: readonly Trouble[] = ['client-not-answering', 'grant-refused', 'no-verdict', 'no-leave'];

/**
 * The trouble, or the clock of this computer where that explains it.
 * @param clockOffsetMs by how much this computer is ahead of the server; null when no one knows
 */
export function withClock(trouble: Trouble, clockOffsetMs: number | null): Trouble {
  return isClockWrong(clockOffsetMs) && MAY_BE_THE_CLOCK.includes(trouble) ? 'clock-wrong' : trouble;
}

/** Beyond what the client and the server put up with. */
function isClockWrong(clockOffsetMs: number | null): boolean {
  return clockOffsetMs !== null && Math.abs(clockOffsetMs) > OWN_LIMITS.clockToleranceMs;
}

const NOT_MENDED_BY_INSTALLING: readonly (Trouble | null)[] = ['grant-refused', 'clock-wrong', 'blocked-by-policy'];

/** True when the help has to stay on the screen: an installation, to which silence leads, would change nothing. */
export function isNotMendedByInstalling(failure: StepFailure): boolean {
  return NOT_MENDED_BY_INSTALLING.includes(troubleOf(failure));
}

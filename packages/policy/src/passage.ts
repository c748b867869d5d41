import type { PolicyMode, SecurityCheck } from '@vestibule/contracts';

type Judged = Pick<SecurityCheck, 'isPassed' | 'isRequired' | 'isSigninStopper'>;

/** Checks that are not passed and hold the person back. A sign-in stopper counts as required (decisions, S4.041). */
export function blockingChecks<Check extends Judged>(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ isPassed, isRequired, isSigninStopper }) => !isPassed && (isRequired || isSigninStopper));
}

/**
 * The one answer to 'may this person go on?', asked by the screen and by the server alike.
 * `free`: nothing holds. `lenient`: something required fails, and the policy lets the person through all the same.
 * `held`: not before it is fixed. `refused`: not before it is fixed, and Continue is not even shown.
 */
export type Passage = 'free' | 'lenient' | 'held' | 'refused';

export interface PassageInput {
  readonly checks: readonly Judged[];
  readonly policyMode: PolicyMode;
  readonly isPolicyEnforced: boolean;
}

/** Strict wins over enforcement; no policy lets a failed sign-in stopper pass. */
export function passageOf({ checks, policyMode, isPolicyEnforced }: PassageInput): Passage {
  const blocking = blockingChecks(checks);
  if (blocking.length === 0) return 'free';
  if (policyMode === 'Strict') return 'refused';
  const hasStopper = blocking.some(({ isSigninStopper }) => isSigninStopper);
  return hasStopper || isPolicyEnforced ? 'held' : 'lenient';
}

/** Whether a person may go on through this passage at all. */
export function isPassable(passage: Passage): boolean {
  return passage === 'free' || passage === 'lenient';
}

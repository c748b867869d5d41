import type { SecurityCheck } from '@vestibule/contracts';
import type { StandingProps } from '../standing.tsx';

type Icon = StandingProps['icon'];

/** What keeps out comes first. */
const ORDER: readonly Icon[] = ['stopper', 'required', 'recommended', 'unknown', 'passed'];

/** Sorts checks: those that keep out, those that will, those that could not be read, those that are passed. */
export function byWeight(one: SecurityCheck, other: SecurityCheck): number {
  return ORDER.indexOf(iconOfCheck(one)) - ORDER.indexOf(iconOfCheck(other));
}

/** A shape that says whether it keeps out, will, or could not be read. */
export function iconOfCheck(check: SecurityCheck): Icon {
  const { state, isSigninStopper, isRequired, deadline, blocksWhileUnknown } = check;
  if (state === 'passed') return 'passed';
  if (state === 'unknown' && blocksWhileUnknown !== true) return 'unknown';
  if (isSigninStopper) return 'stopper';
  return isRequired && deadline === undefined ? 'required' : 'recommended';
}

import type { CheckType, SecurityCheck } from '@vestibule/contracts';
import type { FixState } from '@vestibule/flows';
import type { Verdict } from '@vestibule/ui';

export type RowSection = 'required' | 'recommended' | 'unknown';

/** One check as the list shows it. */
export interface RowModel {
  readonly check: SecurityCheck;
  readonly fix: FixState | undefined;
  readonly verdict: Verdict;
  readonly section: RowSection;
  /** A fix that cannot work is not offered. */
  readonly canFix: boolean;
  readonly isInstall: boolean;
}

const INSTALLED_CHECKS: readonly CheckType[] = ['FciAgentRunning', 'RmmAgent'];

/**
 * Judges how the list shows a check.
 * @param check as the server answered it
 * @param fix what is known of a fix of it
 * @param isExtensionInstalled without it nothing can be fixed from here
 */
export function rowOf(check: SecurityCheck, fix: FixState | undefined, isExtensionInstalled: boolean): RowModel {
  const isInstall = INSTALLED_CHECKS.includes(check.checkType);
  const verdict = verdictOf(check, fix, isInstall);
  const isOpen = verdict === 'stopper' || verdict === 'required' || verdict === 'recommended';
  const isPossible = !(fix?.kind === 'ended' && fix.outcome.outcome === 'not-possible');
  const canFix = isExtensionInstalled && check.fixAction !== null && isOpen && isPossible;
  return { check, fix, verdict, section: sectionOf(check), canFix, isInstall };
}

function verdictOf(check: SecurityCheck, fix: FixState | undefined, isInstall: boolean): Verdict {
  if (check.isPassed) return 'passed';
  if (fix?.kind === 'running' || check.state === 'fixing') return isInstall ? 'installing' : 'fixing';
  if (check.isManaged || (fix?.kind === 'ended' && fix.outcome.outcome === 'managed')) return 'managed';
  if (check.state === 'unknown') return 'unknown';
  if (check.isSigninStopper) return 'stopper';
  return check.isRequired ? 'required' : 'recommended';
}

function sectionOf(check: SecurityCheck): RowSection {
  if (check.state === 'unknown' && !check.blocksWhileUnknown) return 'unknown';
  if (check.blocksWhileUnknown || check.isSigninStopper || check.isRequired) return 'required';
  return 'recommended';
}

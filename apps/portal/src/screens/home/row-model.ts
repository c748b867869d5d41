import type { CheckType, SecurityCheck } from '@vestibule/contracts';
import type { FixState, InstructionsTopic } from '@vestibule/flows';
import type { Verdict } from '@vestibule/ui';
import type { SetUpSystem } from '../set-up/system-text.ts';

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
  /** A window stands before its fix, so that it cannot be one of many. */
  readonly asksFirst: boolean;
  /** How to do it by hand, where this computer's system has instructions for it. */
  readonly instructions: InstructionsTopic | null;
}

/** What decides which fixes and instructions are offered, next to the check itself. */
export interface Surroundings {
  /** Without it nothing can be fixed from here. */
  readonly isExtensionInstalled: boolean;
  /** The company offers a managed-device service to enrol in. */
  readonly isManagementOffered: boolean;
  readonly system: SetUpSystem;
}

const INSTALLED_CHECKS: readonly CheckType[] = ['FciAgentRunning', 'RmmAgent'];
const ASKS_FIRST: readonly CheckType[] = [...INSTALLED_CHECKS, 'ManagedDevice', 'DeviceEncrypted'];
const SCREEN_SAVER_CHECKS: readonly CheckType[] = [
  'ScreenSaverState',
  'ScreenSaverPasswordProtected',
  'ScreenSaverTimeout',
];

/**
 * Judges how the list shows a check.
 * @param check as the server answered it
 * @param fix what is known of a fix of it
 */
export function rowOf(check: SecurityCheck, fix: FixState | undefined, surroundings: Surroundings): RowModel {
  const { checkType } = check;
  const isInstall = INSTALLED_CHECKS.includes(checkType);
  const verdict = verdictOf(check, fix, isInstall);
  return {
    check,
    fix,
    verdict,
    section: sectionOf(check),
    canFix: isOpen(verdict) && isFixable(check, fix, surroundings),
    isInstall,
    asksFirst: ASKS_FIRST.includes(checkType),
    instructions: isOpen(verdict) ? instructionsFor(checkType, surroundings.system) : null,
  };
}

/** The same row for a check that weighs more. */
export function withWeight(row: RowModel, weight: Pick<SecurityCheck, 'isRequired' | 'isSigninStopper'>): RowModel {
  const check = { ...row.check, ...weight };
  return { ...row, check, verdict: verdictOf(check, row.fix, row.isInstall), section: sectionOf(check) };
}

function isOpen(verdict: Verdict): boolean {
  return verdict === 'stopper' || verdict === 'required' || verdict === 'recommended';
}

function isFixable(check: SecurityCheck, fix: FixState | undefined, surroundings: Surroundings): boolean {
  if (!surroundings.isExtensionInstalled || check.fixAction === null) return false;
  if (check.checkType === 'ManagedDevice' && !surroundings.isManagementOffered) return false;
  return !(fix?.kind === 'ended' && fix.outcome.outcome === 'not-possible');
}

function instructionsFor(checkType: CheckType, system: SetUpSystem): InstructionsTopic | null {
  if (system === 'linux') return null;
  if (SCREEN_SAVER_CHECKS.includes(checkType)) return 'screen-saver';
  return checkType === 'OsAutoUpdateEnable' && system === 'windows' ? 'windows-update' : null;
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

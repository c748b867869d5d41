import { CHECK_FIXES } from '@vestibule/checks';
import { FIX_ACTION_TYPES, type FixAction, type OperatingSystem } from '@vestibule/contracts';
import type { JudgedCheck } from '../report/judge-facts.ts';

type FixType = FixAction['fixActionType'];

/** Checks that Workplace has a fix for on an operating system. */
export function repairableChecks(operatingSystem: OperatingSystem): readonly FixType[] {
  return FIX_ACTION_TYPES.filter((type) =>
    CHECK_FIXES.some((fix) => fix.type === type && fix.operatingSystem === operatingSystem),
  );
}

/** Tells whether Workplace can repair a check as it stands now: there is a fix, and the check asks for it. */
export function isRepairable({ type, judgement }: JudgedCheck, operatingSystem: OperatingSystem): boolean {
  return judgement.fix !== undefined && repairableChecks(operatingSystem).some((repairable) => repairable === type);
}

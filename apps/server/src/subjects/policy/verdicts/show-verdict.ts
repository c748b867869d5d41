import { CHECK_TYPES, type ShownVerdict, type UnpassedCheck } from '@vestibule/contracts';
import type { UnpassedChecks } from '../../../repositories/verdicts.ts';
import type { DeviceVerdict } from '../../../repositories/verdicts.ts';

/** A verdict as lists show it. @param shownAt since when it is known, where it was not judged yet */
export function showVerdict(found: DeviceVerdict | null, shownAt: Date): ShownVerdict {
  if (found === null) {
    const since = shownAt.toISOString();
    return { verdict: 'never-reported', since, isEnforced: false, failing: [], unknown: [], next: null };
  }
  const { verdict, since, isEnforced, checks, nextAt, nextVerdict, nextChecks } = found;
  return {
    verdict,
    since: since.toISOString(),
    isEnforced,
    ...showChecks(checks),
    next:
      nextAt === null || nextVerdict === null
        ? null
        : { at: nextAt.toISOString(), verdict: nextVerdict, checks: [...nextChecks] },
  };
}

/** What is not passed, in the order in which checks are listed. */
export function showChecks(checks: UnpassedChecks): Pick<ShownVerdict, 'failing' | 'unknown'> {
  const found = CHECK_TYPES.flatMap((checkType) => {
    const check = checks[checkType];
    return check === undefined ? [] : [{ ...check, checkType }];
  });
  const of = (wanted: 'failed' | 'unknown'): UnpassedCheck[] =>
    found.flatMap(({ state, ...shown }) => (state === wanted ? [shown] : []));
  return { failing: of('failed'), unknown: of('unknown') };
}

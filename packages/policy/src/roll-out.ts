import type { DeviceReport } from '@vestibule/contracts';
import type { CheckPolicy, Exemption } from './policy-schema.ts';

const DAY_MS = 86_400_000;

/** How hard a check holds right now. */
export interface Standing {
  readonly isRequired: boolean;
  readonly isSigninStopper: boolean;
  /** The day from which it holds as hard as the policy says, when that is still to come. */
  readonly deadline?: string;
}

export interface Whose {
  readonly deviceId: DeviceReport['device']['deviceId'] | undefined;
  /** The person's login as the server knows it; never the name that a report claims. */
  readonly login: string | undefined;
}

const RECOMMENDED: Standing = { isRequired: false, isSigninStopper: false };

/**
 * A check that is only reported, not in force yet, or lifted for this person or computer counts as recommended: it is
 * shown and stops nobody. In the latter two cases it carries the day on which that ends.
 */
export function standingOf(check: CheckPolicy, whose: Whose, now: Date): Standing {
  if (check.severity === 'off' || check.severity === 'recommended' || check.reportOnly) return RECOMMENDED;
  const deadlines = [enforcementDay(check), exemptionEnd(check.exemptions, whose, now)].filter(
    (day) => day !== null && day > now.getTime(),
  );
  if (deadlines.length > 0) return { ...RECOMMENDED, deadline: dateOf(Math.max(...deadlines.map(Number))) };
  return { isRequired: true, isSigninStopper: check.severity === 'sign-in-stopper' };
}

function enforcementDay({ startDate, graceDays }: CheckPolicy): number | null {
  return startDate === undefined ? null : Date.parse(startDate) + graceDays * DAY_MS;
}

/** The first moment after the longest exemption that applies; null when none does. */
function exemptionEnd(exemptions: readonly Exemption[], { deviceId, login }: Whose, now: Date): number | null {
  const ends = exemptions
    .filter((exemption) =>
      'login' in exemption
        ? login !== undefined && exemption.login.toLowerCase() === login.toLowerCase()
        : deviceId !== undefined && exemption.deviceId.toLowerCase() === deviceId.toLowerCase(),
    )
    .map(({ until }) => Date.parse(until) + DAY_MS)
    .filter((end) => end > now.getTime());
  return ends.length === 0 ? null : Math.max(...ends);
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

import type { DeviceReport } from '@vestibule/contracts';
import type { Exemption } from './check-policy-schema.ts';
import type { PlainCheckPolicy } from './policy-for.ts';

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
 * shown and stops no one. In the latter two cases it carries the day on which that ends.
 */
export function standingOf(check: PlainCheckPolicy, whose: Whose, now: Date): Standing {
  if (check.severity === 'off' || check.severity === 'recommended' || check.reportOnly) return RECOMMENDED;
  const deadlines = [...enforcementDays(check), ...exemptionEnds(check.exemptions, whose)].filter(
    (day) => day > now.getTime(),
  );
  if (deadlines.length > 0) return { ...RECOMMENDED, deadline: dateOf(Math.max(...deadlines)) };
  return { isRequired: true, isSigninStopper: check.severity === 'sign-in-stopper' };
}

/** Every moment at which how hard a check holds may change by itself. */
export function rollOutMoments(check: PlainCheckPolicy, whose: Whose): readonly number[] {
  return [...enforcementDays(check), ...exemptionEnds(check.exemptions, whose)];
}

function enforcementDays({ startDate, graceDays }: PlainCheckPolicy): readonly number[] {
  return startDate === undefined ? [] : [Date.parse(startDate) + graceDays * DAY_MS];
}

/** The first moment after each exemption that is for this person or computer. */
function exemptionEnds(exemptions: readonly Exemption[], { deviceId, login }: Whose): readonly number[] {
  return exemptions
    .filter((exemption) =>
      'login' in exemption
        ? login !== undefined && exemption.login.toLowerCase() === login.toLowerCase()
        : deviceId !== undefined && exemption.deviceId.toLowerCase() === deviceId.toLowerCase(),
    )
    .map(({ until }) => Date.parse(until) + DAY_MS);
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

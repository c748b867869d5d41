import { CHECK_TYPES, type CheckType, type PolicySummary } from '@vestibule/contracts';
import {
  type CheckPolicy,
  type Exemption,
  type Policy,
  type Severity,
  standingOf,
  unknownSaidOf,
  type Whose,
} from '@vestibule/policy';
import { describeScope } from './describe-scope.ts';

const DAY_MS = 86_400_000;
const NOBODY: Whose = { deviceId: undefined, login: undefined };

/** What a policy does today, check by check, in the order in which people see the checks. Pure. */
export function describePolicy(policy: Policy, now: Date): PolicySummary {
  const checks = CHECK_TYPES.map((checkType) => {
    const check = policy.checks[checkType];
    return {
      checkType,
      severity: check?.severity ?? 'off',
      now: severityNow(check, NOBODY, now),
      unknown: unknownSaidOf(policy, check) ?? 'block',
      notes: check === undefined || check.severity === 'off' ? [] : notesOf(check, now),
    };
  });
  const { workplaceAccessPolicy, isPolicyEnforced, verdictLifeSeconds } = policy;
  return {
    workplaceAccessPolicy,
    isPolicyEnforced,
    verdictLifeSeconds,
    enforcedFor: describeScope(policy),
    checks,
    warnings: warningsOf(policy, checks, now),
  };
}

/** How hard a check holds for somebody at this moment. */
export function severityNow(check: CheckPolicy | undefined, whose: Whose, now: Date): Severity {
  if (check === undefined || check.severity === 'off') return 'off';
  const { isRequired, isSigninStopper } = standingOf(check, whose, now);
  if (isSigninStopper) return 'sign-in-stopper';
  return isRequired ? 'required' : 'recommended';
}

/** The first day on which a check holds as hard as the policy says; null: at once. */
export function enforcedFrom({ startDate, graceDays }: CheckPolicy): string | null {
  return startDate === undefined ? null : dateOf(Date.parse(startDate) + graceDays * DAY_MS);
}

export function isOver({ until }: Exemption, now: Date): boolean {
  return Date.parse(until) + DAY_MS <= now.getTime();
}

export function nameOfExempt(exemption: Exemption): string {
  return 'login' in exemption ? `login ${exemption.login}` : `device ${exemption.deviceId}`;
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function notesOf(check: CheckPolicy, now: Date): string[] {
  const from = enforcedFrom(check);
  const isHeld = check.severity === 'required' || check.severity === 'sign-in-stopper';
  const grace = check.graceDays === 0 ? '' : ` (start ${check.startDate} and ${check.graceDays} days of grace)`;
  const parameters = Object.entries(check.parameters).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    ...(parameters.length === 0 ? [] : [parameters.join(', ')]),
    ...(check.reportOnly ? ['Report only: it is shown and stops nobody.'] : []),
    ...(from !== null && isHeld && Date.parse(from) > now.getTime()
      ? [`Holds from ${from}${grace}; recommended until then.`]
      : []),
    ...check.exemptions
      .filter((exemption) => !isOver(exemption, now))
      .map(
        (exemption) =>
          `Exempt until ${exemption.until}: ${nameOfExempt(exemption)}. ${exemption.why} (approved by ${exemption.approvedBy})`,
      ),
  ];
}

function warningsOf(
  { workplaceAccessPolicy: mode, isPolicyEnforced, enforceFor, checks: written, unknown: ruleForAll }: Policy,
  checks: PolicySummary['checks'],
  now: Date,
): string[] {
  const holding = checks.filter((check) => check.now === 'required' || check.now === 'sign-in-stopper');
  const lapsed = Object.entries(written) as [CheckType, CheckPolicy | undefined][];
  const followers = checks.filter(
    ({ checkType, severity }) =>
      (severity === 'required' || severity === 'sign-in-stopper') && written[checkType]?.unknown === undefined,
  );
  const lenient = ruleForAll === 'allow' ? followers : [];
  const lenientStoppers = checks.filter(
    ({ now: today, unknown }) => today === 'sign-in-stopper' && unknown === 'allow',
  );
  return [
    ...(holding.length === 0 ? ['No check is required today: nobody is stopped, whatever their computer says.'] : []),
    ...(enforceFor === undefined
      ? []
      : [
          `Whom enforceFor leaves out is let through, whatever their computer says. ${describeScope({ enforceFor }) ?? ''}`,
        ]),
    ...(enforceFor?.percentage === 0 && enforceFor.groups === undefined
      ? ['enforceFor has a percentage of 0 and no groups: nobody is held to this policy.']
      : []),
    ...(mode !== 'Strict' && !isPolicyEnforced
      ? [
          'Permissive and not enforced: required checks are shown and stop nobody. Only sign-in stoppers do; and who has no Workplace is asked to install it.',
        ]
      : []),
    ...(mode === 'Strict' && !isPolicyEnforced
      ? ['isPolicyEnforced: false has no effect here, because Strict wins.']
      : []),
    ...(lenient.length === 0
      ? []
      : [
          `unknown: allow lets a computer in that reports nothing readable for ${lenient.map(({ checkType }) => checkType).join(', ')}. Take it out, and an unread check stops a computer; write it at the check that your computers cannot read. Look first: vestibule policy apply FILE --dry-run names whom that would stop.`,
        ]),
    ...(lenientStoppers.length === 0
      ? []
      : [
          `A sign-in stopper that cannot be read lets people through (unknown: allow): ${lenientStoppers.map(({ checkType }) => checkType).join(', ')}.`,
        ]),
    ...lapsed.flatMap(([checkType, check]) =>
      (check?.exemptions ?? [])
        .filter((exemption) => isOver(exemption, now))
        .map(
          (exemption) =>
            `${checkType}: the exemption of ${nameOfExempt(exemption)} ended on ${exemption.until}. Take it out.`,
        ),
    ),
  ];
}

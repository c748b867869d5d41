import { CHECK_TYPES, type CheckType, type PolicySummary } from '@vestibule/contracts';
import {
  type CheckPolicy,
  type Exemption,
  nameOfEntry,
  type PlainCheckPolicy,
  type Policy,
  type Severity,
  standingOf,
  unknownSaidOf,
  variantsOf,
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
      notes: check === undefined ? [] : notesOf(policy, check, now),
    };
  });
  const { workplaceAccessPolicy, isPolicyEnforced, verdictLifeSeconds } = policy;
  return {
    workplaceAccessPolicy,
    isPolicyEnforced,
    verdictLifeSeconds,
    enforcedFor: describeScope(policy),
    checks,
    warnings: warningsOf(policy, now),
  };
}

/** How hard a check holds for someone at this moment. */
export function severityNow(check: PlainCheckPolicy | undefined, whose: Whose, now: Date): Severity {
  if (check === undefined || check.severity === 'off') return 'off';
  const { isRequired, isSigninStopper } = standingOf(check, whose, now);
  if (isSigninStopper) return 'sign-in-stopper';
  return isRequired ? 'required' : 'recommended';
}

/** The first day on which a check holds as hard as the policy says; null: at once. */
export function enforcedFrom({ startDate, graceDays }: PlainCheckPolicy): string | null {
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

function notesOf(policy: Policy, check: CheckPolicy, now: Date): string[] {
  const entries = variantsOf(check).flatMap((variant) =>
    variant.entry === null
      ? []
      : [`For ${nameOfEntry(variant.entry)}: ${entryText(policy, check, variant.check, now)}.`],
  );
  const exemptions = check.exemptions
    .filter((exemption) => !isOver(exemption, now))
    .map(
      (exemption) =>
        `Exempt until ${exemption.until}: ${nameOfExempt(exemption)}. ${exemption.why} (approved by ${exemption.approvedBy})`,
    );
  if (check.severity === 'off') return [...entries, ...(entries.length === 0 ? [] : exemptions)];
  const parameters = parametersText(check.parameters);
  return [
    ...(parameters === '' ? [] : [parameters]),
    ...(check.reportOnly ? ['Report only: it is shown and stops no one.'] : []),
    ...startText(check, now).map((text) => `${text}.`),
    ...entries,
    ...exemptions,
  ];
}

/** What holds for those of one entry, after everything that is said before it. */
function entryText(policy: Policy, check: CheckPolicy, own: PlainCheckPolicy, now: Date): string {
  const unknown = unknownSaidOf(policy, own);
  const parameters = parametersText(own.parameters);
  return [
    own.severity === 'off' ? 'off' : own.severity.replaceAll('-', ' '),
    ...startText(own, now).map((text) => text.charAt(0).toLowerCase() + text.slice(1)),
    ...(unknown === unknownSaidOf(policy, check) ? [] : [`unknown: ${unknown}`]),
    ...(parameters === parametersText(check.parameters) ? [] : [parameters]),
  ].join('; ');
}

function parametersText(parameters: PlainCheckPolicy['parameters']): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}

/** From when it holds, where that is still to come. */
function startText(check: PlainCheckPolicy, now: Date): readonly string[] {
  const from = enforcedFrom(check);
  const isHeld = check.severity === 'required' || check.severity === 'sign-in-stopper';
  const grace = check.graceDays === 0 ? '' : ` (start ${check.startDate} and ${check.graceDays} days of grace)`;
  return from !== null && isHeld && Date.parse(from) > now.getTime()
    ? [`Holds from ${from}${grace}; recommended until then`]
    : [];
}

function warningsOf(
  { workplaceAccessPolicy: mode, isPolicyEnforced, enforceFor, checks: written, unknown: ruleForAll }: Policy,
  now: Date,
): string[] {
  const variants = (Object.entries(written) as [CheckType, CheckPolicy | undefined][]).flatMap(([checkType, check]) =>
    check === undefined ? [] : variantsOf(check).map((variant) => ({ checkType, check: variant.check })),
  );
  const isHolding = (severity: Severity) => severity === 'required' || severity === 'sign-in-stopper';
  const holding = variants.filter(({ check }) => isHolding(severityNow(check, NOBODY, now)));
  const lapsed = Object.entries(written) as [CheckType, CheckPolicy | undefined][];
  const followers = variants.filter(({ check }) => isHolding(check.severity) && check.unknown === undefined);
  const lenient = ruleForAll === 'allow' ? followers : [];
  const lenientStoppers = variants.filter(
    ({ check }) => severityNow(check, NOBODY, now) === 'sign-in-stopper' && (check.unknown ?? ruleForAll) === 'allow',
  );
  const namesOf = (found: readonly { readonly checkType: CheckType }[]) =>
    CHECK_TYPES.filter((type) => found.some(({ checkType }) => checkType === type)).join(', ');
  return [
    ...(holding.length === 0 ? ['No check is required today: no one is stopped by their computer.'] : []),
    ...(enforceFor === undefined
      ? []
      : [
          `Whom enforceFor leaves out is let through, whatever their computer says. ${describeScope({ enforceFor }) ?? ''}`,
        ]),
    ...(enforceFor?.percentage === 0 && enforceFor.groups === undefined
      ? ['enforceFor has a percentage of 0 and no groups: no one is held to this policy.']
      : []),
    ...(mode !== 'Strict' && !isPolicyEnforced
      ? [
          'Permissive and not enforced: required checks are shown and stop no one. Only sign-in stoppers do; people without Workplace are asked to install it.',
        ]
      : []),
    ...(mode === 'Strict' && !isPolicyEnforced
      ? ['isPolicyEnforced: false has no effect here, because Strict wins.']
      : []),
    ...(lenient.length === 0
      ? []
      : [
          `unknown: allow lets a computer in that reports nothing readable for ${namesOf(lenient)}. Take it out, and an unread check stops a computer; write it at the check that your computers cannot read. Look first: vestibule policy apply FILE --dry-run names whom that would stop.`,
        ]),
    ...(lenientStoppers.length === 0
      ? []
      : [`A sign-in stopper that cannot be read lets people through (unknown: allow): ${namesOf(lenientStoppers)}.`]),
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

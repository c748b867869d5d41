import type { Lifecycle } from '@vestibule/checks';
import {
  type CheckType,
  type DeviceReport,
  deviceReportSchema,
  flattenedJwsSchema,
  type OperatingSystem,
  type PolicyExplanation,
  type SecurityCheck,
  signedReportPayloadSchema,
} from '@vestibule/contracts';
import {
  type CheckPolicy,
  entriesFor,
  evaluate,
  isPassable,
  nameOfEntry,
  type Passage,
  passageOf,
  type PlainCheckPolicy,
  type Policy,
  policyFor,
  type Subject,
  unknownRuleOf,
  unknownSaidOf,
  type Whose,
} from '@vestibule/policy';
import { scopeFor } from './describe-scope.ts';
import { enforcedFrom, isOver, nameOfExempt, severityNow } from './describe-policy.ts';

export interface ExplainInput {
  readonly policy: Policy;
  readonly report: DeviceReport;
  readonly now: Date;
  /** What is known of the ends of releases. Undefined: what this version knows itself. */
  readonly lifecycle?: Lifecycle | undefined;
  /** For exemptions by login. */
  readonly login: string | undefined;
  /** For `enforceFor` and rules by group. Undefined: not known. */
  readonly groups?: readonly string[] | undefined;
  /** Where the person is going, for rules by application. Undefined: nowhere. */
  readonly application?: string | undefined;
  /** Whether the computer counts as registered: for KnownDevice, and for exemptions by device. */
  readonly isKnownDevice: boolean;
}

/** Judges a report as the gate would, and says of every check why it holds or does not. Pure. */
export function explainPolicy(input: ExplainInput): PolicyExplanation {
  const { report, now, lifecycle, login, groups, application, isKnownDevice } = input;
  const subject: Subject = {
    operatingSystem: report.device.operatingSystem,
    groups: groups ?? [],
    applicationName: application ?? null,
  };
  const policy = policyFor(input.policy, subject);
  const registration = {
    value: { state: isKnownDevice ? 'approved' : 'waiting', keyProtection: report.client.keyProtection },
    source: 'As you asked',
    readAt: now.toISOString(),
  };
  const { deviceId } = report.device;
  const whose: Whose = { login, deviceId: isKnownDevice ? deviceId : undefined };
  const evaluation = evaluate({
    report: { ...report, facts: { ...report.facts, registration } },
    policy,
    now,
    ...(lifecycle === undefined ? {} : { lifecycle }),
    ...(login === undefined ? {} : { login }),
    ...(isKnownDevice ? { deviceId } : {}),
  });
  const { isPolicyEnforced } = policy;
  const { policyMode, securityChecks, complianceStatus } = evaluation;
  const { sentence: scope, isObserved } = scopeFor(policy, groups);
  const passage = passageOf({ checks: securityChecks, policyMode, isPolicyEnforced });
  return {
    mayContinue: isObserved || isPassable(passage),
    why: isObserved
      ? 'The policy is only observed for this person.'
      : sentenceFor(passage, policy, evaluation.blocking),
    scope,
    complianceStatus,
    policyMode,
    checks: [
      ...securityChecks.flatMap((result) => {
        const check = policy.checks[result.checkType];
        if (check === undefined) return [];
        const alone = passageOf({ checks: [result], policyMode, isPolicyEnforced });
        return [
          {
            checkType: result.checkType,
            severity: check.severity,
            now: severityNow(check, whose, now),
            state: stateOf(result),
            blocks: !isPassable(alone),
            why: [
              ...findings(result),
              ...whoseRule(input.policy.checks[result.checkType], subject, groups !== undefined),
              ...reasons(result, check, policy, whose, now),
            ],
          },
        ];
      }),
      ...explainNotAsked(policy, evaluation.notAsked, report.device.operatingSystem),
    ],
  };
}

/** Checks of a policy that a system gives no reading for, as they are explained. */
export function explainNotAsked(
  policy: Policy,
  types: readonly CheckType[],
  system: OperatingSystem,
): PolicyExplanation['checks'] {
  return types.map((checkType) => ({
    checkType,
    severity: policy.checks[checkType]?.severity ?? 'off',
    now: 'off',
    state: 'not-asked',
    blocks: false,
    why: [`Not asked: this check does not exist on ${SYSTEM_NAMES[system]}. It neither fails nor is unknown.`],
  }));
}

const SYSTEM_NAMES: Readonly<Record<OperatingSystem, string>> = { linux: 'Linux', windows: 'Windows', macos: 'macOS' };

/** A verdict is one of three; what is being fixed is only ever so on a screen. */
function stateOf({ state }: SecurityCheck): PolicyExplanation['checks'][number]['state'] {
  return state === 'fixing' ? 'failed' : state;
}

/** Which entries of `for` make the rule what it is for this subject, and what was not asked. */
function whoseRule(check: CheckPolicy | undefined, subject: Subject, knowsGroups: boolean): string[] {
  if (check?.for === undefined) return [];
  const named = entriesFor(check, subject).map((entry) => nameOfEntry(entry));
  const isOpen = !knowsGroups && check.for.some(({ groups }) => groups !== undefined);
  return [
    ...(named.length === 0 ? [] : [`By the rule for ${named.join(', then for ')}.`]),
    ...(isOpen ? ['It has rules for groups. To say which groups the person is in: --group.'] : []),
    ...(subject.applicationName === null && check.for.some(({ applications }) => applications !== undefined)
      ? ['It has rules for applications. To say where the person is going: --application.']
      : []),
  ];
}

function sentenceFor(passage: Passage, policy: Policy, blocking: readonly string[]): string {
  const failing = blocking.join(', ');
  switch (passage) {
    case 'free':
      return 'Nothing fails that holds today.';
    case 'lenient':
      return `What is required fails (${failing}), but the policy is ${policy.workplaceAccessPolicy} and not enforced.`;
    case 'held':
      return `This has to be fixed first: ${failing}.`;
    case 'refused':
      return `The policy is Strict, and this fails: ${failing}.`;
    default:
      return passage satisfies never;
  }
}

function findings({ state, evidence, description }: SecurityCheck): string[] {
  if (evidence === undefined) return [description];
  const { found, wanted } = evidence;
  if (state === 'unknown') return [description];
  return [`Found: ${sentence(found)} Wanted: ${sentence(wanted)}`];
}

function sentence(text: string): string {
  const trimmed = text.trim() === '' ? 'nothing' : text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Why the check holds less hard today than the policy says, or why an unknown one does what it does. */
function reasons(result: SecurityCheck, check: PlainCheckPolicy, policy: Policy, whose: Whose, now: Date): string[] {
  const wantsToHold = check.severity === 'required' || check.severity === 'sign-in-stopper';
  const from = enforcedFrom(check);
  const isComing = from !== null && Date.parse(from) > now.getTime();
  const exemptions = check.exemptions.filter(
    (exemption) =>
      !isOver(exemption, now) &&
      ('login' in exemption
        ? exemption.login.toLowerCase() === whose.login?.toLowerCase()
        : exemption.deviceId.toLowerCase() === whose.deviceId?.toLowerCase()),
  );
  return [
    ...(wantsToHold && check.reportOnly ? ['Report only: it stops no one.'] : []),
    ...(wantsToHold && isComing ? [comingSentence(check, from, now)] : []),
    ...(wantsToHold
      ? exemptions.map(
          (exemption) =>
            `Exempt until ${exemption.until} (${nameOfExempt(exemption)}): ${sentence(exemption.why)} Approved by ${exemption.approvedBy}.`,
        )
      : []),
    ...(result.state === 'unknown' ? [unknownSentence(result, check, policy)] : []),
  ];
}

function comingSentence({ startDate, graceDays }: PlainCheckPolicy, from: string, now: Date): string {
  const hasBegun = startDate !== undefined && Date.parse(startDate) <= now.getTime();
  return hasBegun
    ? `In grace until ${from} (${graceDays} days from ${startDate}): it stops no one before.`
    : `Rolled out from ${from}: it stops no one before.`;
}

function unknownSentence(
  { blocksWhileUnknown, reason }: SecurityCheck,
  check: PlainCheckPolicy,
  policy: Policy,
): string {
  const rule = unknownRuleOf(policy, check, reason);
  const isByDefault = unknownSaidOf(policy, check) === undefined;
  const whereFrom = isByDefault ? 'a policy that says none' : check.unknown ? 'this check' : 'the policy';
  if (isByDefault && rule === 'allow') {
    return 'Workplace cannot read this on such a computer, and the policy does not say `unknown: block`: it stops no one.';
  }
  if (blocksWhileUnknown !== true) return `Unknown rule of ${whereFrom}: ${rule}. It stops no one.`;
  return rule === 'block'
    ? `Unknown rule of ${whereFrom}: block. It stops whom a failed one would stop.`
    : `The client kept silent (${reason ?? 'not reported'}): that counts as failed, whatever the unknown rule says.`;
}

/**
 * Reads a report in any form there is: as `workplace check --json` prints it, as it was signed, or with its signature. The
 * signature is not checked: this is to see what a policy does, not to let anybody in.
 * @returns null when it is none of these
 */
export function readReport(value: unknown): DeviceReport | null {
  const bare = deviceReportSchema.safeParse(value);
  if (bare.success) return bare.data;
  const payload = signedReportPayloadSchema.safeParse(value);
  if (payload.success) return payload.data.report;
  const jws = flattenedJwsSchema.safeParse(value);
  if (!jws.success) return null;
  try {
    const opened: unknown = JSON.parse(Buffer.from(jws.data.payload, 'base64url').toString('utf8'));
    const inside = signedReportPayloadSchema.safeParse(opened);
    return inside.success ? inside.data.report : null;
  } catch {
    return null;
  }
}

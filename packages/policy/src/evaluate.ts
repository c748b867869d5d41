import {
  CHECK_DEFINITIONS,
  type CheckDefinition,
  isAskedOn,
  type Judgement,
  judgeReading,
  type Lifecycle,
} from '@vestibule/checks';
import {
  CHECK_TYPES,
  type CheckResult,
  type CheckType,
  type DeviceReport,
  type FactReading,
  FIX_ACTION_TYPES,
  type FixAction,
  type FixActionType,
  type PolicyMode,
  type SecurityCheck,
} from '@vestibule/contracts';
import { blockingChecks } from './passage.ts';
import { type PlainCheckPolicy, policyFor, type Subject } from './policy-for.ts';
import { type Policy, unknownRuleOf } from './policy-schema.ts';
import { sayCheck } from './say-check.ts';
import { type Standing, standingOf, type Whose } from './roll-out.ts';

export interface EvaluationInput {
  readonly report: DeviceReport;
  readonly policy: Policy;
  readonly now: Date;
  /** The person's login as the server knows it, for exemptions by login. Without it none of those applies. */
  readonly login?: string;
  /**
   * The device's id, when the server knows the device to be the registered one: for exemptions by device. The id in the
   * report does not count, because anybody can name an id.
   */
  readonly deviceId?: string;
  /** The person's groups and where they are going, for rules by group or application. Left out: none, and nowhere. */
  readonly visit?: Pick<Subject, 'groups' | 'applicationName'>;
  /** Whether the company has a managed-device service in which the person can enroll. */
  readonly isEnrollmentOffered?: boolean;
  /** What may be installed where a check misses it. Left out: nothing. */
  readonly software?: readonly InstallableSoftware[];
  /** What is known of the ends of releases. Left out: what this version knows itself. */
  readonly lifecycle?: Lifecycle;
  /** Left out: those of the product. */
  readonly definitions?: typeof CHECK_DEFINITIONS;
}

/** Software that the server may have a client install, by the name of its manifest. */
export interface InstallableSoftware {
  readonly id: string;
  readonly checkType: CheckType;
  readonly agent: string;
  readonly operatingSystem: DeviceReport['device']['operatingSystem'];
}

export interface Evaluation {
  /** In the order of CHECK_TYPES; checks that are off, or not asked on this system, are left out. */
  readonly securityChecks: SecurityCheck[];
  /** Checks of the policy that do not exist on this system: neither failed nor unknown, and not counted. */
  readonly notAsked: readonly CheckType[];
  readonly complianceStatus: CheckResult['complianceStatus'];
  readonly policyMode: PolicyMode;
  /** What keeps the person from work by this policy. */
  readonly blocking: readonly CheckType[];
  /** What is required, could not be read, and keeps no one from work for that. */
  readonly unread: readonly CheckType[];
}

/** Judges a report by a policy. Pure: the same report, policy and moment give the same verdict everywhere. */
export function evaluate(input: EvaluationInput): Evaluation {
  const {
    report,
    now,
    login,
    deviceId,
    isEnrollmentOffered = false,
    software = [],
    definitions = CHECK_DEFINITIONS,
  } = input;
  const { groups, applicationName } = input.visit ?? { groups: [], applicationName: null };
  const { operatingSystem } = report.device;
  const policy = policyFor(input.policy, { operatingSystem, groups, applicationName });
  const whose: Whose = { deviceId, login };
  const isAsked = (type: CheckType) => isAskedOn(definitions[type], operatingSystem);
  const judged = CHECK_TYPES.flatMap((type) => {
    const check = policy.checks[type];
    if (check === undefined || check.severity === 'off' || !isAsked(type)) return [];
    const standing = standingOf(check, whose, now);
    const rule = { check, standing, policy, report, now, isEnrollmentOffered, lifecycle: input.lifecycle, software };
    return [{ standing, securityCheck: judgeCheck(definitions[type], rule) }];
  });
  const securityChecks = judged.map(({ securityCheck }) => securityCheck);
  const blocking = blockingChecks(securityChecks).map(({ checkType }) => checkType);
  return {
    securityChecks,
    notAsked: CHECK_TYPES.filter((type) => (policy.checks[type]?.severity ?? 'off') !== 'off' && !isAsked(type)),
    complianceStatus: blocking.length === 0 ? 'Compliant' : 'NotCompliant',
    policyMode: policy.workplaceAccessPolicy,
    blocking,
    unread: judged
      .filter(({ standing, securityCheck }) => standing.isRequired && securityCheck.state === 'unknown')
      .map(({ securityCheck }) => securityCheck.checkType)
      .filter((type) => !blocking.includes(type)),
  };
}

/** Mended by the person, in the company's managed-device service; the client runs nothing for it. */
export const BY_ENROLLMENT = 'ManagedDevice';

interface Rule {
  readonly check: PlainCheckPolicy;
  readonly standing: Standing;
  readonly policy: Policy;
  readonly report: DeviceReport;
  readonly now: Date;
  readonly isEnrollmentOffered: boolean;
  readonly lifecycle: Lifecycle | undefined;
  readonly software: readonly InstallableSoftware[];
}

function judgeCheck(definition: CheckDefinition, rule: Rule): SecurityCheck {
  const { check, standing, policy, report, now, lifecycle } = rule;
  const { type } = definition;
  const reading = Object.hasOwn(report.facts, definition.facts) ? report.facts[definition.facts] : undefined;
  const { operatingSystem } = report.device;
  const judgement = judgeReading(definition, reading, check.parameters, {
    operatingSystem,
    now,
    ...(lifecycle === undefined ? {} : { lifecycle }),
  });
  const isPassed = judgement.state === 'passed' || judgement.state === 'not-applicable';
  const isUnknown = judgement.state === 'unknown';
  // A fact that is left out or has a wrong shape is the client's doing, not the computer's: whatever the policy makes of
  // unknown, keeping silent must not be a way round a required check.
  const isWithheld = judgement.reason === 'not-reported' || judgement.reason === 'malformed';
  const isBlocking = unknownRuleOf(policy, check, judgement.reason) === 'block';
  const blocksWhileUnknown = standing.isRequired && (isBlocking || isWithheld);
  const holds = !isUnknown || blocksWhileUnknown;
  const isManaged = isManagedReading(reading) || judgement.managed === true;
  return {
    checkType: type,
    checkName: type,
    ...sayCheck(definition, judgement, reading, blocksWhileUnknown),
    fixAction: isManaged || isPassed || isUnknown ? null : fixActionFor(definition, judgement, rule),
    isPassed,
    isRequired: standing.isRequired && holds,
    isSigninStopper: standing.isSigninStopper && holds,
    state: isPassed ? 'passed' : isUnknown ? 'unknown' : 'failed',
    ...(isUnknown ? { reason: judgement.reason ?? 'unexpected-output', blocksWhileUnknown } : {}),
    ...(isManaged ? { isManaged } : {}),
    ...(judgement.underway === undefined ? {} : { underway: judgement.underway }),
    ...(definition.helpArticle === undefined ? {} : { helpArticle: definition.helpArticle }),
    ...(standing.deadline === undefined || isPassed ? {} : { deadline: standing.deadline }),
  };
}

function isManagedReading(reading: FactReading | undefined): boolean {
  return reading !== undefined && 'managed' in reading && reading.managed === true;
}

function fixActionFor(definition: CheckDefinition, { fix, missing = [] }: Judgement, rule: Rule): FixAction | null {
  const { type } = definition;
  const { device } = rule.report;
  if (type === BY_ENROLLMENT) return rule.isEnrollmentOffered ? { fixActionType: type } : null;
  if (!isFixActionType(type) || !definition.fixableOn.includes(device.operatingSystem)) return null;
  if (fix !== undefined) return { fixActionType: type, parameters: fix };
  // The newest that was approved comes last.
  const installable = rule.software.findLast(
    ({ checkType, agent, operatingSystem }) =>
      checkType === type && operatingSystem === device.operatingSystem && missing.includes(agent),
  );
  return installable === undefined ? null : { fixActionType: type, parameters: { software: installable.id } };
}

function isFixActionType(type: CheckType): type is FixActionType & CheckType {
  return (FIX_ACTION_TYPES as readonly string[]).includes(type);
}

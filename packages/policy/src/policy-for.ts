import { CHECK_TYPES, type OperatingSystem } from '@vestibule/contracts';
import type { CheckPolicy, Policy } from './policy-schema.ts';
import { isSameName } from './scope.ts';

/** Whose computer is judged, and for what. */
export interface Subject {
  readonly operatingSystem: OperatingSystem;
  /** Of the person, as the server knows them. */
  readonly groups: readonly string[];
  /** Where the person is going; null: nowhere, as on the status page. No entry for applications holds then. */
  readonly applicationName: string | null;
}

/** A check as it holds for one subject: nothing in it depends on whom any more. */
export type PlainCheckPolicy = Omit<CheckPolicy, 'for'>;
type Entry = NonNullable<CheckPolicy['for']>[number];

/**
 * The policy as it holds for one subject. One order: what the check says, then each entry of `for` that fits, from top to
 * bottom. What a later one says replaces what an earlier one said; the rest stays.
 */
export function policyFor(policy: Policy, subject: Subject): Policy {
  const checks = Object.fromEntries(
    CHECK_TYPES.flatMap((type) => {
      const check = policy.checks[type];
      return check === undefined ? [] : [[type, withEntries(check, entriesFor(check, subject))]];
    }),
  );
  return { ...policy, checks };
}

/** The entries of `for` that hold for one subject, in their order. An entry holds where all that it names fits. */
export function entriesFor(
  check: CheckPolicy,
  { operatingSystem, groups, applicationName }: Subject,
): readonly Entry[] {
  const isNamed = (named: readonly string[] | undefined, own: readonly string[]) =>
    named === undefined || named.some((name) => own.some((one) => isSameName(one, name)));
  return (check.for ?? []).filter(
    (entry) =>
      (entry.systems === undefined || entry.systems.includes(operatingSystem)) &&
      isNamed(entry.groups, groups) &&
      isNamed(entry.applications, applicationName === null ? [] : [applicationName]),
  );
}

function withEntries(check: CheckPolicy, entries: readonly Entry[]): PlainCheckPolicy {
  const { for: _, ...plain } = check;
  return entries.reduce(withEntry, plain);
}

/** Dates come as a pair: days of grace count from the startDate next to them. */
function withEntry(
  check: PlainCheckPolicy,
  { severity, startDate, graceDays = 0, unknown, parameters }: Entry,
): PlainCheckPolicy {
  return {
    ...check,
    ...(severity === undefined ? {} : { severity }),
    ...(startDate === undefined ? {} : { startDate, graceDays }),
    ...(unknown === undefined ? {} : { unknown }),
    parameters: { ...check.parameters, ...parameters },
  };
}

const SYSTEM_NAMES: Readonly<Record<OperatingSystem, string>> = { windows: 'Windows', macos: 'macOS', linux: 'Linux' };

/** For whom an entry holds: 'people in Sales, on the way to Mail, on Linux'. */
export function nameOfEntry({ systems, groups, applications }: Entry): string {
  return [
    ...(groups === undefined ? [] : [`people in ${groups.join(' or ')}`]),
    ...(applications === undefined ? [] : [`on the way to ${applications.join(' or ')}`]),
    ...(systems === undefined ? [] : [`on ${systems.map((system) => SYSTEM_NAMES[system]).join(' or ')}`]),
  ].join(', ');
}

export interface Variant {
  /** Null: the check as it holds where no entry does. */
  readonly entry: Entry | null;
  readonly check: PlainCheckPolicy;
}

/**
 * Every way in which a check holds, each entry of `for` by itself. Where several fit one subject, each part of what holds
 * there stands in one of these.
 */
export function variantsOf(check: CheckPolicy): readonly Variant[] {
  return [
    { entry: null, check: withEntries(check, []) },
    ...(check.for ?? []).map((entry) => ({ entry, check: withEntries(check, [entry]) })),
  ];
}

/** Whether a check is off for everybody. */
export function isOff(check: CheckPolicy | undefined): boolean {
  return check === undefined || variantsOf(check).every((variant) => variant.check.severity === 'off');
}

/** Names of groups and applications that the checks of a policy go by. */
export function namesInChecks({ checks }: Pick<Policy, 'checks'>): {
  readonly groups: readonly string[];
  readonly applications: readonly string[];
} {
  const entries = CHECK_TYPES.flatMap((type) => checks[type]?.for ?? []);
  return {
    groups: [...new Set(entries.flatMap(({ groups }) => groups ?? []))],
    applications: [...new Set(entries.flatMap(({ applications }) => applications ?? []))],
  };
}

import { CHECK_DEFINITIONS } from '@vestibule/checks';
import { CHECK_TYPES, type CheckType, POLICY_MODES, sayProblem, type UnavailableReason } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { unknownKey } from './unknown-key.ts';

export const SEVERITIES = ['off', 'recommended', 'required', 'sign-in-stopper'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a check that could not be read means: it stops nobody, or it stops whom a failed one would stop. */
export const UNKNOWN_RULES = ['allow', 'block'] as const;
export type UnknownRule = (typeof UNKNOWN_RULES)[number];

const sentenceSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

const exemptionTarget = {
  /** The last day of the exemption, in UTC. */
  until: z.iso.date(),
  why: sentenceSchema,
  approvedBy: sentenceSchema,
};

/** One person or one computer, never everybody. */
export const exemptionSchema = z.union([
  z.strictObject({ login: z.string().check(z.minLength(1), z.maxLength(255)), ...exemptionTarget }),
  z.strictObject({ deviceId: z.uuid(), ...exemptionTarget }),
]);
export type Exemption = z.infer<typeof exemptionSchema>;

const rollOut = {
  severity: z.enum(SEVERITIES),
  /** Judged and shown, stops nobody: to see what a check would do. */
  reportOnly: z._default(z.boolean(), false),
  /** From this day on, 00:00 UTC, plus the days of grace, the check has its severity; before, it is recommended. */
  startDate: z.optional(z.iso.date()),
  graceDays: z._default(z.int().check(z.minimum(0), z.maximum(365)), 0),
  /** Overrides the policy's own rule for this check. */
  unknown: z.optional(z.enum(UNKNOWN_RULES)),
  exemptions: z._default(z.array(exemptionSchema).check(z.maxLength(1000)), []),
};

function checkPolicySchemaOf(type: CheckType) {
  return z.strictObject({ ...rollOut, parameters: z._default(parametersOf(type), {}) }).check(
    z.refine((check) => check.graceDays === 0 || check.startDate !== undefined, {
      path: ['graceDays'],
      message: 'count from a startDate, and there is none.',
    }),
  );
}

/** The parameters as they were written, once the check itself has accepted them and knows every one of them. */
function parametersOf(type: CheckType) {
  return z.record(z.string(), z.unknown()).check((context) => {
    const { parameters } = CHECK_DEFINITIONS[type];
    const parsed = parameters.safeParse(context.value, { error: sayProblem });
    for (const issue of parsed.error?.issues ?? []) {
      context.issues.push({ code: 'custom', path: [...issue.path], message: issue.message, input: context.value });
    }
    const defaults: unknown = parameters.parse({});
    const known = new Set(typeof defaults === 'object' && defaults !== null ? Object.keys(defaults) : []);
    for (const key of Object.keys(context.value)) {
      if (known.has(key)) continue;
      context.issues.push({ code: 'custom', path: [key], message: unknownKey([...known]), input: context.value });
    }
  });
}

const checkPolicies = Object.fromEntries(CHECK_TYPES.map((type) => [type, z.optional(checkPolicySchemaOf(type))])) as {
  [Type in CheckType]: z.ZodMiniOptional<ReturnType<typeof checkPolicySchemaOf>>;
};

const names = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(255)))
  .check(z.minLength(1), z.maxLength(200));

/** For whom the policy is enforced; everybody else is let through and only observed. What is not named narrows nothing. */
const enforceForSchema = z
  .strictObject({
    /** Groups of people, as `vestibule person show` names them. */
    groups: z.optional(names),
    /** That many of a hundred people, always the same ones, beside the groups. */
    percentage: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    /** Names of work applications, as `vestibule application list` shows them. */
    applications: z.optional(names),
  })
  .check(
    z.refine((scope) => Object.values(scope).some((value) => value !== undefined), {
      message: 'names nobody: give groups, percentage or applications, or leave enforceFor out.',
    }),
  );

/** What a company asks of its computers. A check that is not named is off. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  workplaceAccessPolicy: z.enum(POLICY_MODES),
  /** With a Permissive policy: whether Continue still waits for the required checks. */
  isPolicyEnforced: z._default(z.boolean(), true),
  /** How long a verdict holds before the computer has to report again. */
  verdictLifeSeconds: z._default(z.int().check(z.minimum(30), z.maximum(86_400)), 300),
  /** Left out: `block`, but for computers that Workplace cannot read at all; see `unknownRuleOf`. */
  unknown: z.optional(z.enum(UNKNOWN_RULES)),
  enforceFor: z.optional(enforceForSchema),
  checks: z.strictObject(checkPolicies),
});
export type Policy = z.infer<typeof policySchema>;
export type CheckPolicy = NonNullable<Policy['checks'][CheckType]>;

/** What a policy says of a check that could not be read: at the check, or for all of them. @returns undefined: nothing */
export function unknownSaidOf(
  { unknown }: Pick<Policy, 'unknown'>,
  check: CheckPolicy | undefined,
): UnknownRule | undefined {
  return check?.unknown ?? unknown;
}

/**
 * What a check that could not be read means. A policy that says nothing blocks; only a computer of a kind on which Workplace
 * cannot read the check at all is let in, because no honest person could do anything about it.
 * @param reason why the check could not be read
 */
export function unknownRuleOf(
  policy: Pick<Policy, 'unknown'>,
  check: CheckPolicy | undefined,
  reason: UnavailableReason | undefined,
): UnknownRule {
  return unknownSaidOf(policy, check) ?? (reason === 'not-supported' ? 'allow' : 'block');
}

/** What may be written at a place of a policy; nothing where that depends on more than the place. */
export function knownKeysAt(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(policySchema.shape);
  if (path[0] !== 'checks') return [];
  if (path.length === 1) return CHECK_TYPES;
  return path.length === 2 ? [...Object.keys(rollOut), 'parameters'] : [];
}

import { CHECK_TYPES, type CheckType, POLICY_MODES, type UnavailableReason } from '@vestibule/contracts';
import * as z from 'zod/mini';
import {
  checkPolicySchemaOf,
  knownKeysOfCheck,
  names,
  UNKNOWN_RULES,
  type UnknownRule,
} from './check-policy-schema.ts';

const checkPolicies = Object.fromEntries(CHECK_TYPES.map((type) => [type, z.optional(checkPolicySchemaOf(type))])) as {
  [Type in CheckType]: z.ZodMiniOptional<ReturnType<typeof checkPolicySchemaOf>>;
};

/** For whom the policy is enforced; everybody else is let through and only observed. What is not named narrows nothing. */
const enforceForSchema = z
  .strictObject({
    /** Groups of people, as `vestibule person show` names them. */
    groups: z.optional(names),
    /** That many of a hundred people, always the same ones, next to the groups. */
    percentage: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    /** Names of work applications, as `vestibule application list` shows them. */
    applications: z.optional(names),
  })
  .check(
    z.refine((scope) => Object.values(scope).some((value) => value !== undefined), {
      message: 'names no one: give groups, percentage or applications, or leave enforceFor out.',
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
  check: Pick<CheckPolicy, 'unknown'> | undefined,
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
  check: Pick<CheckPolicy, 'unknown'> | undefined,
  reason: UnavailableReason | undefined,
): UnknownRule {
  return unknownSaidOf(policy, check) ?? (reason === 'not-supported' ? 'allow' : 'block');
}

/** What may be written at a place of a policy; nothing where that depends on more than the place. */
export function knownKeysAt(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(policySchema.shape);
  if (path[0] !== 'checks') return [];
  if (path.length === 1) return CHECK_TYPES;
  return knownKeysOfCheck(path.slice(2));
}

import type { Refusal } from '../../context/server-context.ts';
import type { Acting } from '../audit/acting.ts';
import { namesInChecks } from '@vestibule/policy';
import { whyNotAlone } from '../audit/second-approver.ts';
import { isInRules, isNamed, without } from './impact/note-on-groups.ts';

/**
 * Looks whether someone may be put into other groups: where checks have rules for one, or the policy is enforced for one that
 * they leave, less may be asked of them, and that is as if they were exempted.
 * @param before none: the person is new
 * @param after undefined: they stay as they are
 */
export async function judgeGroups(
  acting: Acting,
  before: readonly string[],
  after: readonly string[] | undefined,
): Promise<Refusal<'role_missing'> | null> {
  if (after === undefined) return null;
  const left = without(before, after);
  const moved = [...left, ...without(after, before)];
  const group =
    moved.find((name) => isInRules(acting.context, name)) ?? left.find((name) => isNamed(acting.context, name));
  return group === undefined
    ? null
    : whyNotAlone(acting, `people are put into or out of ${group}, a group that the policy has rules for,`);
}

/**
 * Looks whether someone else may say which groups people are in, as an identity provider does: as if they were put there. What
 * the provider that the company has says of someone is its own.
 */
export async function judgeWhoSaysGroups(acting: Acting): Promise<Refusal<'role_missing'> | null> {
  const { policy } = acting.context.policy;
  const [group] = [...namesInChecks(policy).groups, ...(policy.enforceFor?.groups ?? [])];
  return group === undefined
    ? null
    : whyNotAlone(acting, `what says who is in ${group}, a group that the policy has rules for, is changed`);
}

import { isEnforcedFor, type Policy } from '@vestibule/policy';

/** For whom a policy is enforced, as `enforceFor` says it. Pure. @returns null: for everybody */
export function describeScope({ enforceFor }: Pick<Policy, 'enforceFor'>): string | null {
  if (enforceFor === undefined) return null;
  const { groups, percentage, applications } = enforceFor;
  const people = [
    ...(groups === undefined ? [] : [`people in a group of ${groups.join(', ')}`]),
    ...(percentage === undefined ? [] : [`${percentage} of a hundred people`]),
  ];
  const where = applications === undefined ? '' : ` on the way to ${applications.join(', ')}`;
  return `Enforced only for ${people.length === 0 ? 'anyone who is' : people.join(' and ')}${where}; everybody else is only observed.`;
}

export interface Scope {
  /** Null: the policy is enforced for everybody. */
  readonly sentence: string | null;
  /** Nothing stops this person. */
  readonly isObserved: boolean;
}

/**
 * How far a policy reaches someone of whom only the groups are known. Who is drawn by a percentage is for the server to say.
 * @param groups undefined: not known
 */
export function scopeFor(policy: Policy, groups: readonly string[] | undefined): Scope {
  const sentence = describeScope(policy);
  const { enforceFor } = policy;
  if (sentence === null || enforceFor === undefined) return { sentence: null, isObserved: false };
  const saying = (more: string, isObserved = false): Scope => ({ sentence: `${sentence} ${more}`, isObserved });
  if (groups === undefined)
    return saying('This is explained as enforced. To say which groups the person is in: --group.');
  const { groups: named, percentage, applications } = enforceFor;
  const visit = { personId: '', groups, applicationName: null };
  const isByChance = percentage !== undefined && named === undefined;
  if (!isByChance && isEnforcedFor({ enforceFor: { groups: named, applications } }, visit)) {
    return saying('This person is one of them.');
  }
  return percentage === undefined || percentage === 0
    ? saying('This person is none of them.', true)
    : saying('Whether this person is one of the hundred is not known here, so this is explained as enforced.');
}

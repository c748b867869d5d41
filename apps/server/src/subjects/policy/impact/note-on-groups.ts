import { isSameName, namesInChecks } from '@vestibule/policy';
import { hasGroup } from '../../../repositories/admin-people.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/**
 * Says what other groups mean for a person, and which of the new ones may be a slip.
 * @param before null: the person is new
 * @param after undefined: they stay as they are
 */
export async function noteOnGroups(
  context: ServerContext,
  before: readonly string[] | null,
  after: readonly string[] | undefined,
): Promise<string[]> {
  if (after === undefined) return [];
  const left = without(before ?? [], after);
  const joined = without(after, before ?? []);
  return [
    ...(left.length === 0
      ? []
      : [`They leave ${left.join(' and ')}${joined.length === 0 ? '' : `, and join ${joined.join(' and ')}`}.`]),
    ...left
      .filter((group) => isNamed(context, group))
      .map((group) => `The policy is enforced for the group ${group} (enforceFor), and they are in it no longer.`),
    ...left
      .filter((group) => isInRules(context, group))
      .map((group) => `Checks of the policy have rules for the group ${group}, which hold for them no longer.`),
    ...(before === null ? [] : joined.flatMap((group) => notesOnJoining(context, group))),
    ...joined
      .filter((group) => group.includes(','))
      .map(
        (group) =>
          `"${group}" is one group by that name, comma and all. Several are given one after the other: --group A B`,
      ),
    ...(await noteOnSlips(context, joined)),
  ];
}

/** Whom that stops is not measured: it is one person. */
function notesOnJoining(context: ServerContext, group: string): string[] {
  const enforced = `The policy is enforced for the group ${group} (enforceFor): from now on it stops them where their computer does not pass.`;
  const rules = `Checks of the policy have rules for the group ${group}, which hold for them from now on and may stop them.`;
  return [...(isNamed(context, group) ? [enforced] : []), ...(isInRules(context, group) ? [rules] : [])];
}

/**
 * Says for which groups of new people the policy is enforced. They were let in nowhere before, so no one of them is newly
 * stopped; but what they meet first is the page that asks to install Workplace.
 */
export function noteOnNewcomers(context: ServerContext, groups: readonly string[]): string[] {
  const named = [...new Set(groups)].filter((group) => isNamed(context, group));
  if (named.length === 0) return [];
  return [
    `The policy is enforced for the group ${named.join(' and ')} (enforceFor): new people in it may have to install Workplace before they reach work.`,
  ];
}

async function noteOnSlips(context: ServerContext, joined: readonly string[]): Promise<string[]> {
  const { database, company } = context;
  const notes: string[] = [];
  for (const group of joined) {
    if (isNamed(context, group) || isInRules(context, group) || (await hasGroup(database, company.id, group))) continue;
    notes.push(
      `No one else is in the group ${group}, and the policy does not name it: look whether it is spelt as it is meant.`,
    );
  }
  return notes;
}

/** Whether the policy is enforced for a group by its name. */
export function isNamed({ policy }: ServerContext, group: string): boolean {
  return policy.policy.enforceFor?.groups?.some((named) => isSameName(named, group)) ?? false;
}

/** Whether a check has a rule for a group. */
export function isInRules({ policy }: ServerContext, group: string): boolean {
  return namesInChecks(policy.policy).groups.some((named) => isSameName(named, group));
}

/** Those of some groups that are not among others. */
export function without(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((group) => !others.some((other) => isSameName(other, group)));
}

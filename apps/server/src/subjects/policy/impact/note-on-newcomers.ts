import type { Policy } from '@vestibule/policy';
import type { ServerContext } from '../../../context/server-context.ts';
import { findPlaces, newlyKeptOut } from './who-gets-in.ts';

/**
 * Says how many people who come with a file are in groups for which the policy is enforced. Nobody of them was let in
 * before, so that nobody is newly stopped; but what they meet first is the page that asks to install Workplace.
 * @param groups of each of them
 */
export async function noteOnNewcomers(
  context: ServerContext,
  groups: readonly (readonly string[])[],
): Promise<string[]> {
  const { policy } = context.policy;
  if (groups.length === 0 || policy.enforceFor?.groups === undefined) return [];
  const asNewcomer = await judgeNewcomers(withoutChance(context));
  const days = groups.map((own) => asNewcomer(own)).filter((day) => day !== null);
  const first = days.toSorted().at(0);
  if (first === undefined) return [];
  const are = days.length === 1 ? 'is' : 'are';
  const from = first > dayOf(context.now()) ? ` from ${first} on` : '';
  return [
    `${days.length} of the ${groups.length} new people ${are} in a group for which the policy is enforced (enforceFor): before they reach work${from}, they are asked to install Workplace.`,
  ];
}

/** @returns for groups the first day on which they keep somebody out who has no computer with Workplace yet, or null */
async function judgeNewcomers(context: ServerContext): Promise<(groups: readonly string[]) => string | null> {
  const id = 'newcomer';
  const places = (await findPlaces(context)).map((place) => ({ before: place, after: place }));
  const known = new Map<string, string | null>();
  return (groups) => {
    const key = JSON.stringify(groups);
    const found = known.get(key);
    if (found !== undefined) return found;
    const inGroups = new Map([[id, { groups }]]);
    const from = newlyKeptOut({ context }, { context, people: inGroups }, places)({ id, groups: [], settings: {} }, []);
    const day = from === null ? null : dayOf(from);
    known.set(key, day);
    return day;
  };
}

/** Who is drawn by a percentage is not for a group to say. */
function withoutChance(context: ServerContext): ServerContext {
  const { groups, applications } = context.policy.policy.enforceFor ?? {};
  const policy: Policy = { ...context.policy.policy, enforceFor: { groups, applications } };
  return { ...context, policy: { ...context.policy, policy } };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

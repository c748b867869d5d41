import type { Policy } from './policy-schema.ts';

/** Whom a sign-in is for, as the server knows it. */
export interface Visit {
  readonly personId: string;
  readonly groups: readonly string[];
  /** The application's name as the administrator gave it; null: whichever the person goes to. */
  readonly applicationName: string | null;
}

/** As much of a policy as says how far it reaches. */
type Scoped = Pick<Policy, 'enforceFor'>;

/**
 * Whether the policy is enforced in this sign-in, or only observed. Someone counts who is in one of the groups or falls
 * into the percentage, and only on the way to one of the applications; whatever the policy does not name narrows nothing.
 */
export function isEnforcedFor(policy: Scoped, visit: Visit): boolean {
  if (policy.enforceFor === undefined) return true;
  const { groups, percentage } = policy.enforceFor;
  const isMember = groups?.some((group) => visit.groups.some((own) => isSameName(own, group))) ?? false;
  const isDrawn = percentage !== undefined && ticketOf(visit.personId) < percentage;
  const { applicationName } = visit;
  const isThere = applicationName === null || isEnforcedAt(policy, applicationName);
  return isThere && (isForEverybody(policy.enforceFor) || isMember || isDrawn);
}

function isEnforcedAt({ enforceFor }: Scoped, applicationName: string): boolean {
  return enforceFor?.applications?.some((name) => isSameName(name, applicationName)) ?? true;
}

/**
 * Whether one scope holds all that another does, by names alone: for everyone for whom the narrower one enforces the policy, on
 * the way to any application, the wider one does as well.
 */
export function enforcesNoLess(wider: Policy['enforceFor'], narrower: Policy['enforceFor']): boolean {
  if (wider === undefined) return true;
  const holds = (all: readonly string[], some: readonly string[]) =>
    some.every((name) => all.some((one) => isSameName(one, name)));
  const { groups = [], percentage = 0, applications } = narrower ?? {};
  const hasPeople =
    isForEverybody(wider) ||
    (!isForEverybody(narrower) && holds(wider.groups ?? [], groups) && percentage <= (wider.percentage ?? 0));
  const hasPlaces =
    wider.applications === undefined || (applications !== undefined && holds(wider.applications, applications));
  return hasPeople && hasPlaces;
}

function isForEverybody(scope: Policy['enforceFor']): boolean {
  return (scope?.groups === undefined && scope?.percentage === undefined) || scope.percentage === 100;
}

/** Whether two names of a group or an application are the same one. */
export function isSameName(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

/**
 * A number from 0 to 99 that is a person's own for good: who is in at 10 % is still in at 20 %. It keeps nothing secret,
 * so a plain hash does (FNV-1a, 32 bits).
 */
export function ticketOf(personId: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(personId)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 100;
}

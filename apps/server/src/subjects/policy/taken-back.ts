import { findPolicy, findPolicyNotBy, findPolicyWithBefore } from '../../repositories/policies.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { BRAKE } from './gate/brake.ts';

/**
 * Whether a text takes a change back: it is what held before the change, and only the brake has stored a policy since. What
 * the brake did goes with the change.
 * @param ifVersion the version that the change made
 * @param version of the text
 */
export async function isTakenBack(
  { database, company }: Pick<ServerContext, 'database' | 'company'>,
  ifVersion: string,
  version: string,
): Promise<boolean> {
  const newest = await findPolicy(database, company.id);
  if (newest?.createdBy !== BRAKE) return false;
  const made = await findPolicyNotBy(database, company.id, BRAKE);
  if (made?.version !== ifVersion) return false;
  const [, before] = await findPolicyWithBefore(database, company.id, made.id);
  return before?.version === version;
}

import { findPolicy, findPolicyNotBy, findPolicyWithBefore } from '../../repositories/policies.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { BRAKE } from './gate/brake.ts';

/**
 * Whether a text is the one that held before a change of which nothing but the brake has changed anything since. Whoever made
 * that change takes it back then, and what the brake did to it goes with it.
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

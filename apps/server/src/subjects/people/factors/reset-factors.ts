import type { Database } from '../../../database/database.ts';
import type { Who } from '../../../repositories/audit-words.ts';
import type { Origin, Refusal, ServerContext } from '../../../context/server-context.ts';
import { endTokensMadeBy } from '../../../repositories/admin-tokens.ts';
import { withdrawDeviceTokens } from '../../../repositories/device-accounts.ts';
import type { Person } from '../../../repositories/people.ts';
import { lockPerson } from '../../../repositories/person-lock.ts';
import { deleteAllFactors } from '../../../repositories/second-factors.ts';
import { revokeWebSessionsOf } from '../../../repositories/web-sessions.ts';
import { sayEnded } from '../end-sessions.ts';
import { auditFactor } from './factor-audit.ts';

/**
 * Takes every factor of a person away, for a person who has lost them all, and ends their sessions and tokens. At the next sign-in
 * they set one up where one is asked for.
 * @param actor the administrator
 * @param check may refuse, in the transaction that takes them
 */
export async function resetFactors(
  context: ServerContext,
  origin: Origin,
  person: Person,
  actor: Who,
  check: (transaction: Database) => Promise<Refusal<'not_possible'> | null> = async () => null,
): Promise<Refusal<'not_possible'> | null> {
  const { companyId, id: personId } = person;
  // Both at once: a session that is open in between would set up another factor.
  const ended = await context.database.transaction(async (transaction) => {
    const refusal = await check(transaction);
    if (refusal !== null) return refusal;
    await lockPerson(transaction, companyId, personId);
    await deleteAllFactors(transaction, { companyId, personId });
    await withdrawDeviceTokens(transaction, companyId, personId);
    const tokens = await endTokensMadeBy(transaction, { companyId, personId }, context.now());
    const endedTokens = tokens.map(({ name }) => name);
    await auditFactor(context, origin, person, { what: 'reset', actor, endedTokens }, transaction);
    return revokeWebSessionsOf(transaction, companyId, personId, context.now());
  });
  if ('refused' in ended) return ended;
  await sayEnded(context, origin, person, { actor, ended });
  return null;
}

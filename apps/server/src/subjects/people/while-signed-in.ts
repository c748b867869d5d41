import { lockPerson } from '../../repositories/person-lock.ts';
import { changeWebSession } from '../../repositories/web-sessions.ts';
import type { Caller } from '../../context/caller.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

/**
 * Changes how a person gets in, only while the session it is asked from lives: anyone who takes an account back ends its
 * sessions, and what was let through a moment before comes to nothing then. One change of a person at a time.
 * @param change is given the transaction as its database
 */
export async function whileSignedIn<Changed>(
  context: ServerContext,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  change: (inside: ServerContext) => Promise<Changed>,
): Promise<Changed | Refusal<'not_signed_in'>> {
  return context.database.transaction(async (transaction) => {
    // The person first and their sessions after, as everything does that ends sessions.
    await lockPerson(transaction, person.companyId, person.id);
    const live = await changeWebSession(transaction, session, { lastSeenAt: context.now() });
    return live === null
      ? refuse('not_signed_in', 'The session was ended meanwhile.')
      : change({ ...context, database: transaction });
  });
}

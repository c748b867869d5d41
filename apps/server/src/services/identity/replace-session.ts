import { hashToken } from '../../crypto/tokens.ts';
import type { Database } from '../../database/open.ts';
import { handOverAssertions } from '../../repositories/logout.ts';
import type { Person } from '../../repositories/people.ts';
import { revokeWebSessionByToken } from '../../repositories/web-sessions.ts';
import type { ServerContext } from '../server-context.ts';
import type { Visit } from './visit.ts';

/**
 * Ends the session that the browser had before a new one takes its place. Who signs in again, or more strongly, has not
 * left: what was opened in the old session belongs to the new one, and ends with it.
 * @param sessionId the new session, which is there already
 * @returns the id of somebody else's session, whose applications have to be told once the transaction is over
 */
export async function replaceSession(
  { company, now }: ServerContext,
  transaction: Database,
  { sessionToken }: Visit,
  person: Pick<Person, 'id'>,
  sessionId: string,
): Promise<string | null> {
  if (sessionToken === undefined) return null;
  const replaced = await revokeWebSessionByToken(transaction, company.id, hashToken(sessionToken), now());
  if (replaced === null) return null;
  if (replaced.personId !== person.id) return replaced.id;
  await handOverAssertions(transaction, company.id, { from: replaced.id, to: sessionId });
  return null;
}

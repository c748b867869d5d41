import type { Database } from '../../../database/database.ts';
import type { Person } from '../../../repositories/people.ts';
import { changesBetween } from '../../audit/acting.ts';
import { audit } from '../../audit/audit.ts';
import type { Origin, ServerContext } from '../../../context/server-context.ts';

/** The entry of the sign-in itself, of the same moment, says from where. */
const ORIGIN: Origin = { address: 'identity provider', correlationId: '' };

/**
 * Writes down that an identity provider calls someone otherwise from now on, with what they were called before: anyone who
 * erases or exports the person finds the former names there. Called before they are changed, so that none is lost.
 */
export async function noteNames(
  context: ServerContext,
  database: Database,
  { id, login, displayName, email }: Person,
  after: Partial<Pick<Person, 'displayName' | 'email'>>,
): Promise<void> {
  const names = { displayName: after.displayName, email: after.email };
  const changes = changesBetween({ displayName, email }, names);
  if (changes.length === 0) return;
  const details = { personId: id, changes };
  await audit(context, ORIGIN, { action: 'person', outcome: 'done', target: { id, login }, details }, database);
}

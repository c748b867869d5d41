import { findPersonByEmail, findPersonByLogin, type Person } from '../../../repositories/people.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/**
 * The person whom a signed request of the company's identity provider names by their login. Someone unknown, or blocked, is
 * not named by that: they sign in here, and hear there what is the matter. Neither is anyone whose login is another one's
 * e-mail address: which of the two is meant is not known.
 * @param subject only of a request that was signed, and of an application that may name people
 */
export async function findNamedPerson(
  { database, company }: ServerContext,
  subject: string | null,
): Promise<Person | null> {
  if (subject === null) return null;
  const person = await findPersonByLogin(database, company.id, subject);
  if (person === null || person.disabledAt !== null) return null;
  const namesake = await findPersonByEmail(database, company.id, subject, person.id);
  return namesake === null ? person : null;
}

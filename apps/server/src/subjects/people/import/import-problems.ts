import { findRoles } from '../../../repositories/roles.ts';
import { normalizeEmail, type Person } from '../../../repositories/people.ts';
import type { Acting } from '../../audit/acting.ts';
import type { CsvProblem } from './csv.ts';
import { mayNotRenew } from '../may-not-renew.ts';
import type { PersonInFile } from './read-people-file.ts';

/** Everybody of the company, by login. */
type Known = ReadonlyMap<string, Pick<Person, 'id' | 'login' | 'email'>>;

/**
 * Lines that would give someone an e-mail address that is another person's once the file is in: work applications know
 * people by it. Two people may change theirs for each other's. Addresses that stay as they are are no fault of the file.
 */
export function findTakenEmails(file: readonly PersonInFile[], known: Known): CsvProblem[] {
  const named = new Set(file.map(({ login }) => login));
  const owners = new Map<string, string>();
  for (const { login, email } of known.values()) {
    if (!named.has(login)) owners.set(normalizeEmail(email), login);
  }
  const stays = ({ login, email }: PersonInFile) => known.get(login)?.email === email;
  for (const one of file.filter(stays)) owners.set(normalizeEmail(one.email), one.login);
  return file.flatMap((one) => {
    if (stays(one)) return [];
    const owner = owners.get(normalizeEmail(one.email));
    if (owner !== undefined)
      return [{ line: one.line, column: 1, message: `email ${one.email} is that of ${owner} already.` }];
    owners.set(normalizeEmail(one.email), one.login);
    return [];
  });
}

/** Lines that would give another e-mail address to someone whom this administrator may not rename. */
export async function findUntouchable(
  acting: Acting,
  file: readonly PersonInFile[],
  known: Known,
): Promise<CsvProblem[]> {
  const { database, company } = acting.context;
  const roles = await findRoles(database, company.id);
  return file.flatMap(({ line, login, email }) => {
    const person = known.get(login);
    if (person === undefined || person.email === email) return [];
    const refusal = mayNotRenew(acting, { person, role: roles.get(person.id) ?? null });
    return refusal === null ? [] : [{ line, column: 1, message: refusal.message }];
  });
}

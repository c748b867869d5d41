import type { Database } from '../../../database/database.ts';
import { withdrawInvitations } from '../../../repositories/invitations.ts';
import { lockNeverSignedUp } from '../../../repositories/people-in-bulk.ts';
import { findPeopleByEmail, findPersonByLogin, type Person, updatePerson } from '../../../repositories/people.ts';
import { findRoles } from '../../../repositories/roles.ts';
import { audit } from '../../audit/audit.ts';
import type { Origin, ServerContext } from '../../../context/server-context.ts';
import { isOfDomain, isOfOwnDomain, isSameAddress } from './email-domain.ts';
import type { UpstreamIdentity } from './intent.ts';
import type { PeopleSettings, Upstream } from './settings.ts';

/**
 * Why an account with the address that came is not linked by that address.
 * - `address-shared`: several accounts have it
 * - `address-unproven`: the provider does not say that the address is the person's
 * - `domain`: this provider does not speak for the domain, or anybody gets an address there
 * - `login-of-another`: the login that came is that of another account
 * - `role`: the account has a role; an address alone opens none of those
 * - `blocked`, `used`: only an account that no one has ever used is given to the one who comes
 */
export type NotLinked =
  | 'address-shared'
  | 'address-unproven'
  | 'domain'
  | 'login-of-another'
  | 'role'
  | 'blocked'
  | 'used';

/** What there is here for an address that came. */
type AccountByAddress =
  | { readonly found: 'none' }
  | { readonly found: 'unused'; readonly person: Person }
  | { readonly found: 'other'; readonly person: Person; readonly why: NotLinked };

/**
 * Looks for an account that no one has ever used, to be linked to who comes for the first time. Only an address that the
 * provider itself calls the person's counts, only in a domain that the provider speaks for, and never for a role.
 * @param database a transaction holds what is found to it until its end
 */
export async function findAccountByAddress(
  { database, company }: Pick<ServerContext, 'database' | 'company'>,
  settings: Pick<PeopleSettings, 'allowedDomains'>,
  identity: UpstreamIdentity,
): Promise<AccountByAddress> {
  const { email } = identity;
  const [person, ...others] = email === null ? [] : await findPeopleByEmail(database, company.id, email);
  if (person === undefined || email === null) return { found: 'none' };
  const not = (why: NotLinked) => ({ found: 'other' as const, person, why });
  if (others.length > 0 || !isSameAddress(person.email, email)) return not('address-shared');
  if (!identity.isEmailProven) return not(isOfDomain(settings, email) ? 'address-unproven' : 'domain');
  if (!isOfOwnDomain(settings, email)) return not('domain');
  const namesake = await findPersonByLogin(database, company.id, identity.login ?? email);
  if (namesake !== null && namesake.id !== person.id) return not('login-of-another');
  const [unused] = await lockNeverSignedUp(database, company.id, [person.id]);
  if (unused !== undefined) return { found: 'unused', person: unused };
  if (person.disabledAt !== null) return not('blocked');
  return not((await findRoles(database, company.id)).has(person.id) ? 'role' : 'used');
}

/**
 * Links an unused account to who came for it, with an entry of its own. An invitation would be another way in; where no one
 * signs in at the provider, as with one of a second step alone, it is the only one.
 */
export async function linkUnused(
  { context, upstream, origin }: { context: ServerContext; upstream: Upstream; origin: Origin },
  transaction: Database,
  person: Person,
  { subject, email }: UpstreamIdentity,
): Promise<void> {
  const { row } = upstream;
  await updatePerson(transaction, person, { upstreamId: row.id, upstreamSubject: subject });
  if (row.isEnabled) await withdrawInvitations(transaction, person.companyId, person.id);
  const details = { personId: person.id, upstreamId: row.id, provider: row.name, subject, by: 'address', email };
  await audit(
    context,
    origin,
    { action: 'upstream-link', outcome: 'done', actor: person, target: person, details },
    transaction,
  );
}

import { findPersonByEmail, findPersonByLogin } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';

/**
 * Warns of a login that is another person's e-mail address: a signed request of the identity provider that names it could mean
 * either, and so means no one.
 * @param ownId null: the person is new
 * @param names what is about to change of them
 */
export async function noteOnNames(
  { database, company }: ServerContext,
  ownId: string | null,
  { login, email }: { readonly login?: string | undefined; readonly email?: string | undefined },
): Promise<string[]> {
  const namesake = login === undefined ? null : await findPersonByEmail(database, company.id, login, ownId);
  const found = email === undefined || email === '' ? null : await findPersonByLogin(database, company.id, email);
  const called = found?.id === ownId ? null : found;
  const both = 'A second step of Okta or Entra ID that names it could mean either, and is refused.';
  return [
    ...(namesake === null ? [] : [`The login ${login} is the e-mail address of ${namesake.login}. ${both}`]),
    ...(called === null ? [] : [`The e-mail address ${email} is the login of another person. ${both}`]),
  ];
}

import type { Person } from '../../repositories/people.ts';
import type { Role } from '../../repositories/roles.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';
import { type Acting, isByToken } from '../audit/acting.ts';

/**
 * Who makes someone's way in again, or gives them another login or e-mail address, could come in as them. So a token does
 * not for those who have a role, and who runs one company does not for those who run all of a provider.
 */
export function mayNotRenew(
  acting: Acting,
  { person, role }: { readonly person: Pick<Person, 'login'>; readonly role: Pick<Role, 'reach'> | null },
): Refusal<'role_missing'> | null {
  if (role === null) return null;
  if (isByToken(acting)) {
    return refuse(
      'role_missing',
      `${person.login} has a role: this is done by a person or at the server, not by a token.`,
    );
  }
  return role.reach === 'msp' && acting.administrator.reach === 'company'
    ? refuse(
        'role_missing',
        `The role of ${person.login} reaches over all companies of the provider, and yours does not.`,
      )
    : null;
}

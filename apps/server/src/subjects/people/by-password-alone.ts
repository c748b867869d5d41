import { wasOpenedByInvitation } from '../../repositories/invitations.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import type { Caller } from '../../context/caller.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { hasSecondFactor } from './factors/second-factor-needs.ts';

/**
 * Whether a person sets a second factor up by no more than a password: without a factor that counts, and not as the first one in
 * the sign-in that an invitation opened. A thief with the password can do that as well. That their own computer has reported
 * in this sign-in is no proof: anyone who copied its cookie says the same.
 */
export async function isByPasswordAlone(context: ServerContext, { session, person }: Caller): Promise<boolean> {
  const { database, company } = context;
  if (session.factors.includes('upstream-mfa')) return false;
  const own = await findConfirmedFactors(database, { companyId: company.id, personId: person.id });
  if (!hasSecondFactor(session.factors)) {
    return own.length > 0 || !(await wasOpenedByInvitation(database, company.id, person.id, session.authenticatedAt));
  }
  // A factor vouches for the next one only while it is there, and not where one came by the password alone itself.
  return own.length === 0 || own.some(({ isByPasswordAlone: isAlone }) => isAlone);
}

import { wasOpenedByInvitation } from '../../repositories/invitations.ts';
import { findDeviceOfSignIn } from '../../repositories/launch-pad.ts';
import { findNewestReport } from '../../repositories/reports.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import type { Caller } from '../device-session.ts';
import type { ServerContext } from '../server-context.ts';
import { hasSecondFactor } from './second-factor-needs.ts';

/**
 * Whether a person sets a second factor up by no more than a password: without a factor that counts, not in the sign-in that an
 * invitation opened, and not at their own registered computer. A thief with the password can do that as well.
 */
export async function isByPasswordAlone(context: ServerContext, caller: Caller): Promise<boolean> {
  const { database, company } = context;
  const { session, person } = caller;
  if (session.factors.includes('upstream-mfa')) return false;
  if (await wasOpenedByInvitation(database, company.id, person.id, session.authenticatedAt)) return false;
  if (await isAtOwnComputer(context, caller)) return false;
  if (!hasSecondFactor(session.factors)) return true;
  // A factor vouches for the next one only while it is there, and not where one came by the password alone itself.
  const own = await findConfirmedFactors(database, { companyId: company.id, personId: person.id });
  return own.length === 0 || own.some(({ isByPasswordAlone: isAlone }) => isAlone);
}

/** Anybody can show the public keys of a computer, and what it reports by itself may be read anywhere: its page's report counts. */
async function isAtOwnComputer(
  { database, company, now }: ServerContext,
  { session, person }: Caller,
): Promise<boolean> {
  const found = await findDeviceOfSignIn(database, company.id, session.id, ['full', 'v1']);
  if (found === null || found.session.expiresAt <= now()) return false;
  const { device } = found;
  if (device.state !== 'approved' || device.personId !== person.id || found.session.personId !== person.id)
    return false;
  return (await findNewestReport(database, company.id, found.session.id)) !== null;
}

import { type AdministratorWays, findAdministrators } from '../../repositories/administrators.ts';
import type { Person } from '../../repositories/people.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import { findUpstream } from '../../repositories/upstreams.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** What an administrator reads who would hand out a link that opens nothing. */
export const NO_LOCAL_SIGN_IN =
  'People sign in at the company’s own identity provider alone (isLocalSignInEnabled is off), so a link would open nothing. Link them to their accounts there (vestibule person link). For a new passkey of an administrator, turn it on as long as that takes: vestibule company settings set isLocalSignInEnabled=true.';

/**
 * Whether a person signs in with a password or passkey that is kept here. Anyone who is linked to the company's own identity
 * provider signs in there while it is switched on: who has lost the account there has lost it here.
 */
export async function signsInHere(
  { configuration, database, company }: ServerContext,
  { upstreamId }: Person,
): Promise<boolean> {
  if (!configuration.isLocalSignInEnabled) return false;
  const upstream = upstreamId === null ? null : await findUpstream(database, company.id, upstreamId);
  return upstream?.isEnabled !== true;
}

/** Whether a person has a sign-in of their own at all. Who is known by a second step alone may have none. */
export async function hasOwnSignIn(context: ServerContext, person: Person): Promise<boolean> {
  const { database, company, configuration } = context;
  const upstream = person.upstreamId === null ? null : await findUpstream(database, company.id, person.upstreamId);
  if (upstream?.isEnabled === true) return true;
  if (configuration.isLocalSignInEnabled && person.passwordHash !== null) return true;
  const factors = await findConfirmedFactors(database, { companyId: company.id, personId: person.id });
  return factors.some(({ kind }) => kind === 'passkey') && (await mayUsePasskeyHere(context, person));
}

/**
 * Whether a passkey of a person opens something here. That of an administrator does, also where no one else signs in here:
 * someone has to come in while the company's own identity provider does not let anybody through.
 */
export async function mayUsePasskeyHere(context: ServerContext, person: Person): Promise<boolean> {
  if (context.configuration.isLocalSignInEnabled) return signsInHere(context, person);
  return (await breakGlassPasskeys(context)).some(({ id }) => id === person.id);
}

/** Administrators who come in by a passkey of here, whatever else is switched off. */
export async function breakGlassPasskeys({ database, company }: ServerContext) {
  return (await findAdministrators(database, company.id)).filter(opensByPasskey);
}

/** The passkey of an administrator who signs in nowhere else opens something, with local sign-in and without. */
export function opensByPasskey({ hasPasskey, signsInThere }: AdministratorWays): boolean {
  return hasPasskey && !signsInThere;
}

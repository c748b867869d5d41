import type { Person } from '../../repositories/people.ts';
import { findUpstream } from '../../repositories/upstreams.ts';
import type { ServerContext } from '../server-context.ts';

/**
 * Whether a person signs in with a password or passkey that is kept here. Whoever is linked to the company's own identity
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

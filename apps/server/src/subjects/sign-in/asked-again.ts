import { hashToken } from '../../operations/crypto/tokens.ts';
import { findShownSignIn } from '../../repositories/shown-sign-ins.ts';
import { findProviderToAsk } from '../people/identity-providers/unsupported-system.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** Whether `/saml/continue` sends this browser to the identity provider, to hear its word for a phone once more. */
export async function isToBeAskedAgain(
  context: ServerContext,
  {
    upstreamId,
    loginMarker,
    sessionToken,
  }: {
    readonly upstreamId: string;
    readonly loginMarker: string | null;
    readonly sessionToken: string | undefined;
  },
): Promise<boolean> {
  if (loginMarker === null || sessionToken === undefined) return false;
  const { database, company, now } = context;
  const asked = { companyId: company.id, id: loginMarker, tokenHash: hashToken(sessionToken) };
  const shown = await findShownSignIn(database, asked, now());
  if (shown === null || shown.found === null || shown.signedIn === null) return false;
  return (await findProviderToAsk(context, shown.signedIn.session, shown.found)) === upstreamId;
}

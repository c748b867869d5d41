import type { Provider } from 'oidc-provider';
import { sayError } from '../../operations/log/describe-error.ts';
import type { LiveAssertion } from '../../repositories/logout.ts';
import { audit } from '../audit/audit.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';
import { oidcClientSchema } from '../../protocols/oidc/oidc-client.ts';

/** What the provider's clients can do and its types leave out. */
interface LogoutClient {
  backchannelLogout(subject: string): Promise<void>;
}

const ORIGIN: Origin = { address: 'back channel', correlationId: '' };

/**
 * Tells the OpenID Connect applications that have an address for it that these people have signed out, all at once and
 * without a browser. One that cannot be told keeps no one waiting: that is written down.
 * @returns ids of the applications that have taken it
 */
export async function tellByBackChannel(
  context: ServerContext,
  live: readonly LiveAssertion[],
): Promise<ReadonlySet<string>> {
  const byApplication = Map.groupBy(live.filter(hasAddress), ({ application }) => application.id);
  if (byApplication.size === 0) return new Set();
  // Loaded when it is first used: most sign in by SAML, and this is the server's largest dependency.
  const { createOidcProvider } = await import('../../protocols/oidc/provider.ts');
  const provider = await createOidcProvider(context, null);
  const told = await Promise.all(
    [...byApplication].map(async ([id, given]) => ((await tell(context, provider, given)) ? [id] : [])),
  );
  return new Set(told.flat());
}

function hasAddress({ application: { protocol, oidcClient } }: LiveAssertion): boolean {
  return protocol === 'oidc' && oidcClientSchema.parse(oidcClient).backchannelLogoutUri !== null;
}

/** @returns false when anybody's sign-out was not taken */
async function tell(context: ServerContext, provider: Provider, given: readonly LiveAssertion[]): Promise<boolean> {
  const target = given[0]?.application.entityId ?? '';
  const people = new Set(given.map(({ assertion }) => assertion.personId));
  try {
    const client = (await provider.Client.find(target)) as (LogoutClient & object) | undefined;
    if (client === undefined) return false;
    await Promise.all([...people].map((personId) => client.backchannelLogout(personId)));
    await audit(context, ORIGIN, { action: 'oidc-logout', outcome: 'done', target, details: { people: people.size } });
    return true;
  } catch (error) {
    const reason = sayError(error).slice(0, 300);
    await audit(context, ORIGIN, { action: 'oidc-logout', outcome: 'refused', target, details: { reason } });
    return false;
  }
}

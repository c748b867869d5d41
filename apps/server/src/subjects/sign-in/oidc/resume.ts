import type { Provider } from 'oidc-provider';
import { sessionThatPassed } from '../../../protocols/oidc/gate-passed.ts';
import { refuse, type Origin, type Refusal, type ServerContext } from '../../../context/server-context.ts';
import type { WebSession } from '../../../repositories/people.ts';
import { audit } from '../../audit/audit.ts';
import { findInteraction, type Shown, UNKNOWN_INTERACTION } from './interactions.ts';

/**
 * Whether this browser may be given what came of an application's request: the one in which it began, in the session that
 * the gate has let through, and no other.
 */
export async function resumeOidcSignIn(
  context: ServerContext,
  origin: Origin,
  provider: Provider,
  { session, ...shown }: Shown & { readonly session: WebSession | null },
): Promise<Refusal<'sign_in_unknown'> | null> {
  const interaction = await findInteraction(context, provider, shown);
  const passed = sessionThatPassed(interaction?.result);
  if (interaction !== null && (passed === null || passed === session?.id)) return null;
  await audit(context, origin, { action: 'oidc-request', outcome: 'refused', details: { code: 'sign_in_unknown' } });
  return refuse('sign_in_unknown', UNKNOWN_INTERACTION);
}

import type { SamlPostData } from '@vestibule/contracts';
import { bindPendingSignIn, completePendingSignIn } from '../repositories/pending-sign-ins.ts';
import { issueErrorResponse, serviceProviderSchema } from '../saml/index.ts';
import { audit } from './audit.ts';
import type { Caller } from './device-session.ts';
import type { OwnSignIn } from './own-sign-in.ts';
import type { Origin, ServerContext } from './server-context.ts';
import { signInMethodOf, upstreamOf } from './sign-in-method.ts';

/**
 * Tells an application that the person has signed in, but in no way that it asks for: `NoAuthnContext`. The sign-in is over
 * with that.
 * @returns null when it is no sign-in of theirs, or of no application that can be told
 */
export async function declineSignIn(
  context: ServerContext,
  origin: Origin,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  { pending, application }: OwnSignIn,
): Promise<SamlPostData | null> {
  const { database, company } = context;
  if (application.protocol !== 'saml' || pending.isUnsolicited) return null;
  if (!(await bindPendingSignIn(database, company.id, pending.id, person.id, session.id))) return null;
  const now = context.now();
  const { samlResponse } = issueErrorResponse(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    inResponseTo: pending.requestId,
    acsUrl: pending.acsUrl,
    now,
    status: 'NoAuthnContext',
  });
  await completePendingSignIn(database, company.id, pending.id, now);
  await audit(context, origin, {
    action: 'saml-response',
    outcome: 'refused',
    actor: person.login,
    target: application.entityId,
    details: {
      code: 'NoAuthnContext',
      asked: pending.requestedAuthnContext,
      signedInBy: signInMethodOf(session),
      providerSaid: upstreamOf(session)?.level ?? null,
    },
  });
  return { actionUrl: pending.acsUrl, samlResponse, relayState: pending.relayState };
}

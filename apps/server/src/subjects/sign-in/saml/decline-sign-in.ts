import type { SamlPostData } from '@vestibule/contracts';
import * as z from 'zod';
import { createToken } from '../../../operations/crypto/tokens.ts';
import { completePendingSignIn, findPendingSignIn, isOver } from '../../../repositories/pending-sign-ins.ts';
import { noteSignIn } from '../../../repositories/sign-ins.ts';
import { bindSignIn } from '../../../context/bind-sign-in.ts';
import { noteAside } from '../../../context/note-sign-in.ts';
import { noteOfDecline } from '../sign-in-notes.ts';
import { type ErrorStatus, issueErrorResponse, serviceProviderSchema } from '../../../protocols/saml/index.ts';
import { audit } from '../../audit/audit.ts';
import type { Caller } from '../../../context/caller.ts';
import { beginCeremony, type CeremonyKind, takeCeremony } from '../../people/factors/ceremonies.ts';
import { whyApplicationIsShut } from '../../applications/open-application.ts';
import type { OwnSignIn } from '../../people/own-sign-in.ts';
import type { Origin, ServerContext } from '../../../context/server-context.ts';
import { signInMethodOf, upstreamOf } from '../../../context/sign-in-method.ts';

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
  const shown = { companyId: company.id, id: pending.id, personId: person.id, webSessionId: session.id };
  if ((await bindSignIn(context, shown, session)) === null) return null;
  const told = sayNo(context, { pending, application }, 'NoAuthnContext');
  await completePendingSignIn(database, company.id, pending.id, context.now());
  const which = { companyId: company.id, signInId: pending.id };
  await noteAside(context, () => noteSignIn(database, which, noteOfDecline(context, origin, 'NoAuthnContext')));
  await audit(context, origin, {
    action: 'saml-response',
    outcome: 'refused',
    actor: person,
    target: application.entityId,
    details: {
      code: 'NoAuthnContext',
      asked: pending.requestedAuthnContext,
      signedInBy: signInMethodOf(session),
      providerSaid: upstreamOf(session)?.level ?? null,
    },
  });
  return told;
}

/** What an application of OpenID Connect is told, until its page has posted the handle. */
const DECLINED = {
  kind: 'oidc-declined',
  lifeMs: 60_000,
  content: z.object({ interactionId: z.string(), error: z.literal('login_required') }),
} satisfies CeremonyKind<unknown>;

/**
 * Tells an application that wants a new sign-in that there was none: the company's identity provider did not confirm it,
 * and will not at the next try. The sign-in is over with that.
 * @returns null when the application cannot be told, or the sign-in is someone's already
 */
export async function declineNotFresh(
  context: ServerContext,
  origin: Origin,
  loginMarker: string,
): Promise<SamlPostData | null> {
  const { database, company } = context;
  const now = context.now();
  const found = await findPendingSignIn(database, company.id, loginMarker);
  if (found === null || isOver(found.pending, now) || found.pending.personId !== null) return null;
  const { pending, application } = found;
  if (pending.isUnsolicited || whyApplicationIsShut(application, pending) !== null) return null;
  const told = await sayNotFresh(context, found);
  if (told === null) return null;
  await completePendingSignIn(database, company.id, pending.id, now);
  const which = { companyId: company.id, signInId: pending.id };
  await noteAside(context, () => noteSignIn(database, which, noteOfDecline(context, origin, 'upstream_not_fresh')));
  await audit(context, origin, {
    action: application.protocol === 'saml' ? 'saml-response' : 'oidc-request',
    outcome: 'refused',
    target: application.entityId,
    about: application.id,
    details: { code: 'upstream_not_fresh' },
  });
  return told;
}

async function sayNotFresh(context: ServerContext, found: OwnSignIn): Promise<SamlPostData | null> {
  const { pending, application } = found;
  if (application.protocol === 'saml') return sayNo(context, found, 'AuthnFailed', 'A new sign-in was not confirmed.');
  if (application.protocol !== 'oidc' || pending.interactionId === null) return null;
  const handle = createToken();
  await beginCeremony(context, DECLINED, handle, { interactionId: pending.interactionId, error: 'login_required' });
  return { actionUrl: pending.acsUrl, samlResponse: handle, relayState: null };
}

/** @returns the error of OpenID Connect that a handle stands for, once, in its own interaction; null: it is none of these */
export async function takeDeclined(
  context: ServerContext,
  handle: string,
  interactionId: string,
): Promise<'login_required' | null> {
  const declined = await takeCeremony(context, DECLINED, handle);
  return declined?.interactionId === interactionId ? declined.error : null;
}

function sayNo(
  context: ServerContext,
  { pending, application }: OwnSignIn,
  status: ErrorStatus,
  message?: string,
): SamlPostData {
  const { samlResponse } = issueErrorResponse(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    inResponseTo: pending.requestId,
    acsUrl: pending.acsUrl,
    now: context.now(),
    status,
    message,
  });
  return { actionUrl: pending.acsUrl, samlResponse, relayState: pending.relayState };
}

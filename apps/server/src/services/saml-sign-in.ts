import { randomUUID } from 'node:crypto';
import { OWN_LIMITS } from '@vestibule/contracts';
import { findApplicationByEntityId } from '../repositories/companies.ts';
import { createPendingSignIn, findPendingSignIn } from '../repositories/pending-sign-ins.ts';
import { findWebSession } from '../repositories/people.ts';
import {
  acceptAuthnRequest,
  type AuthnRequest,
  type ErrorStatus,
  issueErrorResponse,
  type Received,
  type SamlErrorCode,
  satisfiesAuthnContext,
  serviceProviderSchema,
} from '../saml/index.ts';
import { hashToken } from '../crypto/tokens.ts';
import { audit } from './audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

/** What a work application's request leads to. */
export type SamlSignIn =
  | { readonly kind: 'begun'; readonly loginMarker: string }
  /** The application's own rules cannot be met: it is told so, by post. */
  | {
      readonly kind: 'declined';
      readonly actionUrl: string;
      readonly samlResponse: string;
      readonly relayState: string | null;
    }
  | Refusal<SamlErrorCode>;

/** Begins a sign-in: everything about the request is checked before anything is kept. */
export async function beginSamlSignIn(context: ServerContext, origin: Origin, received: Received): Promise<SamlSignIn> {
  const begun = await tryToBegin(context, origin, received);
  const issuer = received.ok ? received.received.claimedIssuer : null;
  if ('refused' in begun) {
    await audit(context, origin, {
      action: 'saml-request',
      outcome: 'refused',
      target: issuer,
      details: { code: begun.refused },
    });
  }
  return begun;
}

async function tryToBegin(context: ServerContext, origin: Origin, received: Received): Promise<SamlSignIn> {
  if (!received.ok) return refuse(received.code, received.message);
  const application = await findApplicationByEntityId(
    context.database,
    context.company.id,
    received.received.claimedIssuer,
  );
  const serviceProvider = application === null ? null : serviceProviderSchema.parse(application.serviceProvider);
  const accepted = acceptAuthnRequest(received.received, {
    serviceProvider,
    ssoUrl: `${context.publicUrl}/saml/sso`,
    now: context.now(),
  });
  if (!accepted.ok) return refuse(accepted.code, accepted.message);
  if (application === null || serviceProvider === null) throw new Error('A request of an unknown issuer was accepted.');
  const { request } = accepted;

  const decline = declineStatus(request);
  const loginMarker = randomUUID();
  const now = context.now();
  const isNew = await createPendingSignIn(context.database, {
    companyId: context.company.id,
    id: loginMarker,
    applicationId: application.id,
    requestId: request.id,
    acsUrl: request.acsUrl,
    relayState: request.relayState,
    nameIdFormat: request.nameIdFormat,
    forceAuthentication: request.forceAuthn,
    mode: 'frontline',
    personId: null,
    createdAt: now,
    // A declined request is kept so that it cannot be used again; it is over at once.
    expiresAt: decline === null ? new Date(now.getTime() + OWN_LIMITS.pendingSignInLifeMs) : now,
    completedAt: null,
    interactionId: null,
    isUnsolicited: false,
  });
  if (!isNew) return refuse('saml_request_replayed', 'This request was used before. Open the application again.');
  if (decline === null) return { kind: 'begun', loginMarker };
  const { samlResponse } = issueErrorResponse(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider,
    inResponseTo: request.id,
    acsUrl: request.acsUrl,
    now,
    status: decline,
  });
  await audit(context, origin, {
    action: 'saml-response',
    outcome: 'refused',
    target: application.entityId,
    details: { code: decline },
  });
  return { kind: 'declined', actionUrl: request.acsUrl, samlResponse, relayState: request.relayState };
}

/** Nothing may be asked of the person, but a device check shows a page; or a stronger sign-in is asked for than we have. */
function declineStatus(request: AuthnRequest): ErrorStatus | null {
  if (request.isPassive) return 'NoPassive';
  return satisfiesAuthnContext(request.requestedAuthnContext, 'password') ? null : 'NoAuthnContext';
}

/** Where the browser goes with a pending sign-in: to the sign-in page, or straight to the check. */
export async function continueSamlSignIn(
  context: ServerContext,
  loginMarker: string,
  sessionToken: string | undefined,
): Promise<string> {
  const found = await findPendingSignIn(context.database, context.company.id, loginMarker);
  const signedIn =
    sessionToken === undefined
      ? null
      : await findWebSession(context.database, context.company.id, hashToken(sessionToken), context.now());
  const isFreshEnough =
    signedIn !== null &&
    !(found?.pending.forceAuthentication === true && signedIn.session.authenticatedAt < found.pending.createdAt);
  return isFreshEnough ? `/device-check/?login=${loginMarker}` : `/online/?login=${loginMarker}`;
}

import type { Application } from '../../../repositories/companies.ts';
import { isSecondStep } from '../../../protocols/entra/record.ts';
import {
  type AuthnRequest,
  type ErrorStatus,
  issueErrorResponse,
  serviceProviderSchema,
} from '../../../protocols/saml/index.ts';
import { audit } from '../../audit/audit.ts';
import type { OwnSignIn } from '../../people/own-sign-in.ts';
import type { Origin, ServerContext } from '../../../context/server-context.ts';
import { isWayStrongEnough } from '../strong-enough.ts';

/**
 * Another name is asked for than any of ours; or nothing may be asked of the person, but a device check shows a page; or another
 * sign-in is asked for than any of ours.
 */
export async function declineStatus(
  context: ServerContext,
  application: Application,
  asked: Pick<AuthnRequest, 'isPassive' | 'impossibleName' | 'requestedAuthnContext'> &
    Pick<OwnSignIn['pending'], 'mode'>,
): Promise<ErrorStatus | null> {
  if (asked.impossibleName !== null) return 'InvalidNameIDPolicy';
  if (asked.isPassive) return 'NoPassive';
  return (await isWayStrongEnough(context, application, asked)) ? null : 'NoAuthnContext';
}

/** What was asked for and cannot be given, for the audit log. */
function askedIn({ impossibleName, requestedAuthnContext }: AuthnRequest, decline: ErrorStatus) {
  if (decline === 'InvalidNameIDPolicy') return { asked: impossibleName };
  return decline === 'NoAuthnContext' ? { asked: requestedAuthnContext } : {};
}

/**
 * Says to the application why its request begins nothing, and writes it down.
 * @returns the signed response
 */
export async function declineRequest(
  context: ServerContext,
  origin: Origin,
  application: Application,
  { request, decline }: { readonly request: AuthnRequest; readonly decline: ErrorStatus },
): Promise<string> {
  const { samlResponse } = issueErrorResponse(context.samlKeys.active, {
    issuer: `${context.publicUrl}/saml/metadata`,
    serviceProvider: serviceProviderSchema.parse(application.serviceProvider),
    inResponseTo: request.id,
    acsUrl: request.acsUrl,
    now: context.now(),
    status: decline,
  });
  await audit(context, origin, {
    ...(isSecondStep(application)
      ? { action: 'second-step', target: application.name }
      : { action: 'saml-response', target: application.entityId }),
    outcome: 'refused',
    about: application.id,
    details: { code: decline, ...askedIn(request, decline) },
  });
  return samlResponse;
}

import { randomUUID } from 'node:crypto';
import { applicationConfigurationSchema } from '@vestibule/contracts';
import { findApplication } from '../../repositories/companies.ts';
import { arrivalFor, notingIfPossible } from '../../context/note-sign-in.ts';
import { createPendingSignIn } from '../../repositories/pending-sign-ins.ts';
import { checkIdpInitiated, serviceProviderSchema } from '../../protocols/saml/index.ts';
import { audit } from '../audit/audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { signInModeOf } from '../settings/sign-in-mode.ts';

type LaunchRefusal = Refusal<'not_found' | 'saml_request_not_supported'>;

/**
 * Begins a sign-in from here: identity-provider-initiated where the application's record allows it, else at the
 * application's own start address.
 * @returns where the browser goes
 */
export async function launchApplication(
  context: ServerContext,
  origin: Origin,
  applicationId: string,
  relayState: string | null,
): Promise<string | LaunchRefusal> {
  const application = await findApplication(context.database, context.company.id, applicationId);
  if (application === null || application.disabledAt !== null) {
    return refuse('not_found', 'There is no such application.');
  }
  if (application.protocol === 'saml') {
    const serviceProvider = serviceProviderSchema.parse(application.serviceProvider);
    if (serviceProvider.allowsIdpInitiated) {
      const checked = checkIdpInitiated(serviceProvider, relayState);
      if (checked.ok) return begin(context, origin, application, checked);
      const details = { code: checked.code };
      await audit(context, origin, {
        action: 'saml-request',
        outcome: 'refused',
        target: application.entityId,
        details,
      });
      return refuse('saml_request_not_supported', checked.message);
    }
  }
  return (
    application.startUrl ??
    refuse('saml_request_not_supported', 'Sign-in to this application begins in the application. Open it there.')
  );
}

async function begin(
  context: ServerContext,
  origin: Origin,
  application: NonNullable<Awaited<ReturnType<typeof findApplication>>>,
  { acsUrl, relayState }: { readonly acsUrl: string; readonly relayState: string | null },
): Promise<string> {
  const { requestMaximumAgeSeconds } = applicationConfigurationSchema.parse(application.settings);
  const now = context.now();
  const id = randomUUID();
  const row = {
    companyId: context.company.id,
    id,
    applicationId: application.id,
    requestId: id,
    acsUrl,
    relayState,
    nameIdFormat: null,
    forceAuthentication: false,
    mode: signInModeOf(context, application),
    personId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + requestMaximumAgeSeconds * 1000),
    completedAt: null,
    interactionId: null,
    isUnsolicited: true,
  };
  const arrival = arrivalFor(context, origin, 'launched');
  await notingIfPossible(context, arrival, (note) => createPendingSignIn(context.database, row, note));
  return `/saml/continue?login=${id}`;
}

import type { Application } from '../../repositories/companies.ts';
import type { PendingSignInRow } from '../../repositories/pending-sign-ins.ts';
import { serviceProviderSchema } from '../../protocols/saml/index.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';

/**
 * Why a sign-in no longer leads to its application: an administrator has switched it off, or taken out the address that
 * the response would go to, while the person was on the way.
 */
export function whyApplicationIsShut(
  application: Application,
  { acsUrl }: Pick<PendingSignInRow, 'acsUrl'>,
): Refusal<'sign_in_expired'> | null {
  if (application.disabledAt !== null) {
    return refuse('sign_in_expired', 'This application was switched off. Ask your administrator.');
  }
  // What an OpenID Connect application registers is looked at where the browser leaves for it.
  const isRegistered =
    application.protocol !== 'saml' ||
    serviceProviderSchema.parse(application.serviceProvider).acsUrls.some(({ url }) => url === acsUrl);
  return isRegistered ? null : refuse('sign_in_expired', 'This application has another address by now. Open it again.');
}

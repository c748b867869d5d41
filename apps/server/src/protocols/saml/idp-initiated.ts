import { refuse, type SamlRefusal } from './saml-refusal.ts';
import { defaultAcsUrlOf, type ServiceProvider } from './service-provider.ts';

/** A sign-in that begins here and not with a request. Issue it with `inResponseTo: null`. */
export interface IdpInitiated {
  readonly ok: true;
  readonly acsUrl: string;
  readonly relayState: string | null;
}

/**
 * Decides whether a sign-in to this application may begin without its request, and where it may lead. A RelayState that
 * a link could choose freely would send people on to anywhere, so only registered ones are taken, character by
 * character.
 *
 * @returns `saml_request_not_supported` when the record does not allow it, or has no such RelayState
 */
export function checkIdpInitiated(
  serviceProvider: ServiceProvider,
  relayState: string | null,
): IdpInitiated | SamlRefusal {
  const acsUrl = defaultAcsUrlOf(serviceProvider);
  if (!serviceProvider.allowsIdpInitiated || acsUrl === null) {
    return refuse(
      'saml_request_not_supported',
      'Sign-in to this application begins in the application. Open it there.',
    );
  }
  if (relayState !== null && !serviceProvider.relayStates.includes(relayState)) {
    return refuse(
      'saml_request_not_supported',
      'This page of the application is not registered for sign-in from here.',
    );
  }
  return { ok: true, acsUrl, relayState };
}

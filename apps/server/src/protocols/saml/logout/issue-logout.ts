import { SAML_LIMITS } from '../limits.ts';
import { type NameId, nameIdElement } from '../name-id.ts';
import { type OutgoingMessage, signMessage } from '../outgoing-message.ts';
import type { ServiceProvider } from '../service-provider.ts';
import type { SigningKey } from '../signing-key.ts';
import { statusElement } from '../status.ts';
import { element } from '../write-xml.ts';
import { createXmlId } from '../xml-id.ts';
import { toInstant } from '../xml-values.ts';

interface LogoutOptions {
  /** Our entity id. */
  readonly issuer: string;
  readonly serviceProvider: ServiceProvider;
  /** The binding to take when the service provider has both; else the one it has. Redirect when absent. */
  readonly binding?: 'redirect' | 'post' | undefined;
  readonly relayState: string | null;
  readonly now: Date;
}

export interface LogoutRequestOptions extends LogoutOptions {
  /** As the assertion named the person. */
  readonly nameId: NameId;
  /** The sessions to end, from the assertions; at least one. */
  readonly sessionIndexes: readonly string[];
}

/** `partial`: the person is signed out here, and not everywhere else. `denied`: nothing was done. */
export type LogoutStatus = 'success' | 'partial' | 'unknown';

export interface LogoutResponseOptions extends LogoutOptions {
  /** The id of the request that is answered. */
  readonly inResponseTo: string;
  readonly status: LogoutStatus;
}

/**
 * Asks a service provider to end sessions of a person.
 *
 * @returns the signed message, whose id the answer must name; or null when the service provider has no address for it
 * @throws when no session is named: without one, the request would end sessions that are none of our business
 */
export function issueLogoutRequest(key: SigningKey, options: LogoutRequestOptions): OutgoingMessage | null {
  const { issuer, serviceProvider, nameId, sessionIndexes, relayState, now } = options;
  if (sessionIndexes.length === 0) throw new Error('A logout request must name the sessions to end.');
  const service = chooseService(options);
  if (service === null) return null;
  const id = createXmlId();
  const attributes = {
    ...headAttributes(id, service.url, now),
    NotOnOrAfter: toInstant(new Date(now.getTime() + SAML_LIMITS.requestMaximumAgeMs)),
  };
  const root = element('samlp:LogoutRequest', attributes, [
    element('saml:Issuer', {}, [issuer]),
    nameIdElement(nameId, { issuer, serviceProvider: serviceProvider.entityId }),
    ...sessionIndexes.map((index) => element('samlp:SessionIndex', {}, [index])),
  ]);
  const { binding, url: address } = service;
  return signMessage(key, { id, binding, address, parameter: 'SAMLRequest', root, relayState });
}

/**
 * Answers a service provider's LogoutRequest.
 *
 * @returns the signed message, or null when the service provider has no address for it
 */
export function issueLogoutResponse(key: SigningKey, options: LogoutResponseOptions): OutgoingMessage | null {
  const { issuer, inResponseTo, status, relayState, now } = options;
  const service = chooseService(options);
  if (service === null) return null;
  const { binding } = service;
  const address = service.responseUrl ?? service.url;
  const id = createXmlId();
  const root = element('samlp:LogoutResponse', { ...headAttributes(id, address, now), InResponseTo: inResponseTo }, [
    element('saml:Issuer', {}, [issuer]),
    STATUS[status](),
  ]);
  return signMessage(key, { id, binding, address, parameter: 'SAMLResponse', root, relayState });
}

/** A partial logout is a success at the top level: the person is signed out here (SAML core 3.7.3.2). */
const STATUS = Object.freeze({
  success: () => statusElement('Success', null, null),
  partial: () => statusElement('Success', 'PartialLogout', null),
  unknown: () => statusElement('Requester', 'UnknownPrincipal', null),
} satisfies Record<LogoutStatus, () => unknown>);

function chooseService({ serviceProvider, binding = 'redirect' }: LogoutOptions) {
  const { singleLogoutServices } = serviceProvider;
  return singleLogoutServices.find((service) => service.binding === binding) ?? singleLogoutServices[0] ?? null;
}

function headAttributes(id: string, destination: string, now: Date) {
  return { ID: id, Version: '2.0', IssueInstant: toInstant(now), Destination: destination };
}

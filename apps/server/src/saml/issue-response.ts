import { randomBytes } from 'node:crypto';
import { authnContextClassOf, type SignInMethod } from './authn-context.ts';
import { SAML_LIMITS } from './limits.ts';
import { isNameIdFormat, nameIdOf, type Person } from './name-id.ts';
import { assertionElement, type DeviceStanding, responseElement, statusElement } from './response-xml.ts';
import type { ServiceProvider } from './service-provider.ts';
import { ASSERTION_IN_RESPONSE, signXml, WHOLE_RESPONSE } from './sign-xml.ts';
import type { SigningKey } from './signing-key.ts';
import { writeXml } from './write-xml.ts';

interface Addressed {
  /** Our entity id. */
  readonly issuer: string;
  readonly serviceProvider: ServiceProvider;
  /** The request's id; null for a sign-in that no request began. */
  readonly inResponseTo: string | null;
  /** Must be one of the registered addresses. */
  readonly acsUrl: string;
  readonly now: Date;
  /** Makes message ids; random when absent. */
  readonly createId?: (() => string) | undefined;
}

export interface IssueOptions extends Addressed {
  /** As the request asked; null, "unspecified" or a format we do not have means as registered. */
  readonly nameIdFormat: string | null;
  readonly person: Person;
  readonly authenticatedAt: Date;
  /** `password` when absent. */
  readonly signInMethod?: SignInMethod | undefined;
  readonly deviceStanding: DeviceStanding;
}

export interface IssuedResponse {
  /** For the form field SAMLResponse. */
  readonly samlResponse: string;
  readonly responseId: string;
  readonly assertionId: string;
  readonly sessionIndex: string;
  readonly notOnOrAfter: Date;
}

/**
 * Issues a Response with one signed assertion. Whether the person may have it was decided before.
 *
 * @throws when `acsUrl` is not registered with the service provider: no assertion ever goes to another address
 */
export function issueResponse(key: SigningKey, options: IssueOptions): IssuedResponse {
  const { serviceProvider, issuer, now, nameIdFormat, createId = createXmlId } = options;
  demandRegistered(options);
  const responseId = createId();
  const assertionId = createId();
  const sessionIndex = createId();
  const notOnOrAfter = new Date(now.getTime() + SAML_LIMITS.assertionLifeMs);
  const requestedFormat = nameIdFormat !== null && isNameIdFormat(nameIdFormat) ? nameIdFormat : null;
  const lifetime = serviceProvider.sessionLifetime;
  const assertion = assertionElement({
    ...options,
    assertionId,
    sessionIndex,
    notBefore: new Date(now.getTime() - SAML_LIMITS.clockSkewMs),
    notOnOrAfter,
    sessionNotOnOrAfter: lifetime === null ? null : new Date(now.getTime() + lifetime * 1000),
    authnContextClass: authnContextClassOf(options.signInMethod ?? 'password'),
    nameId: nameIdOf(options.person, requestedFormat, serviceProvider.nameIdFormat, issuer, serviceProvider.entityId),
  });
  const response = responseElement({ ...options, responseId }, statusElement('Success', null, null), assertion);
  const withAssertion = signXml(writeXml(response), ASSERTION_IN_RESPONSE, key);
  const signed = serviceProvider.signResponse ? signXml(withAssertion, WHOLE_RESPONSE, key) : withAssertion;
  return { samlResponse: toBase64(signed), responseId, assertionId, sessionIndex, notOnOrAfter };
}

/** Why there is no assertion. SAML's second-level status codes. */
export type ErrorStatus =
  | 'AuthnFailed'
  | 'InvalidNameIDPolicy'
  | 'NoAuthnContext'
  | 'NoPassive'
  | 'RequestDenied'
  | 'RequestUnsupported';

export interface IssueErrorOptions extends Addressed {
  /** null: no more than that something went wrong here. */
  readonly status: ErrorStatus | null;
  /** A sentence for the application's log; holds nothing about the person. */
  readonly message?: string | undefined;
}

/**
 * Issues a signed Response that says no. It holds no assertion, whatever the service provider's record says about
 * signing.
 *
 * @throws when `acsUrl` is not registered with the service provider
 */
export function issueErrorResponse(
  key: SigningKey,
  options: IssueErrorOptions,
): { samlResponse: string; responseId: string } {
  demandRegistered(options);
  const { createId = createXmlId, status, message = null } = options;
  const responseId = createId();
  const isTheirs = status === 'InvalidNameIDPolicy' || status === 'RequestUnsupported';
  const statusXml = statusElement(isTheirs ? 'Requester' : 'Responder', status, message);
  const response = responseElement({ ...options, responseId }, statusXml, null);
  return { samlResponse: toBase64(signXml(writeXml(response), WHOLE_RESPONSE, key)), responseId };
}

function demandRegistered({ serviceProvider, acsUrl }: Addressed): void {
  if (serviceProvider.acsUrls.some(({ url }) => url === acsUrl)) return;
  throw new Error('The address for the SAML response is not registered with the service provider.');
}

function toBase64(xml: string): string {
  return Buffer.from(xml, 'utf8').toString('base64');
}

/** An XML id must not begin with a digit. 160 random bits, as SAML recommends. */
function createXmlId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

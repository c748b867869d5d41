import {
  authnContextClassOf,
  provenSignInMethod,
  type RequestedAuthnContext,
  type SignInMethod,
} from './authn-context.ts';
import { type DeviceEvidence, type DeviceStanding, provenEvidence } from './device-statement.ts';
import { encryptAssertion } from './encrypt-assertion.ts';
import { SAML_LIMITS } from './limits.ts';
import { isNameIdFormat, type NameId, nameIdOf, type Person } from './name-id.ts';
import { assertionElement, responseElement } from './response-xml.ts';
import type { ServiceProvider } from './service-provider.ts';
import { signElement } from './sign-element.ts';
import type { SigningKey } from './signing-key.ts';
import { statusElement } from './status.ts';
import { writeXml, type XmlElement } from './write-xml.ts';
import { createXmlId } from './xml-id.ts';

interface Addressed {
  /** Our entity id. */
  readonly issuer: string;
  readonly serviceProvider: ServiceProvider;
  /** The request's id; null for a sign-in that no request began. */
  readonly inResponseTo: string | null;
  /** Must be one of the registered addresses. */
  readonly acsUrl: string;
  readonly now: Date;
}

export interface IssueOptions extends Addressed {
  /** As the request asked; null, "unspecified" or a format we do not have means as registered. */
  readonly nameIdFormat: string | null;
  readonly person: Person;
  readonly companyName?: string | undefined;
  readonly authenticatedAt: Date;
  /** `password` when absent. `password+device` counts as `password` when the device proved nothing. */
  readonly signInMethod?: SignInMethod | undefined;
  /** As the request asked; decides which of several proven classes is stated. */
  readonly requestedAuthnContext?: RequestedAuthnContext | null | undefined;
  /** What the identity provider that signed the person in for us says of that, where it was another one. */
  readonly upstreamLevel?: string | null | undefined;
  /** Whether that one's `Password` or `unspecified` counts as a password; it does when absent. */
  readonly countsProviderPassword?: boolean | undefined;
  /** Entity ids or issuers of the identity providers that signed the person in for us, the first one first. */
  readonly authenticatingAuthorities?: readonly string[] | undefined;
  readonly deviceStanding: DeviceStanding;
  /** `none` when absent, and whenever the device was not checked. */
  readonly deviceEvidence?: DeviceEvidence | undefined;
}

export interface IssuedResponse {
  /** For the form field SAMLResponse. */
  readonly samlResponse: string;
  readonly responseId: string;
  readonly assertionId: string;
  /** Keep both: an application that signs a person out names the session by them. */
  readonly sessionIndex: string;
  readonly nameId: NameId;
  readonly notOnOrAfter: Date;
}

/**
 * Issues a Response with one signed assertion, encrypted when the service provider's record has a certificate for that.
 * Whether the person may have it was decided before.
 *
 * @throws when `acsUrl` is not registered with the service provider: no assertion ever goes to another address; or when
 *   nothing asked for it and the record does not allow that
 */
export function issueResponse(key: SigningKey, options: IssueOptions): IssuedResponse {
  const { serviceProvider, issuer, now, nameIdFormat, deviceStanding } = options;
  demandRegistered(options);
  demandAsked(options);
  const responseId = createXmlId();
  const assertionId = createXmlId();
  const sessionIndex = createXmlId();
  const notOnOrAfter = new Date(now.getTime() + assertionLifeOf(options));
  const requestedFormat = nameIdFormat !== null && isNameIdFormat(nameIdFormat) ? nameIdFormat : null;
  const parties = { issuer, serviceProvider: serviceProvider.entityId };
  const nameId = nameIdOf(options.person, requestedFormat, serviceProvider.nameIdFormat, parties);
  const lifetime = serviceProvider.sessionLifetime;
  const deviceEvidence = provenEvidence(deviceStanding, options.deviceEvidence ?? 'none');
  const assertion = assertionElement({
    ...options,
    assertionId,
    sessionIndex,
    notBefore: new Date(now.getTime() - serviceProvider.clockSkewMs),
    notOnOrAfter,
    sessionNotOnOrAfter: lifetime === null ? null : new Date(now.getTime() + lifetime * 1000),
    authnContextClass: authnContextClassOf(
      provenSignInMethod(options.signInMethod ?? 'password', deviceEvidence),
      options.upstreamLevel,
      options.requestedAuthnContext,
      options.countsProviderPassword,
    ),
    authenticatingAuthorities: options.authenticatingAuthorities ?? [],
    deviceEvidence,
    nameId,
  });
  const samlResponse = toBase64(signResponse(key, { ...options, responseId }, assertion));
  return { samlResponse, responseId, assertionId, sessionIndex, nameId, notOnOrAfter };
}

/** The assertion's signature first, then its encryption, then the signature around both. */
function signResponse(
  key: SigningKey,
  addressed: Addressed & { readonly responseId: string },
  assertion: XmlElement,
): string {
  const { serviceProvider } = addressed;
  const [certificate] = serviceProvider.encryptionCertificate;
  const signed = signElement(assertion, key);
  const inside = certificate === undefined ? signed : encryptAssertion(writeXml(signed), certificate);
  const response = responseElement(addressed, statusElement('Success', null, null), inside);
  return writeXml(serviceProvider.signResponse ? signElement(response, key) : response);
}

function assertionLifeOf({ inResponseTo, serviceProvider }: Addressed): number {
  const { assertionLifeMs } = serviceProvider;
  return inResponseTo === null ? Math.min(assertionLifeMs, SAML_LIMITS.unsolicitedAssertionLifeMs) : assertionLifeMs;
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
  const { status, message = null } = options;
  const responseId = createXmlId();
  const isTheirs = status === 'InvalidNameIDPolicy' || status === 'RequestUnsupported';
  const statusXml = statusElement(isTheirs ? 'Requester' : 'Responder', status, message);
  const response = responseElement({ ...options, responseId }, statusXml, null);
  return { samlResponse: toBase64(writeXml(signElement(response, key))), responseId };
}

function demandRegistered({ serviceProvider, acsUrl }: Addressed): void {
  if (serviceProvider.acsUrls.some(({ url }) => url === acsUrl)) return;
  throw new Error('The address for the SAML response is not registered with the service provider.');
}

function demandAsked({ serviceProvider, inResponseTo }: Addressed): void {
  if (inResponseTo !== null || serviceProvider.allowsIdpInitiated) return;
  throw new Error('The service provider takes no SAML response that it did not ask for.');
}

function toBase64(xml: string): string {
  return Buffer.from(xml, 'utf8').toString('base64');
}

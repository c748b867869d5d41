import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import {
  createSigningKey,
  issueErrorResponse,
  issueResponse,
  loadSigningKey,
  serviceProviderSchema,
  type SigningKey,
} from '../../../protocols/saml/index.ts';
import { ASSERTION_IN_RESPONSE, signXml, WHOLE_MESSAGE } from '../../../protocols/saml/testing/sign-text.ts';

export const ENTITY_ID = 'https://login.alderbrook.example/saml';
export const SSO_URL = 'https://login.alderbrook.example/saml/sso';

/** The identity provider's key, and that of someone who has nothing to do with it. */
export const idpKey = loadSigningKey(await createSigningKey('login.alderbrook.example', new Date()));
export const strangerKey = loadSigningKey(await createSigningKey('stranger.example', new Date()));

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** What a browser carries to the identity provider. */
export interface CarriedRequest {
  readonly id: string;
  readonly xml: string;
  readonly relayState: string;
  readonly acsUrl: string;
  readonly issuer: string;
}

/** Reads our request as the identity provider does. @param location where the browser was sent */
export function readRequest(location: string): CarriedRequest {
  const query = new URL(location).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    xml,
    relayState: query.get('RelayState') ?? '',
    id: read(/ ID="([^"]+)"/),
    acsUrl: read(/AssertionConsumerServiceURL="([^"]+)"/),
    issuer: read(/<saml:Issuer[^>]*>([^<]+)</),
  };
}

export interface Subject {
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly groups?: readonly string[];
}

export interface Answering {
  readonly now: Date;
  readonly authenticatedAt?: Date;
  readonly isSecondFactorGiven?: boolean;
  readonly key?: SigningKey;
  readonly issuer?: string;
}

/** An honest answer, by our own SAML module in the other part. @returns XML */
export function answer(request: CarriedRequest, subject: Subject, answering: Answering): string {
  const { now, authenticatedAt = now, isSecondFactorGiven = false, key = idpKey, issuer = ENTITY_ID } = answering;
  const { samlResponse } = issueResponse(key, {
    issuer,
    serviceProvider: recordOf(request),
    inResponseTo: request.id,
    acsUrl: request.acsUrl,
    now,
    nameIdFormat: PERSISTENT,
    person: subject,
    authenticatedAt,
    signInMethod: isSecondFactorGiven ? 'passkey' : 'password',
    deviceStanding: 'not-checked',
  });
  return Buffer.from(samlResponse, 'base64').toString('utf8');
}

export function decline(request: CarriedRequest, now: Date): string {
  const { samlResponse } = issueErrorResponse(idpKey, {
    issuer: ENTITY_ID,
    serviceProvider: recordOf(request),
    inResponseTo: request.id,
    acsUrl: request.acsUrl,
    now,
    status: 'AuthnFailed',
  });
  return Buffer.from(samlResponse, 'base64').toString('utf8');
}

function recordOf({ issuer, acsUrl }: CarriedRequest) {
  const attribute = (name: string) => ({ name, value: name === 'memberOf' ? 'groups' : name });
  return serviceProviderSchema.parse({
    entityId: issuer,
    acsUrls: [{ url: acsUrl, index: 0, isDefault: true }],
    attributes: ['login', 'email', 'displayName', 'memberOf'].map(attribute),
  });
}

const SIGNATURES = /<ds:Signature .*?<\/ds:Signature>/gs;

/** The signatures of an honest answer: the Response's first. */
export function signaturesOf(xml: string): string[] {
  return xml.match(SIGNATURES) ?? [];
}

export function withoutSignatures(xml: string): string {
  return xml.replaceAll(SIGNATURES, '');
}

/** Signs Assertion and Response of an answer whose text was changed. */
export function sign(unsigned: string, key: SigningKey = idpKey): string {
  return signXml(signXml(unsigned, ASSERTION_IN_RESPONSE, key), WHOLE_MESSAGE, key);
}

/** Signs the Assertion, or the Response, alone. */
export function signOnly(unsigned: string, what: 'Assertion' | 'Response'): string {
  return signXml(unsigned, what === 'Assertion' ? ASSERTION_IN_RESPONSE : WHOLE_MESSAGE, idpKey);
}

/** Signs both with an algorithm of the caller's choice. */
export function signWith(
  unsigned: string,
  algorithms: { readonly signature?: string; readonly digest?: string; readonly transforms?: readonly string[] },
): string {
  return [ASSERTION_IN_RESPONSE, WHOLE_MESSAGE].reduce((xml, target) => {
    const signer = new SignedXml({
      privateKey: idpKey.privateKey,
      publicCert: idpKey.certificatePem,
      signatureAlgorithm: algorithms.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    });
    signer.addReference({
      xpath: target.element,
      transforms: [
        ...(algorithms.transforms ?? [
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/2001/10/xml-exc-c14n#',
        ]),
      ],
      digestAlgorithm: algorithms.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    signer.computeSignature(xml, {
      prefix: 'ds',
      location: { reference: target.after ?? target.element, action: 'after' },
    });
    return signer.getSignedXml();
  }, unsigned);
}

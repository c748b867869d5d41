import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { createSelfSignedCertificate } from '../self-signed-certificate.ts';
import { type ServiceProvider, type ServiceProviderInput, serviceProviderSchema } from '../service-provider.ts';
import { signXml } from './sign-text.ts';
import { createSigningKey, loadSigningKey, type SigningKey } from '../signing-key.ts';
import { RSA_SHA256 } from '../xml-names.ts';

export const NOW = new Date('2026-11-21T09:00:00Z');
export const GATE = 'https://gate.example/saml/metadata';
export const SSO_URL = 'https://gate.example/saml/sso';
export const ENTITY_ID = 'https://mail.example/saml/metadata';
export const ACS_URL = 'https://mail.example/saml/acs';
export const SECOND_ACS_URL = 'https://mail.example/saml/acs-two';

/** The gate's key, the work application's, and that of someone who has nothing to do with either. */
export const gateKey = loadSigningKey(await createSigningKey('gate.example', NOW));
export const applicationKey = loadSigningKey(await createSigningKey('mail.example', NOW));
export const strangerKey = loadSigningKey(await createSigningKey('stranger.example', NOW));

export function serviceProvider(changes: Partial<ServiceProviderInput> = {}): ServiceProvider {
  return serviceProviderSchema.parse({
    entityId: ENTITY_ID,
    acsUrls: [
      { url: SECOND_ACS_URL, index: 3 },
      { url: ACS_URL, index: 0, isDefault: true },
    ],
    certificates: [applicationKey.certificatePem],
    ...changes,
  });
}

export interface RequestParts {
  readonly id?: string;
  /** Attributes beyond ID and Version, as XML; replaces the usual ones. */
  readonly attributes?: string;
  readonly issuer?: string;
  /** XML behind the Issuer. */
  readonly rest?: string;
}

export const USUAL_ATTRIBUTES = `IssueInstant="2026-11-21T08:59:50Z" Destination="${SSO_URL}"`;

export function requestXml(parts: RequestParts = {}): string {
  const { id = '_request1', attributes = USUAL_ATTRIBUTES, issuer = ENTITY_ID, rest = '' } = parts;
  return (
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"` +
    ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" ${attributes}>` +
    `<saml:Issuer>${issuer}</saml:Issuer>${rest}</samlp:AuthnRequest>`
  );
}

/** A request with the application's enveloped signature, as an honest application sends it. */
export function signedRequestXml(parts: RequestParts = {}, key: SigningKey = applicationKey): string {
  return signXml(requestXml(parts), { element: '/*', after: "/*/*[local-name()='Issuer']" }, key);
}

export function postFields(xml: string, relayState?: string): Record<string, unknown> {
  const fields = { SAMLRequest: Buffer.from(xml, 'utf8').toString('base64') };
  return relayState === undefined ? fields : { ...fields, RelayState: relayState };
}

export function redirectQuery(xml: string, relayState?: string, parameter = 'SAMLRequest'): string {
  const request = `${parameter}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`;
  return relayState === undefined ? request : `${request}&RelayState=${encodeURIComponent(relayState)}`;
}

export function signQuery(
  query: string,
  key: KeyObject = applicationKey.privateKey,
  algorithm = RSA_SHA256,
  hash: 'sha1' | 'sha256' | 'sha384' | 'sha512' = 'sha256',
): string {
  const octets = `${query}&SigAlg=${encodeURIComponent(algorithm)}`;
  const signature = sign(hash, Buffer.from(octets), { key, dsaEncoding: 'ieee-p1363' });
  return `${octets}&Signature=${encodeURIComponent(signature.toString('base64'))}`;
}

/** A P-256 key with a certificate. */
export async function createEcKey(): Promise<{ readonly privateKey: KeyObject; readonly certificatePem: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, certificatePem: await certificateOf(publicKey) };
}

/** A certificate whose RSA key is too short to be trusted with anything. */
export function createWeakCertificate(): Promise<string> {
  return certificateOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey);
}

/** The certificate is signed by another person, which no one looks at. */
function certificateOf(publicKey: KeyObject): Promise<string> {
  return createSelfSignedCertificate({
    commonName: 'odd.example',
    serialNumber: '07',
    notBefore: NOW,
    notAfter: new Date('2050-06-01T00:00:00Z'),
    privateKey: strangerKey.privateKey,
    publicKey,
  });
}

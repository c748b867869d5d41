import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { SignedXml } from 'xml-crypto';
import type { SigningKey } from '../signing-key.ts';
import { ACS_URL, ENTITY_ID, GATE, SSO_URL } from './fixtures.ts';

/** What stands where a signature may stand in the messages we sign. */
export type SignedElement = 'Response' | 'Assertion' | 'EntityDescriptor' | 'LogoutRequest' | 'LogoutResponse';

/** First verifier: xml-crypto, from the text alone. @returns the octets it found signed */
export function verifyWithXmlCrypto(xml: string, key: SigningKey, element: SignedElement): string | null {
  const signatures = [...xml.matchAll(/<ds:Signature .*?<\/ds:Signature>/gs)].map(([text]) => text);
  const id = new RegExp(`:${element}(?: [\\w:]+="[^"]*")* ID="([^"]+)"`).exec(xml)?.[1];
  const signature = signatures.find((text) => text.includes(`URI="#${id}"`));
  if (signature === undefined) return null;
  const verifier = new SignedXml({ publicCert: key.certificatePem, getCertFromKeyInfo: () => null });
  verifier.loadSignature(signature);
  try {
    return verifier.checkSignature(xml) ? (verifier.getSignedReferences()[0] ?? null) : null;
  } catch {
    return null;
  }
}

const XMLSEC = '/usr/bin/xmlsec1';
export const hasXmlsec = existsSync(XMLSEC);

/** Second verifier: xmlsec1, which shares no line of code with ours. */
export function verifyWithXmlsec(xml: string, key: SigningKey, element: SignedElement): boolean {
  const names = [
    ...['Response', 'LogoutRequest', 'LogoutResponse'].map((name) => `protocol:${name}`),
    'assertion:Assertion',
    'metadata:EntityDescriptor',
  ];
  const words = [
    '--verify',
    ...names.flatMap((name) => ['--id-attr:ID', `urn:oasis:names:tc:SAML:2.0:${name}`]),
    ...['--enabled-key-data', 'rsa', '--pubkey-cert-pem', 'key.pem'],
    ...['--node-xpath', `//*[local-name()='${element}']/*[local-name()='Signature']`, 'message.xml'],
  ];
  return runXmlsec(words, xml, key.certificatePem) !== null;
}

/** A foreign signer: fills in the template of a signature that a document holds. @returns the document, signed */
export function signWithXmlsec(template: string, keyPem: string): string | null {
  const names = ['AuthnRequest', 'LogoutRequest', 'LogoutResponse'];
  const words = [
    '--sign',
    ...names.flatMap((name) => ['--id-attr:ID', `urn:oasis:names:tc:SAML:2.0:protocol:${name}`]),
    ...['--privkey-pem', 'key.pem', 'message.xml'],
  ];
  return runXmlsec(words, template, keyPem);
}

/** @returns the document with what was encrypted in its place, or null when the key is another one */
export function decryptWithXmlsec(xml: string, key: SigningKey): string | null {
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const words = ['--privkey-pem', 'key.pem', 'message.xml'];
  // From 1.3 on, a key is only tried when the message names it, unless this word is there; before, the word is unknown.
  return (
    runXmlsec(['--decrypt', ...words], xml, pem) ?? runXmlsec(['--decrypt', '--lax-key-search', ...words], xml, pem)
  );
}

function runXmlsec(words: readonly string[], xml: string, keyPem: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-saml-'));
  try {
    writeFileSync(join(folder, 'key.pem'), keyPem);
    writeFileSync(join(folder, 'message.xml'), xml);
    const { status, stdout } = spawnSync(XMLSEC, words, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Third verifier: a service provider as real applications run it, strict in everything it can be strict in. */
export function createServiceProvider(
  requestId: string,
  changes: Partial<ConstructorParameters<typeof SAML>[0]> = {},
): SAML {
  return new SAML({
    issuer: ENTITY_ID,
    callbackUrl: ACS_URL,
    entryPoint: SSO_URL,
    idpIssuer: GATE,
    idpCert: 'set by the test',
    audience: ENTITY_ID,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: 0,
    cacheProvider: rememberedRequests(requestId),
    ...changes,
  });
}

function rememberedRequests(requestId: string): CacheProvider {
  const requests = new Map([[requestId, new Date().toISOString()]]);
  return {
    saveAsync: (key, value) => {
      requests.set(key, value);
      return Promise.resolve({ value, createdAt: Date.now() });
    },
    getAsync: (key) => Promise.resolve(requests.get(key) ?? null),
    removeAsync: (key) => Promise.resolve(key !== null && requests.delete(key) ? key : null),
  };
}

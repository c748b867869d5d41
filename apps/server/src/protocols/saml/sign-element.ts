import { createHash, sign } from 'node:crypto';
import type { SigningKey } from './signing-key.ts';
import { element, writeXml, type XmlElement } from './write-xml.ts';
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, RSA_SHA256, SHA256 } from './xml-names.ts';

/**
 * Signs an element with an ID: RSA-SHA256, exclusive canonicalisation, one Reference to that ID. The signature goes behind the
 * Issuer, where there is one, else in front of everything: the schemas fix the place.
 *
 * An element that is signed inside another one is signed first. Its bytes are the same there, because no element of ours that
 * holds one declares a prefix that it uses: a Response declares `samlp`, and what is in it declares its own.
 */
export function signElement(target: XmlElement, key: SigningKey): XmlElement {
  const id = target.attributes['ID'] ?? null;
  if (id === null) throw new Error('An element without an ID cannot be signed.');
  const digest = createHash('sha256').update(writeXml(target), 'utf8').digest('base64');
  const signedInfo = signedInfoElement(id, digest);
  const value = sign('sha256', Buffer.from(writeXml(signedInfo), 'utf8'), key.privateKey).toString('base64');
  const signature = element('ds:Signature', {}, [
    signedInfo,
    element('ds:SignatureValue', {}, [value]),
    element('ds:KeyInfo', {}, [x509DataElement(key.certificateBase64)]),
  ]);
  const { children } = target;
  const [first] = children;
  const behind = typeof first === 'object' && first.name === 'saml:Issuer' ? 1 : 0;
  return { ...target, children: [...children.slice(0, behind), signature, ...children.slice(behind)] };
}

/** @param certificate Base64 without line ends */
export function x509DataElement(certificate: string): XmlElement {
  return element('ds:X509Data', {}, [element('ds:X509Certificate', {}, [certificate])]);
}

function signedInfoElement(id: string, digest: string): XmlElement {
  return element('ds:SignedInfo', {}, [
    method('ds:CanonicalizationMethod', EXCLUSIVE_C14N),
    method('ds:SignatureMethod', RSA_SHA256),
    element('ds:Reference', { URI: `#${id}` }, [
      element('ds:Transforms', {}, [
        method('ds:Transform', ENVELOPED_SIGNATURE),
        method('ds:Transform', EXCLUSIVE_C14N),
      ]),
      method('ds:DigestMethod', SHA256),
      element('ds:DigestValue', {}, [digest]),
    ]),
  ]);
}

function method(name: `ds:${string}`, algorithm: string): XmlElement {
  return element(name, { Algorithm: algorithm });
}

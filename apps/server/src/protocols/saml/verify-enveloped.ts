import { createHash, type KeyObject } from 'node:crypto';
import { type Document, type Element, XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { parseXmlStrict } from './parse-xml-strict.ts';
import { attributeOf, childElements, everyElement, hasAmbiguousIds, isNamed, textOf } from './read-xml.ts';
import { decodeBase64 } from './strict-base64.ts';
import { describeRefusedAlgorithm, DIGESTS, isAllowedAlgorithm, isSignatureOf } from './verification-keys.ts';
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N } from './xml-names.ts';

/** All signatures of a document, wherever they stand. */
export function findSignatures(document: Document): readonly Element[] {
  return everyElement(document).filter((element) => element.localName === 'Signature');
}

/** What the one signature of a document is made with and is not taken here, in words. It is believed in nothing. */
export function findRefusedAlgorithm(document: Document): string | null {
  const [signature, ...others] = findSignatures(document);
  if (signature === undefined || others.length > 0) return null;
  const named = (localName: string) => {
    const found = everyElement(document).find((element) => isNamed(element, 'ds', localName));
    return found === undefined ? null : (attributeOf(found, 'Algorithm') ?? null);
  };
  return describeRefusedAlgorithm(named('SignatureMethod'), named('DigestMethod'));
}

/**
 * Checks the enveloped signature of a whole document and returns what was signed, parsed again from the very octets
 * that the signature covers. Nothing of the document passed in may be believed afterwards.
 *
 * @param text the document's text, which `document` was parsed from
 * @param keys keys of the registered sender; KeyInfo of the message is never looked at
 * @returns null when the signature is not exactly one, not of the one accepted form, or of none of the keys
 */
export function verifyEnveloped(text: string, document: Document, keys: readonly KeyObject[]): Document | null {
  const root = document.documentElement;
  const [signature, ...others] = findSignatures(document);
  if (root === null || signature === undefined || others.length > 0 || signature.parentNode !== root) return null;
  const id = attributeOf(root, 'ID');
  if (id === undefined || hasAmbiguousIds(document)) return null;
  const algorithm = readAcceptedForm(signature, id);
  if (algorithm === null) return null;
  for (const key of keys) {
    const signed = readSignedOctets(text, signature, algorithm, key);
    if (signed === null) continue;
    const parsed = parseXmlStrict(signed);
    if (!parsed.ok || parsed.document.documentElement === null) return null;
    const signedRoot = parsed.document.documentElement;
    const isSameRoot =
      signedRoot.namespaceURI === root.namespaceURI &&
      signedRoot.localName === root.localName &&
      attributeOf(signedRoot, 'ID') === id;
    return isSameRoot && findSignatures(parsed.document).length === 0 ? parsed.document : null;
  }
  return null;
}

/** The one accepted shape of a signature. @returns its algorithm, or null for any other shape */
function readAcceptedForm(signature: Element, id: string): string | null {
  if (!isNamed(signature, 'ds', 'Signature')) return null;
  const [signedInfo, signatureValue, keyInfo, ...surplus] = childElements(signature) ?? [];
  if (!signedInfo || !signatureValue || surplus.length > 0) return null;
  if (!isNamed(signedInfo, 'ds', 'SignedInfo') || !isNamed(signatureValue, 'ds', 'SignatureValue')) return null;
  if (keyInfo && !isNamed(keyInfo, 'ds', 'KeyInfo')) return null;
  const algorithm = readSignedInfo(signedInfo, id);
  return algorithm !== null && isAllowedAlgorithm(algorithm) && textOf(signatureValue) !== null ? algorithm : null;
}

function readSignedInfo(signedInfo: Element, id: string): string | null {
  const [canonicalization, method, reference, ...surplus] = childElements(signedInfo) ?? [];
  if (!canonicalization || !method || !reference || surplus.length > 0) return null;
  if (readAlgorithm(canonicalization, 'CanonicalizationMethod') !== EXCLUSIVE_C14N) return null;
  if (!isNamed(reference, 'ds', 'Reference') || attributeOf(reference, 'URI') !== `#${id}`) return null;
  const [transforms, digestMethod, digestValue, ...rest] = childElements(reference) ?? [];
  if (!transforms || !digestMethod || !digestValue || rest.length > 0 || !isNamed(transforms, 'ds', 'Transforms')) {
    return null;
  }
  const steps = (childElements(transforms) ?? []).map((transform) => readAlgorithm(transform, 'Transform'));
  if (steps.length !== 2 || steps[0] !== ENVELOPED_SIGNATURE || steps[1] !== EXCLUSIVE_C14N) return null;
  const digest = readAlgorithm(digestMethod, 'DigestMethod');
  if (digest === null || !DIGESTS.has(digest)) return null;
  if (!isNamed(digestValue, 'ds', 'DigestValue') || textOf(digestValue) === null) return null;
  return readAlgorithm(method, 'SignatureMethod');
}

/** Reads the Algorithm of an element that has nothing inside: parameters such as prefix lists are not accepted. */
function readAlgorithm(element: Element, localName: string): string | null {
  if (!isNamed(element, 'ds', localName) || element.childNodes.length > 0) return null;
  return attributeOf(element, 'Algorithm') ?? null;
}

/**
 * Lets xml-crypto digest and verify. It parses text with its own copy of the parser, so it gets text and never a node
 * of ours; its tables are narrowed to the one algorithm that was accepted.
 */
function readSignedOctets(text: string, signature: Element, algorithm: string, key: KeyObject): string | null {
  try {
    const verifier = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
    verifier.SignatureAlgorithms = { [algorithm]: verifyingAlgorithm(algorithm, key) };
    verifier.HashAlgorithms = HASH_ALGORITHMS;
    verifier.CanonicalizationAlgorithms = pick(verifier.CanonicalizationAlgorithms, [
      EXCLUSIVE_C14N,
      ENVELOPED_SIGNATURE,
    ]);
    verifier.loadSignature(new XMLSerializer().serializeToString(signature).replaceAll('\r', '&#xD;'));
    if (!verifier.checkSignature(text)) return null;
    const [signed, ...others] = verifier.getSignedReferences();
    return signed === undefined || others.length > 0 ? null : signed;
  } catch {
    return null;
  }
}

/** The digests we take, in the shape xml-crypto takes: its own table has SHA-1, and no SHA-384. */
const HASH_ALGORITHMS: SignedXml['HashAlgorithms'] = Object.fromEntries(
  [...DIGESTS].map(([name, hash]) => [
    name,
    class {
      getAlgorithmName(): string {
        return name;
      }

      getHash(text: string): string {
        return createHash(hash).update(text, 'utf8').digest('base64');
      }
    },
  ]),
);

function pick<Value>(table: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));
}

/** The verifying half of an algorithm, tied to one key, in the shape xml-crypto takes. */
function verifyingAlgorithm(algorithm: string, key: KeyObject): SignedXml['SignatureAlgorithms'][string] {
  return class {
    getAlgorithmName(): string {
      return algorithm;
    }

    getSignature(): string {
      throw new Error('This algorithm verifies only.');
    }

    verifySignature(material: string, _key: unknown, value: string): boolean {
      const signature = decodeBase64(value.replaceAll(/[ \t\r\n]/g, ''), 8192);
      return signature !== null && isSignatureOf(Buffer.from(material), key, algorithm, signature);
    }
  };
}

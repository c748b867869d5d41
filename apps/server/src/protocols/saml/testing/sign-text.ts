import { SignedXml } from 'xml-crypto';
import type { SigningKey } from '../signing-key.ts';
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, RSA_SHA256, SHA256 } from '../xml-names.ts';

/** Where the signed element is, and behind which of its children the signature goes (the schema fixes the place). */
export interface SignatureTarget {
  readonly element: string;
  readonly after: string;
}

/** A message or an assertion that stands alone. */
export const WHOLE_MESSAGE: SignatureTarget = { element: '/*', after: "/*/*[local-name()='Issuer']" };

export const ASSERTION_IN_RESPONSE: SignatureTarget = {
  element: "/*[local-name()='Response']/*[local-name()='Assertion']",
  after: "/*[local-name()='Response']/*[local-name()='Assertion']/*[local-name()='Issuer']",
};

/** A foreign signer, of which our own shares no line: adds an enveloped signature: RSA-SHA256, exclusive canonicalisation, one Reference to the element's ID. */
export function signXml(xml: string, target: SignatureTarget, key: SigningKey): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificatePem,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  });
  signer.addReference({
    xpath: target.element,
    transforms: [ENVELOPED_SIGNATURE, EXCLUSIVE_C14N],
    digestAlgorithm: SHA256,
  });
  const location = { reference: target.after, action: 'after' } as const;
  signer.computeSignature(xml, { prefix: 'ds', location });
  return signer.getSignedXml();
}

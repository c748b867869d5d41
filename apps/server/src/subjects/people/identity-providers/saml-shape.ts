import type { Document, Element } from '@xmldom/xmldom';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** By the element that names an algorithm. No SHA-1, no secret keys, no comments, no XSLT or XPath. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: [EXCLUSIVE],
  Transform: [EXCLUSIVE, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
};
/** Of each of these a signature has exactly one. */
const ONE_PER_SIGNATURE = [
  'SignedInfo',
  'SignatureValue',
  'SignatureMethod',
  'Reference',
  'DigestMethod',
  'DigestValue',
];

/**
 * Looks at an answer as it stands, before any signature is checked: one Response, one Assertion directly inside, one
 * signature directly inside each, nothing encrypted, nothing hidden in a signature. What signature wrapping needs is
 * then not there, whatever a verifier would make of it.
 *
 * @param expected addresses and ids are compared character by character
 * @returns null, or what is wrong
 */
export function whyShapeIsWrong(
  document: Document,
  expected: { readonly acsUrl: string; readonly requestId: string; readonly issuer: string },
): string | null {
  const root = document.documentElement;
  if (root === null || !isNamed(root, PROTOCOL, 'Response')) return 'It is no Response.';
  const elements = [root, ...root.getElementsByTagName('*')];
  const named = (localName: string) => elements.filter((element) => element.localName === localName);
  if (named('Response').length !== 1 || named('EncryptedAssertion').length > 0) return 'It holds more than a Response.';
  if (statusOf(root) !== SUCCESS) return 'The identity provider did not sign anybody in.';
  const [assertion, ...further] = named('Assertion');
  if (assertion === undefined || further.length > 0) return 'It does not hold exactly one Assertion.';
  if (assertion.parentNode !== root || !isNamed(assertion, ASSERTION, 'Assertion'))
    return 'The Assertion is misplaced.';
  return whySignaturesAreWrong(named, root, assertion) ?? whyIdsAreWrong(elements) ?? whyHeadIsWrong(root, expected);
}

/** Whether an answer says that no one was signed in. It brings nothing, so nothing has to be proven. */
export function declines(document: Document): boolean {
  const root = document.documentElement;
  return (
    root !== null &&
    isNamed(root, PROTOCOL, 'Response') &&
    statusOf(root) !== SUCCESS &&
    root.getElementsByTagNameNS(ASSERTION, 'Assertion').length === 0
  );
}

function whySignaturesAreWrong(
  named: (localName: string) => readonly Element[],
  root: Element,
  assertion: Element,
): string | null {
  const signatures = named('Signature');
  const parents = signatures.map((signature) => signature.parentNode);
  const [signed] = parents;
  if (parents.length === 1 && (signed === root || signed === assertion)) {
    const [is, isNot] = signed === root ? ['response', 'assertion'] : ['assertion', 'response'];
    return `Only the ${is} is signed. Set at the identity provider that it signs both: the ${isNot} as well.`;
  }
  const isOneEach = signatures.length === 2 && parents.includes(root) && parents.includes(assertion);
  if (!isOneEach) return 'Response and Assertion are not both signed, each once.';
  if (named('Object').length > 0) return 'A signature holds an Object.';
  if (ONE_PER_SIGNATURE.some((name) => named(name).length !== 2)) return 'A signature is not built as it should be.';
  const parts = [...signatures, ...Object.keys(ALGORITHMS).flatMap((name) => named(name))];
  if (parts.some(({ namespaceURI }) => namespaceURI !== SIGNATURE)) return 'A signature is of another namespace.';
  for (const [name, allowed] of Object.entries(ALGORITHMS)) {
    const used = named(name).map((element) => element.getAttribute('Algorithm') ?? '');
    if (used.some((algorithm) => !allowed.includes(algorithm))) return `The ${name} is not one that is taken.`;
  }
  const references = named('Reference').map((element) => element.getAttribute('URI'));
  const wanted = [root, assertion].map((element) => `#${element.getAttribute('ID')}`);
  return wanted.every((uri) => references.includes(uri)) ? null : 'A signature covers something else.';
}

/** One id, however it is spelt, means one element. */
function whyIdsAreWrong(elements: readonly Element[]): string | null {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const attribute of element.attributes) {
      if (attribute.localName?.toLowerCase() !== 'id') continue;
      if (attribute.namespaceURI || seen.has(attribute.value)) return 'An id stands twice, or in a namespace.';
      seen.add(attribute.value);
    }
  }
  return null;
}

function whyHeadIsWrong(
  root: Element,
  { acsUrl, requestId, issuer }: { readonly acsUrl: string; readonly requestId: string; readonly issuer: string },
): string | null {
  if (root.getAttribute('Version') !== '2.0') return 'It is not SAML 2.0.';
  if (root.getAttribute('Destination') !== acsUrl) return 'It is meant for another address.';
  if (root.getAttribute('InResponseTo') !== requestId) return 'It answers another request.';
  const own = childrenOf(root).find((element) => isNamed(element, ASSERTION, 'Issuer'));
  return own === undefined || own.textContent === issuer ? null : 'It is of another identity provider.';
}

function statusOf(root: Element): string | null {
  const status = childrenOf(root).find((element) => isNamed(element, PROTOCOL, 'Status'));
  const code = status === undefined ? undefined : childrenOf(status)[0];
  return code?.getAttribute('Value') ?? null;
}

function childrenOf(parent: Element): readonly Element[] {
  return [...parent.childNodes].filter((child): child is Element => child.nodeType === 1);
}

function isNamed(element: Element, namespace: string, localName: string): boolean {
  return element.namespaceURI === namespace && element.localName === localName;
}

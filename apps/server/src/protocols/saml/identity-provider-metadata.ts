import type { Element } from '@xmldom/xmldom';
import { attributeOf, childElements, everyElement, isNamed, textOf } from './read-xml.ts';
import { parseMetadata } from './service-provider-metadata/parse-metadata.ts';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** What someone's identity provider says of itself, as the settings of ours take it. */
export interface IdentityProviderMetadata {
  readonly entityId: string;
  /** Where sign-in requests go, by redirect. */
  readonly ssoUrl: string;
  /** PEM. */
  readonly certificates: readonly string[];
}

/**
 * Reads the metadata of one SAML 2.0 identity provider. Its signature is not checked: anyone who gives it to us is an
 * administrator who got it there.
 */
export function readIdentityProviderMetadata(
  xml: string,
):
  | { readonly ok: true; readonly metadata: IdentityProviderMetadata }
  | { readonly ok: false; readonly message: string } {
  const parsed = parseMetadata(xml);
  if (!parsed.ok) return parsed;
  const all = parsed.root.ownerDocument === null ? [] : everyElement(parsed.root.ownerDocument);
  const descriptors = all.filter((element) => isNamed(element, 'md', 'IDPSSODescriptor'));
  const [descriptor] = descriptors;
  if (descriptor === undefined || descriptors.length > 1) {
    return {
      ok: false,
      message: `The metadata describes ${descriptors.length} identity providers, and has to describe one.`,
    };
  }
  const entityId = attributeOf(descriptor.parentNode as Element, 'entityID') ?? '';
  const parts = childElements(descriptor) ?? [];
  const ssoUrl = parts
    .filter((part) => isNamed(part, 'md', 'SingleSignOnService') && attributeOf(part, 'Binding') === REDIRECT)
    .map((part) => attributeOf(part, 'Location') ?? '')[0];
  const certificates = parts
    .filter((part) => isNamed(part, 'md', 'KeyDescriptor') && attributeOf(part, 'use') !== 'encryption')
    .flatMap((part) => certificatesIn(part));
  if (entityId === '' || ssoUrl === undefined || certificates.length === 0) {
    return {
      ok: false,
      message: 'The metadata lacks an entity id, a sign-in address for redirects, or a certificate.',
    };
  }
  return { ok: true, metadata: { entityId, ssoUrl, certificates } };
}

function certificatesIn(keyDescriptor: Element): string[] {
  const inside = (element: Element): Element[] => [
    element,
    ...(childElements(element) ?? []).flatMap((child) => inside(child)),
  ];
  return inside(keyDescriptor)
    .filter((element) => isNamed(element, 'ds', 'X509Certificate'))
    .map((element) => {
      const base64 = (textOf(element) ?? '').replaceAll(/\s/g, '');
      return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, '$1\n').trim()}\n-----END CERTIFICATE-----\n`;
    });
}

import type { ServiceProvider } from '../service-provider.ts';
import { readServiceProviderMetadata } from '../service-provider-metadata/read-service-provider-metadata.ts';
import { applicationKey, ENTITY_ID, NOW } from './fixtures.ts';
import { withoutStall } from './stall.ts';

export const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
export const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const ACS = `<md:AssertionConsumerService Binding="${POST}" Location="https://mail.example/saml/acs" index="0"/>`;

export interface MetadataParts {
  /** Attributes of the entity beyond its id. */
  readonly entity?: string;
  readonly entityId?: string;
  /** Attributes of the service provider's role; replaces the usual. */
  readonly role?: string;
  /** What stands in the role before the addresses. */
  readonly keys?: string;
  /** The addresses; replaces the usual one. */
  readonly services?: string;
}

const NAMESPACES =
  'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:x="urn:x"';
export const SAML2 = 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"';

/** The smallest metadata that is taken, with changes. */
export function metadataXml(parts: MetadataParts = {}): string {
  const { entity = '', entityId = ENTITY_ID, role = SAML2, keys = '', services = ACS } = parts;
  return `<md:EntityDescriptor ${NAMESPACES} entityID="${entityId}" ${entity}><md:SPSSODescriptor ${role}>${keys}${services}</md:SPSSODescriptor></md:EntityDescriptor>`;
}

export function entitiesXml(children: string, attributes = ''): string {
  return `<md:EntitiesDescriptor ${NAMESPACES} ${attributes}>${children}</md:EntitiesDescriptor>`;
}

/** @param use an attribute, or nothing @param more XML behind the KeyInfo */
export function keyXml(use = '', base64: string = applicationKey.certificateBase64, more = ''): string {
  return `<md:KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${more}</md:KeyDescriptor>`;
}

export function readMetadata(xml: string): ReturnType<typeof readServiceProviderMetadata> {
  return withoutStall(() => readServiceProviderMetadata(xml, { now: NOW }));
}

/** The record that metadata makes. @throws when it is refused */
export function recordOf(xml: string): ServiceProvider {
  const read = readMetadata(xml);
  if (!read.ok) throw new Error(read.message);
  return read.serviceProvider;
}

/** The code of the refusal, or 'accepted'. */
export function metadataCodeOf(xml: string): string {
  const read = readMetadata(xml);
  return read.ok ? 'accepted' : read.code;
}

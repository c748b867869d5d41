import { readInWords } from '@vestibule/contracts';
import type { Element } from '@xmldom/xmldom';
import { isNameIdFormat, isUnspecified, type NameIdFormat } from '../name-id.ts';
import { attributeOf, childElements, isNamed, textOf } from '../read-xml.ts';
import { type ServiceProvider, type ServiceProviderInput, serviceProviderSchema } from '../service-provider.ts';
import { readBoolean } from '../xml-values.ts';
import { findApplication } from './find-application.ts';
import { type MetadataRefusal, refuseMetadata } from './metadata-refusal.ts';
import { parseMetadata } from './parse-metadata.ts';
import { readEndpoints } from './read-endpoints.ts';
import { readKeys } from './read-keys.ts';

export interface ReadMetadata {
  readonly ok: true;
  /** Ready to be stored; what metadata cannot say has the defaults of the record. */
  readonly serviceProvider: ServiceProvider;
  /** Only what the metadata says: for an application that is there, the rest stays. */
  readonly said: Partial<ServiceProvider>;
  /** When the metadata ends, if it says so. What was registered from it stays. */
  readonly validUntil: Date | null;
}

/**
 * Makes the record of an application from its metadata. A signature on the metadata is not looked at: trust comes from
 * the administrator, who got the text from the application.
 *
 * @param xml the text; no text makes this throw
 * @returns the record, or a refusal whose message tells the administrator what to do
 */
export function readServiceProviderMetadata(
  xml: string,
  { now }: { readonly now: Date },
): ReadMetadata | MetadataRefusal {
  const parsed = parseMetadata(xml);
  if (!parsed.ok) return parsed;
  const found = findApplication(parsed.root, now);
  if (!found.ok) return found;
  const { entityId, descriptor, validUntil } = found.application;
  const endpoints = readEndpoints(descriptor);
  if (!endpoints.ok) return endpoints;
  const keys = readKeys(descriptor);
  if (!keys.ok) return keys;
  const nameIdFormat = readNameIdFormat(descriptor);
  if (nameIdFormat === null) {
    return refuseMetadata(
      'metadata_not_supported',
      'The application wants a NameID in none of the formats that can be given: emailAddress, persistent, transient or unspecified. Choose one of them there.',
    );
  }
  const signedText = attributeOf(descriptor, 'AuthnRequestsSigned');
  const signsRequests = readBoolean(signedText);
  // Every assertion is signed, so this one only has to be readable.
  if (signsRequests === null || readBoolean(attributeOf(descriptor, 'WantAssertionsSigned')) === null) {
    return refuseMetadata(
      'metadata_malformed',
      'AuthnRequestsSigned or WantAssertionsSigned is neither true nor false. Ask the maker of the application for new metadata.',
    );
  }
  return toRecord(
    {
      entityId,
      acsUrls: endpoints.acsUrls,
      ...(endpoints.singleLogoutServices.length === 0 ? {} : { singleLogoutServices: endpoints.singleLogoutServices }),
      ...(keys.signing.length === 0 ? {} : { certificates: [...keys.signing] }),
      ...(keys.encryption.length === 0 ? {} : { encryptionCertificate: [...keys.encryption] }),
      ...(signedText === undefined ? {} : { wantAuthnRequestsSigned: signsRequests }),
      ...(nameIdFormat === undefined ? {} : { nameIdFormat }),
    },
    validUntil,
  );
}

function toRecord(input: ServiceProviderInput, validUntil: Date | null): ReadMetadata | MetadataRefusal {
  const record = readInWords(serviceProviderSchema, input);
  if (record.ok) {
    const said = Object.fromEntries(Object.entries(record.value).filter(([field]) => Object.hasOwn(input, field)));
    return { ok: true, serviceProvider: record.value, said, validUntil };
  }
  return refuseMetadata(
    'metadata_incomplete',
    `The application cannot be registered as it describes itself: ${record.problems[0]} Correct it there and get its metadata again.`,
  );
}

/**
 * The first format that can be given, in the order of the metadata. "unspecified" asks for nothing.
 *
 * @returns undefined when nothing is asked for; null when nothing that is asked for can be given
 */
function readNameIdFormat(descriptor: Element): NameIdFormat | undefined | null {
  const wanted = (childElements(descriptor) ?? [])
    .filter((child) => isNamed(child, 'md', 'NameIDFormat'))
    .map((format) => (textOf(format) ?? '').trim());
  if (wanted.length === 0) return undefined;
  const preferred = wanted.filter(isNameIdFormat).find((format) => !isUnspecified(format));
  return preferred ?? (wanted.some(isUnspecified) ? undefined : null);
}

import { createHash } from 'node:crypto';
import { element, type XmlElement } from './write-xml.ts';
import { createXmlId } from './xml-id.ts';

const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** The formats of a NameID this identity provider can give. */
export const NAME_ID_FORMATS = [EMAIL_ADDRESS, PERSISTENT, UNSPECIFIED, TRANSIENT] as const;
export type NameIdFormat = (typeof NAME_ID_FORMATS)[number];

/** Who the assertion is about. */
export interface Person {
  /** Never changes and is never given to anyone else. */
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  /** Names of the groups the person is in; none when absent. */
  readonly groups?: readonly string[] | undefined;
  readonly userType?: string | undefined;
}

/** A NameID as an assertion gave it. */
export interface NameId {
  /** One of `NAME_ID_FORMATS`. */
  readonly format: string;
  readonly value: string;
}

/** The two sides of a sign-in, by their entity ids. */
export interface Parties {
  readonly issuer: string;
  readonly serviceProvider: string;
}

/** A NameID as an application sends it back. What is absent there is null. */
export interface ClaimedNameId {
  readonly format: string | null;
  readonly value: string;
  readonly nameQualifier: string | null;
  readonly spNameQualifier: string | null;
}

export function isNameIdFormat(format: string): format is NameIdFormat {
  return NAME_ID_FORMATS.some((known) => known === format);
}

/** The format "unspecified" asks for nothing. */
export function isUnspecified(format: string): boolean {
  return format === UNSPECIFIED;
}

/**
 * Names a person to a service provider. A persistent identifier is a digest over both sides and the person's id: the
 * same at every sign-in, another one for every service provider. A transient one is random, and another at every call.
 *
 * @param requested what the request asked for; null or "unspecified" leaves it to the service provider's record
 */
export function nameIdOf(
  person: Person,
  requested: NameIdFormat | null,
  registered: NameIdFormat,
  { issuer, serviceProvider }: Parties,
): NameId {
  const format = requested === null || isUnspecified(requested) ? registered : requested;
  switch (format) {
    case EMAIL_ADDRESS:
      return { format, value: person.email };
    case UNSPECIFIED:
      return { format, value: person.login };
    case TRANSIENT:
      return { format, value: createXmlId() };
    case PERSISTENT: {
      const hash = createHash('sha256').update(JSON.stringify([issuer, serviceProvider, person.id]));
      return { format, value: hash.digest('base64url') };
    }
    default:
      return format satisfies never;
  }
}

/** Persistent identifiers are only unique together with both sides' names; the others carry no qualifiers. */
function qualifiersOf({ format }: NameId, { issuer, serviceProvider }: Parties): Qualifiers {
  if (format !== PERSISTENT) return { NameQualifier: null, SPNameQualifier: null };
  return { NameQualifier: issuer, SPNameQualifier: serviceProvider };
}

interface Qualifiers {
  readonly NameQualifier: string | null;
  readonly SPNameQualifier: string | null;
}

export function nameIdElement(nameId: NameId, parties: Parties): XmlElement {
  return element('saml:NameID', { Format: nameId.format, ...qualifiersOf(nameId, parties) }, [nameId.value]);
}

/** An e-mail address is the same in other capitals, as everywhere here; an identifier that we made is not. */
function isSameValue({ format, value }: NameId, claimed: string): boolean {
  return format === EMAIL_ADDRESS ? value.toLowerCase() === claimed.toLowerCase() : value === claimed;
}

/**
 * Whether an application means the identifier that an assertion gave it. The value must be the same, character by
 * character but for the capitals of an e-mail address. So must the format, where the application names one: 'unspecified' leaves it to us (SAML core 8.3.1). A qualifier
 * may be missing, since each has the one value it can have (8.3.7).
 */
export function isSameNameId(issued: NameId, claimed: ClaimedNameId, parties: Parties): boolean {
  const { NameQualifier, SPNameQualifier } = qualifiersOf(issued, parties);
  return (
    isSameValue(issued, claimed.value) &&
    [UNSPECIFIED, issued.format].includes(claimed.format ?? UNSPECIFIED) &&
    (claimed.nameQualifier === null || claimed.nameQualifier === (NameQualifier ?? parties.issuer)) &&
    (claimed.spNameQualifier === null || claimed.spNameQualifier === (SPNameQualifier ?? parties.serviceProvider))
  );
}

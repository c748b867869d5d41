import { createHash } from 'node:crypto';

const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** The formats of a NameID this identity provider can give. */
export const NAME_ID_FORMATS = [EMAIL_ADDRESS, PERSISTENT, UNSPECIFIED] as const;
export type NameIdFormat = (typeof NAME_ID_FORMATS)[number];

/** Who the assertion is about. */
export interface Person {
  /** Never changes and is never given to anyone else. */
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
}

export interface NameId {
  readonly format: NameIdFormat;
  readonly value: string;
  /** Persistent identifiers are only unique together with both sides' names. */
  readonly qualifiers: { readonly NameQualifier: string; readonly SPNameQualifier: string } | null;
}

export function isNameIdFormat(format: string): format is NameIdFormat {
  return NAME_ID_FORMATS.some((known) => known === format);
}

/**
 * Names a person to a service provider. A persistent identifier is a digest over both sides and the person's id: the
 * same at every sign-in, another one for every service provider.
 *
 * @param requested what the request asked for; null or "unspecified" leaves it to the service provider's record
 */
export function nameIdOf(
  person: Person,
  requested: NameIdFormat | null,
  registered: NameIdFormat,
  issuer: string,
  serviceProvider: string,
): NameId {
  const format = requested === null || requested === UNSPECIFIED ? registered : requested;
  switch (format) {
    case EMAIL_ADDRESS:
      return { format, value: person.email, qualifiers: null };
    case UNSPECIFIED:
      return { format, value: person.login, qualifiers: null };
    case PERSISTENT: {
      const value = createHash('sha256')
        .update(JSON.stringify([issuer, serviceProvider, person.id]))
        .digest('base64url');
      return { format, value, qualifiers: { NameQualifier: issuer, SPNameQualifier: serviceProvider } };
    }
    default:
      return format satisfies never;
  }
}

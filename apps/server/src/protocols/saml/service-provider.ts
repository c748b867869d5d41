import * as z from 'zod';
import { attributeMappingSchema } from './attribute-mapping.ts';
import { isEncryptionCertificate } from './encrypt-assertion.ts';
import { SAML_LIMITS } from './limits.ts';
import { NAME_ID_FORMATS } from './name-id.ts';

/** Where a message may be sent to. No other scheme than these can ever be registered. */
const addressSchema = z.url({ protocol: /^https?$/, hostname: /^.+$/ }).max(2048);

const encryptionCertificateSchema = z
  .string()
  .refine(isEncryptionCertificate, { message: 'Assertions are encrypted to RSA certificates of 2048 bits or more.' });

/** A registered work application, as it is stored. Only `entityId` and `acsUrls` have no default. */
export const serviceProviderSchema = z
  .object({
    entityId: z.string().min(1).max(1024),
    acsUrls: z
      .array(z.object({ url: addressSchema, index: z.int().min(0).max(65_535), isDefault: z.boolean().default(false) }))
      .min(1)
      .max(32),
    /** PEM certificates whose keys may sign requests; two while the application changes its key. */
    certificates: z.array(z.string()).max(8).default([]),
    /** PEM certificate, or several while the application changes its key. The first encrypts every assertion; none: no encryption. */
    encryptionCertificate: z
      .union([encryptionCertificateSchema.transform((pem) => [pem]), z.array(encryptionCertificateSchema).max(8)])
      .default([]),
    wantAuthnRequestsSigned: z.boolean().default(false),
    /** The application is the company's identity provider, whose signed requests name the person: a second step. */
    namesPerson: z.boolean().default(false),
    nameIdFormat: z.enum(NAME_ID_FORMATS).default('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'),
    attributes: z
      .array(attributeMappingSchema)
      .max(64)
      .default(
        (['displayName', 'email', 'login'] as const).map((value) => ({
          name: value,
          value,
          nameFormat: null,
          friendlyName: null,
        })),
      ),
    /** The assertion is always signed; this is the signature around it. */
    signResponse: z.boolean().default(true),
    /** Seconds after which the application should ask again; null leaves it to the application. */
    sessionLifetime: z.int().min(60).nullable().default(null),
    /** Milliseconds an assertion can be delivered for. */
    assertionLifeMs: z
      .int()
      .min(SAML_LIMITS.assertionLifeMinimumMs)
      .max(SAML_LIMITS.assertionLifeMaximumMs)
      .default(SAML_LIMITS.assertionLifeMs),
    /** Milliseconds the application's clock may be off, in either direction. */
    clockSkewMs: z.int().min(0).max(SAML_LIMITS.clockSkewMaximumMs).default(SAML_LIMITS.clockSkewMs),
    /** Who may read the assertion; the entity id when null. */
    audience: z.string().min(1).max(1024).nullable().default(null),
    /** Whether a sign-in may begin here, without a request of the application. */
    allowsIdpInitiated: z.boolean().default(false),
    /** The only RelayState values such a sign-in may carry, each exactly as it is sent. */
    relayStates: z.array(z.string().min(1).max(SAML_LIMITS.relayStateMaximumBytes)).max(64).default([]),
    /** Where messages of single logout go; none: the application takes no part in it. */
    singleLogoutServices: z
      .array(
        z.object({
          binding: z.enum(['redirect', 'post']),
          url: addressSchema,
          /** Where answers go, when not to the same address. */
          responseUrl: addressSchema.nullable().default(null),
        }),
      )
      .max(4)
      .default([]),
  })
  .refine(({ acsUrls }) => new Set(acsUrls.map(({ index }) => index)).size === acsUrls.length, {
    message: 'Two ACS addresses have the same index.',
  })
  .refine(({ acsUrls }) => acsUrls.filter(({ isDefault }) => isDefault).length <= 1, {
    message: 'At most one ACS address is the default.',
  })
  .refine(({ certificates, wantAuthnRequestsSigned }) => !wantAuthnRequestsSigned || certificates.length > 0, {
    message: 'Signed requests need a certificate to check them with.',
  })
  .refine(({ namesPerson, wantAuthnRequestsSigned }) => !namesPerson || wantAuthnRequestsSigned, {
    message: 'Only signed requests may name the person: set wantAuthnRequestsSigned.',
  });

export type ServiceProvider = z.output<typeof serviceProviderSchema>;
export type ServiceProviderInput = z.input<typeof serviceProviderSchema>;

/** The address for a response that no request chose: the default one, else the first. */
export function defaultAcsUrlOf({ acsUrls }: ServiceProvider): string | null {
  return (acsUrls.find(({ isDefault }) => isDefault) ?? acsUrls[0])?.url ?? null;
}

import * as z from 'zod';
import { NAME_ID_FORMATS } from './name-id.ts';

/** Where an assertion may be posted to. No other scheme than these can ever be registered. */
const acsUrlSchema = z.url({ protocol: /^https?$/, hostname: /^.+$/ }).max(2048);

const attributeSchema = z.object({
  /** The name on the wire, mostly a URI. */
  name: z.string().min(1).max(512),
  value: z.enum(['displayName', 'email', 'login', 'id']),
});

/** A registered work application, as it is stored. Only `entityId` and `acsUrls` have no default. */
export const serviceProviderSchema = z
  .object({
    entityId: z.string().min(1).max(1024),
    acsUrls: z
      .array(z.object({ url: acsUrlSchema, index: z.int().min(0).max(65_535), isDefault: z.boolean().default(false) }))
      .min(1)
      .max(32),
    /** PEM certificates whose keys may sign requests; two while the application changes its key. */
    certificates: z.array(z.string()).max(8).default([]),
    wantAuthnRequestsSigned: z.boolean().default(false),
    nameIdFormat: z.enum(NAME_ID_FORMATS).default('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'),
    attributes: z
      .array(attributeSchema)
      .max(64)
      .default([
        { name: 'displayName', value: 'displayName' },
        { name: 'email', value: 'email' },
        { name: 'login', value: 'login' },
      ]),
    /** The assertion is always signed; this is the signature around it. */
    signResponse: z.boolean().default(true),
    /** Seconds after which the application should ask again; null leaves it to the application. */
    sessionLifetime: z.int().min(60).nullable().default(null),
    /** Who may read the assertion; the entity id when null. */
    audience: z.string().min(1).max(1024).nullable().default(null),
  })
  .refine(({ acsUrls }) => new Set(acsUrls.map(({ index }) => index)).size === acsUrls.length, {
    message: 'Two ACS addresses have the same index.',
  })
  .refine(({ acsUrls }) => acsUrls.filter(({ isDefault }) => isDefault).length <= 1, {
    message: 'At most one ACS address is the default.',
  })
  .refine(({ certificates, wantAuthnRequestsSigned }) => !wantAuthnRequestsSigned || certificates.length > 0, {
    message: 'Signed requests need a certificate to check them with.',
  });

export type ServiceProvider = z.output<typeof serviceProviderSchema>;
export type ServiceProviderInput = z.input<typeof serviceProviderSchema>;

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { supportInfoSchema } from '../people.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  companyNameSchema,
  outcomeSchema,
} from './shared.ts';

const originSchema = z
  .url({ protocol: /^https?$/, hostname: /^.+$/, error: 'is no address such as https://gate.example.com' })
  .check(z.maxLength(255));
const domainSchema = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(/^(?:localhost|(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63})$/i, 'is no domain such as example.com'),
  );
const siloIdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'may have small letters, digits and hyphens, up to 32'));

export const adminCompanySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  displayName: z.string(),
  topLevelDomain: z.string(),
  /** Origin of the company's gate. */
  publicUrl: z.string(),
  provider: z.nullable(z.string()),
  silo: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});

export const adminCompaniesCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/companies`,
  summary: 'The companies within your reach, the oldest first.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: z.object({ companies: z.array(adminCompanySchema) }) },
  refusals: ADMIN_REFUSALS,
});

export const adminCreateCompanyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/companies`,
  summary: 'Add a company. At the server only.',
  authentication: { role: 'administrator', reach: 'installation' },
  query: adminChangeQuerySchema,
  body: z.strictObject({
    name: companyNameSchema,
    displayName: adminText(120),
    publicUrl: originSchema,
    topLevelDomain: domainSchema,
    /** Name of a managed-service provider. */
    provider: z._default(z.nullable(adminText(120)), null),
    silo: z._default(z.nullable(siloIdSchema), null),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, already_there: 409, not_found: 404 },
});

export const adminCompanyCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/company`,
  summary: 'One company: its address, provider, silo, support block and logo.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.extend(adminCompanySchema, { support: supportInfoSchema, logoUrl: z.nullable(z.string()) }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminUpdateCompanyCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/company`,
  summary:
    'Change what a company is called; at the server also its address, provider and silo. What is left out stays.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    displayName: z.optional(adminText(120)),
    topLevelDomain: z.optional(domainSchema),
    publicUrl: z.optional(originSchema),
    provider: z.optional(z.nullable(adminText(120))),
    silo: z.optional(z.nullable(siloIdSchema)),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, already_there: 409, not_found: 404 },
});

const supportLine = z.optional(z.nullable(adminText(200)));
const supportAddress = z.optional(
  z.nullable(z.url({ protocol: /^https$/, error: 'is no https address' }).check(z.maxLength(2048))),
);

export const adminSetSupportCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/company/support`,
  summary: 'Set lines of the support block. Null takes a line out; what is left out stays.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    phone: z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.trim(),
            z.maxLength(40),
            z.regex(/^[+\d][\d ()/.-]{2,38}\d$/, 'is no phone number such as +49 30 5550142'),
          ),
      ),
    ),
    phoneHours: supportLine,
    email: z.optional(z.nullable(z.email({ error: 'is no e-mail address' }).check(z.maxLength(255)))),
    helpCenterUrl: supportAddress,
    supportWebSite: supportAddress,
    requestSupportUrl: supportAddress,
    shareScreenUrl: supportAddress,
  }),
  answers: { 200: outcomeSchema },
  refusals: ADMIN_PROVEN_REFUSALS,
});

/** Characters of a logo that is kept in the database: about 90 kB. */
export const LOGO_MAXIMUM_LENGTH = 120_000;

export const adminSetLogoCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/company/logo`,
  summary: 'Set the logo: an https address, or a data address of a PNG, JPEG, WebP or SVG; null takes it out.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({ logoUrl: z.nullable(z.string().check(z.minLength(1), z.maxLength(LOGO_MAXIMUM_LENGTH))) }),
  answers: { 200: outcomeSchema },
  refusals: ADMIN_PROVEN_REFUSALS,
});

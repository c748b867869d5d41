import * as z from 'zod/mini';
import { boundedJson } from '../../bounded-json.ts';
import { isProtectedTarget, NOT_PROTECTED } from '../../loopback.ts';
import { applicationConfigurationSchema } from '../../configuration.ts';
import { defineCall } from '../call.ts';
import { acceptBlockingSchema, decidingSettingsChangeSchema } from './settings.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

const APPLICATION = { parameters: z.object({ applicationId: z.uuid() }) } as const;
const startUrlSchema = z.nullable(
  z
    .url({ protocol: /^https?$/, hostname: /^.+$/ })
    .check(z.maxLength(2048), z.refine(isProtectedTarget, NOT_PROTECTED)),
);

/** second-step: the device check inside the company's own identity provider. */
export const APPLICATION_PROTOCOLS = ['saml', 'oidc', 'second-step'] as const;

/** Where the record of an application comes from. */
export const applicationSourceSchema = z.discriminatedUnion('from', [
  /** A SAML service provider, as docs/applications describes the record. */
  z.strictObject({ from: z.literal('saml-record'), record: z.record(z.string(), boundedJson) }),
  z.strictObject({ from: z.literal('saml-metadata'), xml: z.string().check(z.minLength(1), z.maxLength(600_000)) }),
  /** The server fetches it: https, no redirect, no address of an inner network. */
  z.strictObject({
    from: z.literal('saml-metadata-url'),
    url: z.url({ protocol: /^https$/, hostname: /^.+$/ }).check(z.maxLength(2048)),
  }),
  z.strictObject({ from: z.literal('oidc'), record: z.record(z.string(), boundedJson) }),
  /** An external authentication method of Entra ID: the identity provider it belongs to, and where answers go. */
  z.strictObject({ from: z.literal('second-step'), record: z.record(z.string(), boundedJson) }),
]);

/** Metadata of the largest size that is taken, as JSON writes it. */
const METADATA_BODY_BYTES = 1_300_000;

export const adminApplicationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  protocol: z.enum(APPLICATION_PROTOCOLS),
  /** SAML: the entity id. Else: the client id. */
  entityId: z.string(),
  startUrl: z.nullable(z.string()),
  /** Addresses without https that are not of this very computer: browsers do not go there once the policy is enforced. */
  unprotectedAddresses: z.array(z.string()),
  disabledAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});

export const adminApplicationsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/applications`,
  summary: 'The work applications of a company, by name.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: z.object({ applications: z.array(adminApplicationSchema) }) },
  refusals: ADMIN_REFUSALS,
});

export const adminApplicationCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/applications/{applicationId}`,
  summary: 'One work application with its record and settings; never its secret.',
  authentication: { role: 'auditor' },
  ...APPLICATION,
  query: adminQuerySchema,
  answers: {
    200: z.extend(adminApplicationSchema, {
      record: z.record(z.string(), z.unknown()),
      settings: applicationConfigurationSchema,
      explicitSettings: z.array(z.string()),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, not_found: 404 },
});

const applicationOutcomeSchema = z.extend(outcomeSchema, {
  applicationId: z.nullable(z.uuid()),
  /** OpenID Connect: the client id and, this once, its secret. Second step: the client id. */
  clientId: z.nullable(z.string()),
  clientSecret: z.nullable(z.string()),
});

export const adminAddApplicationCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/applications`,
  bodyMaximumBytes: METADATA_BODY_BYTES,
  summary: 'Add a work application by record, by SAML metadata, or by the address of its metadata.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    name: adminText(120),
    startUrl: z._default(startUrlSchema, null),
    source: applicationSourceSchema,
  }),
  answers: { 200: applicationOutcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, already_there: 409, metadata_refused: 422 },
});

export const adminUpdateApplicationCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/applications/{applicationId}`,
  bodyMaximumBytes: METADATA_BODY_BYTES,
  summary: 'Change name, start address or record of a work application. What is left out stays.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...APPLICATION,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    name: z.optional(adminText(120)),
    startUrl: z.optional(startUrlSchema),
    /** What a record or metadata does not say stays. In a record, null takes a field back. */
    source: z.optional(applicationSourceSchema),
    /** Takes metadata over that has another entity id. */
    acceptsEntityId: z.optional(z.boolean()),
    acceptBlocking: acceptBlockingSchema,
  }),
  answers: { 200: outcomeSchema },
  refusals: {
    ...ADMIN_PROVEN_REFUSALS,
    not_found: 404,
    already_there: 409,
    metadata_refused: 422,
    not_possible: 409,
    too_many_blocked: 409,
  },
});

export const adminRenewClientSecretCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/applications/{applicationId}/secret`,
  summary: 'Make a new secret for an OpenID Connect application. The one before stops working at once.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...APPLICATION,
  query: adminChangeQuerySchema,
  answers: { 200: z.extend(outcomeSchema, { clientSecret: z.nullable(z.string()) }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminDisableApplicationCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/applications/{applicationId}/disabled`,
  summary: 'Switch a work application off, so that no one can sign in to it, or on again.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...APPLICATION,
  query: adminChangeQuerySchema,
  body: z.strictObject({ isDisabled: z.boolean() }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404 },
});

export const adminRemoveApplicationCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/applications/{applicationId}`,
  summary: 'Remove a work application for good.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...APPLICATION,
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404 },
});

export const adminSetApplicationSettingsCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/applications/{applicationId}/settings`,
  summary: 'Set settings of a work application, or give them their standard again.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...APPLICATION,
  query: adminChangeQuerySchema,
  body: decidingSettingsChangeSchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, too_many_blocked: 409, not_possible: 409 },
});

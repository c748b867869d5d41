import * as z from 'zod/mini';
import { boundedJson } from '../../bounded-json.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminLeavingQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

export const UPSTREAM_KINDS = ['oidc', 'saml'] as const;

export const adminUpstreamsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/upstreams`,
  summary: 'The company’s own identity providers, with the addresses they are to be told. Never their secrets.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      upstreams: z.array(
        z.object({
          id: z.uuid(),
          kind: z.enum(UPSTREAM_KINDS),
          name: z.string(),
          isEnabled: z.boolean(),
          hasSecret: z.boolean(),
          settings: z.record(z.string(), boundedJson),
          /** Another one as soon as anything of it is changed: for `ifVersion`. */
          version: z.string(),
          /** Redirect address (OpenID Connect), assertion consumer service and metadata (SAML) of this gate. */
          callbackUrl: z.string(),
          acsUrl: z.string(),
          metadataUrl: z.string(),
          createdAt: z.iso.datetime(),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

/** OpenID Connect: the client's secret. Left out: it stays as it is; null: none. */
const secret = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(1024))));

export const adminAddUpstreamCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/upstreams`,
  summary: 'Add an identity provider of the company. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    kind: z.enum(UPSTREAM_KINDS),
    name: adminText(60),
    /** As `oidcUpstreamSettingsSchema` or `samlUpstreamSettingsSchema` says. */
    settings: z.record(z.string(), boundedJson),
    secret,
    isEnabled: z._default(z.boolean(), true),
  }),
  answers: { 200: z.extend(outcomeSchema, { upstreamId: z.nullable(z.uuid()) }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, already_there: 409 },
});

/**
 * How many people may stay linked by what another issuer, or entity id, calls them: one and the same identity provider
 * under another address.
 */
const acceptLinked = z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number from 0 to 999999')));
/** How many people may be left without a way to sign in. */
const acceptLockingOut = acceptLinked;

/** The `version` that was looked at: refused where another person has changed the identity provider since. */
const ifVersion = z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'must be a version from the list')));

export const adminUpdateUpstreamCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/upstreams/{upstreamId}`,
  summary:
    'Change an identity provider of the company, or switch it off, which ends the sessions that began there, and is refused while people have no other way in, unless so many are accepted. What is left out stays. Refused where another administrator changes it at the same moment or, with ifVersion, has changed it since it was listed. One that is switched on is looked at first. Another issuer or entity id is refused while people are linked, unless so many are accepted. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  parameters: z.object({ upstreamId: z.uuid() }),
  query: z.extend(adminLeavingQuerySchema, { acceptLinked, acceptLockingOut, ifVersion }),
  body: z.strictObject({
    name: z.optional(adminText(60)),
    settings: z.optional(z.record(z.string(), boundedJson)),
    secret,
    isEnabled: z.optional(z.boolean()),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, already_there: 409, not_possible: 409 },
});

export const adminRemoveUpstreamCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/upstreams/{upstreamId}`,
  summary:
    'Remove an identity provider of the company for good, which ends the sessions that began there. Refused while people have no other way in, unless so many are accepted. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  parameters: z.object({ upstreamId: z.uuid() }),
  query: z.extend(adminLeavingQuerySchema, { acceptLockingOut }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
});

/** What came of a trial sign-in. */
export const upstreamTrialSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('failed'), code: z.string(), reason: z.string() }),
  z.object({
    state: z.literal('done'),
    subject: z.string(),
    login: z.nullable(z.string()),
    email: z.nullable(z.string()),
    isEmailVerified: z.boolean(),
    displayName: z.nullable(z.string()),
    userType: z.nullable(z.string()),
    hasSecondFactor: z.boolean(),
    groups: z.nullable(z.array(z.string())),
    hasTooManyGroups: z.boolean(),
    /** Names of all claims or attributes that came. */
    received: z.array(z.string()),
    /** What the settings ask for and did not come. */
    missing: z.array(z.object({ field: z.string(), claim: z.string() })),
    /**
     * What a sign-in would have come to: this person is known, would be linked to an account that was never used, would be
     * added, or would be refused.
     */
    outcome: z.enum(['known', 'linked', 'created', 'refused']),
    why: z.nullable(z.string()),
  }),
]);
export type UpstreamTrial = z.infer<typeof upstreamTrialSchema>;

export const adminTryUpstreamCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/upstreams/{upstreamId}/trials`,
  summary:
    'Begin a trial sign-in, also at one that is switched off: it signs no one in, and adds or changes no one. With settings or a secret it is a trial of these, and nothing is stored of them. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  parameters: z.object({ upstreamId: z.uuid() }),
  query: z.extend(adminQuerySchema, { acceptLinked, ifVersion }),
  /** As for a change: what is left out is tried as it is. */
  body: z._default(z.strictObject({ settings: z.optional(z.record(z.string(), boundedJson)), secret }), {}),
  answers: { 200: z.object({ trialId: z.string(), startUrl: z.url(), expiresAt: z.iso.datetime() }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminUpstreamTrialCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/upstreams/{upstreamId}/trials/{trialId}`,
  summary: 'What came of a trial sign-in.',
  authentication: { role: 'administrator' },
  parameters: z.object({ upstreamId: z.uuid(), trialId: z.string().check(z.regex(/^[\w-]{16,128}$/)) }),
  query: adminQuerySchema,
  answers: { 200: upstreamTrialSchema },
  refusals: { ...ADMIN_REFUSALS, request_malformed: 400, not_found: 404 },
});

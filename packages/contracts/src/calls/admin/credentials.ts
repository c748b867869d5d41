import * as z from 'zod/mini';
import { ADMIN_ROLES, defineCall } from '../call.ts';
import { adminTokenSchema } from './people.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
  queryFlag,
} from './shared.ts';

export const SAML_KEY_STATES = ['active', 'published', 'retired'] as const;

export const adminKeysCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/saml-keys`,
  summary: 'The keys that sign assertions of a company, the oldest first. Private halves never leave the server.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      keys: z.array(
        z.object({
          id: z.uuid(),
          /** SHA-256 over the certificate, in hex. */
          thumbprint: z.string(),
          /** PEM, for anyone who does not read the metadata. */
          certificate: z.string(),
          /** active: signs; published: in the metadata, does not sign; retired: published no longer. */
          state: z.enum(SAML_KEY_STATES),
          createdAt: z.iso.datetime(),
          expiresAt: z.iso.datetime(),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminAddKeyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/saml-keys`,
  summary: 'Make the next key and publish it. It does not sign yet.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  answers: { 200: z.extend(outcomeSchema, { keyId: z.nullable(z.uuid()), thumbprint: z.nullable(z.string()) }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_possible: 409 },
});

const KEY = { parameters: z.object({ keyId: z.uuid() }), query: adminChangeQuerySchema } as const;

export const adminActivateKeyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/saml-keys/{keyId}/activate`,
  summary:
    'Let a published key sign from now on; one younger than a day only with isEarly. The one before stays published.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  parameters: KEY.parameters,
  query: z.extend(adminChangeQuerySchema, {
    /** Every application was given the new metadata: nothing is to be waited for. */
    isEarly: z.optional(queryFlag),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminRetireKeyCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/saml-keys/{keyId}`,
  summary: 'Publish a key no longer. The one that signs cannot be retired.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  ...KEY,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminTokensCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/tokens`,
  summary: 'Tokens with which the command line of another computer acts for the company. Never the tokens themselves.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      tokens: z.array(
        z.extend(adminTokenSchema, {
          /**
           * person: in a session of theirs; their id and login are null once they were erased. server: at the server
           * itself, so no one's role ends it.
           */
          madeBy: z.object({
            kind: z.enum(['person', 'server']),
            personId: z.nullable(z.uuid()),
            login: z.nullable(z.string()),
          }),
          /** What it may do now: no more than who made it may do. Null: nothing, they are blocked or have no role. */
          actsAs: z.nullable(z.enum(ADMIN_ROLES)),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminCreateTokenCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/tokens`,
  summary: 'Make a token, which ends with the role of who makes it. Not by a token: a person does, or the server.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    name: adminText(60),
    role: z.enum(ADMIN_ROLES),
    days: z._default(z.int().check(z.minimum(1), z.maximum(366)), 90),
    /** Whose token it is: at the server alone. Left out: of who makes it, or of no person. */
    ownerId: z.optional(z.uuid()),
  }),
  answers: {
    /** The token is shown this once. */
    200: z.extend(outcomeSchema, { token: z.nullable(z.string()), tokenId: z.nullable(z.uuid()) }),
  },
  refusals: { ...ADMIN_PROVEN_REFUSALS, already_there: 409, not_found: 404, not_possible: 409 },
});

export const adminRevokeTokenCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/tokens/{tokenId}`,
  summary: 'Revoke a token, at once.',
  authentication: { role: 'administrator' },
  parameters: z.object({ tokenId: z.uuid() }),
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404 },
});

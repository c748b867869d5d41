import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
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

const who = { personId: z.uuid(), login: z.nullable(z.string()), displayName: z.nullable(z.string()) };
const where = {
  /** Null: every application. */
  applicationId: z.nullable(z.uuid()),
  applicationName: z.nullable(z.string()),
};

export const adminAccessRequestsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/access-requests`,
  summary: 'Who asks for temporary access and has no answer yet, the oldest first.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      requests: z.array(
        z.object({
          id: z.uuid(),
          ...who,
          ...where,
          reason: z.string(),
          createdAt: z.iso.datetime(),
          /** When it ends by itself, unanswered. */
          endsAt: z.iso.datetime(),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminAccessGrantsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/access-grants`,
  summary: 'Leave that was given: temporary access and skipped installations, the newest first.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    personId: z.optional(z.uuid()),
    /** With those that are over, used up or revoked. */
    isAll: z.optional(queryFlag),
  }),
  answers: {
    200: z.object({
      grants: z.array(
        z.object({
          id: z.uuid(),
          kind: z.enum(['temporary-access', 'skip-installation']),
          ...who,
          ...where,
          reason: z.string(),
          grantedBy: z.string(),
          createdAt: z.iso.datetime(),
          expiresAt: z.iso.datetime(),
          usesLeft: z.int(),
          overridesStopper: z.boolean(),
          revokedAt: z.nullable(z.iso.datetime()),
          /** It opens nothing before another administrator has approved it. */
          waitsForApproval: z.boolean(),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

/** One leave lasts so long at most, no matter who gives it, and is good for so many sign-ins. */
export const ACCESS_HOURS_MAXIMUM = 24 * 90;
export const ACCESS_USES_MAXIMUM = 1000;

export const adminGrantAccessCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/access-grants`,
  summary:
    'Give a person temporary access; their waiting page opens by itself. Support stays within the company’s limits.',
  authentication: { role: 'support' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    personId: z.uuid(),
    /** Null: every application. */
    applicationId: z._default(z.nullable(z.uuid()), null),
    hours: z.int().check(z.minimum(1), z.maximum(ACCESS_HOURS_MAXIMUM)),
    reason: adminText(500),
    /** How many sign-ins it is good for. */
    uses: z._default(z.int().check(z.minimum(1), z.maximum(ACCESS_USES_MAXIMUM)), 1),
    /** Also past a check that stops every sign-in. Administrators only. */
    overridesStopper: z._default(z.boolean(), false),
  }),
  answers: { 200: z.extend(outcomeSchema, { grantId: z.nullable(z.uuid()), waitsForApproval: z.boolean() }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, grant_limit_reached: 409, not_possible: 409 },
});

export const adminRevokeAccessCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/access-grants/{id}`,
  summary: 'Take temporary access back. Sign-ins that it led to stay.',
  authentication: { role: 'support' },
  parameters: z.object({ id: z.uuid() }),
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404 },
});

export const adminRefuseAccessCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/access-requests/{id}/refusal`,
  summary: 'Say no to who asks for temporary access, with a sentence that their page shows.',
  authentication: { role: 'support' },
  parameters: z.object({ id: z.uuid() }),
  query: adminChangeQuerySchema,
  body: z.strictObject({ reason: adminText(300) }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404 },
});

export const adminApproveAccessCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/access-grants/{id}/approval`,
  summary: 'Approve temporary access that waits for a second administrator; never one’s own. Its hours begin now.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: z.object({ id: z.uuid() }),
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409, grant_limit_reached: 409 },
});

import * as z from 'zod/mini';
import { CHECK_TYPES } from '../../check-types.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

/** An exemption that someone gives by a call lasts so many days at most; then someone looks again. */
export const EXEMPTION_DAYS_MAXIMUM = 180;

const checkType = z.enum(CHECK_TYPES);
/** Exactly one person or one computer. */
const exempt = {
  login: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
  deviceId: z.optional(z.uuid()),
};
const REFUSALS = { ...ADMIN_CHANGE_REFUSALS, not_found: 404, not_possible: 409 } as const;

export const adminExemptionsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/exemptions`,
  summary: 'Who is exempt from which check of the policy, until when and why; those that are over as well.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      exemptions: z.array(
        z.object({
          checkType,
          login: z.nullable(z.string()),
          deviceId: z.nullable(z.uuid()),
          /** The last day, in UTC. */
          until: z.iso.date(),
          why: z.string(),
          approvedBy: z.string(),
          isOver: z.boolean(),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminAddExemptionCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/exemptions/{checkType}`,
  summary: 'Exempt a person or a computer from a check for so many days: a new version of the policy.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: z.object({ checkType }),
  query: adminChangeQuerySchema,
  body: z.strictObject({
    ...exempt,
    days: z.int().check(z.minimum(1), z.maximum(EXEMPTION_DAYS_MAXIMUM)),
    why: adminText(500),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...REFUSALS, ...ADMIN_PROVEN_REFUSALS },
});

export const adminEndExemptionCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/exemptions/{checkType}`,
  summary: 'End the exemption of a person or a computer from a check: a new version of the policy.',
  authentication: { role: 'administrator' },
  parameters: z.object({ checkType }),
  query: z.extend(adminChangeQuerySchema, exempt),
  answers: { 200: outcomeSchema },
  refusals: REFUSALS,
});

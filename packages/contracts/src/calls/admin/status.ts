import * as z from 'zod/mini';
import { POLICY_MODES } from '../../check-result.ts';
import { ADMIN_ROLES, defineCall } from '../call.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema } from './shared.ts';

export const ADMIN_REACHES = ['company', 'msp', 'installation'] as const;

export const adminStatusCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/status`,
  summary: 'How the server and one company stand, and as whom you ask.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      version: z.string(),
      uptimeSeconds: z.int(),
      database: z.enum(['embedded', 'server']),
      caller: z.object({ name: z.string(), role: z.enum(ADMIN_ROLES), reach: z.enum(ADMIN_REACHES) }),
      /** Companies within the caller's reach, by name. */
      companies: z.array(z.string()),
      /** Null at the server's own socket while no company is named and there are several, or none. */
      company: z.nullable(
        z.object({
          name: z.string(),
          displayName: z.string(),
          publicUrl: z.string(),
          policy: z.object({
            version: z.string(),
            source: z.enum(['file', 'command', 'built-in']),
            workplaceAccessPolicy: z.enum(POLICY_MODES),
            isPolicyEnforced: z.boolean(),
          }),
          people: z.int(),
          blockedPeople: z.int(),
          signedIn: z.int(),
          devicesWaiting: z.int(),
          openAccessRequests: z.int(),
          liveGrants: z.int(),
          /** Where the device check is a second factor somewhere, an approval gives one. */
          computersApprovedBy: z.optional(z.enum(['support', 'administrator'])),
          samlKeyExpiresAt: z.iso.datetime(),
          /** What a password that was stolen opens today by itself, in one sentence. */
          stolenPassword: z.string(),
          /** People of the last seven days who signed in for an application and whose computers never reported. */
          stoppedBeforeReport: z.int(),
        }),
      ),
      /** The file of the master key against the key the server works with; null where it is not asked at its own socket. */
      masterKey: z.nullable(z.enum(['good', 'missing', 'changed', 'unreadable'])),
      /** What the server could not write within the last hour; at the server's own socket alone. */
      unwritten: z.array(
        z.object({
          what: z.enum(['evidence', 'database', 'sign-ins']),
          /** What to do, in words. */
          message: z.string(),
          since: z.iso.datetime(),
          last: z.iso.datetime(),
          times: z.int(),
        }),
      ),
      /** What someone should see to. */
      warnings: z.array(z.string()),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

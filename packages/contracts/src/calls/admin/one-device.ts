import * as z from 'zod/mini';
import { securityCheckSchema } from '../../check-result.ts';
import { CHECK_TYPES } from '../../check-types.ts';
import { flattenedJwsSchema, publicJwkSchema } from '../../jose.ts';
import { unpassedCheckSchema, VERDICT_CAUSES, VERDICTS } from '../../verdicts.ts';
import { defineCall } from '../call.ts';
import { DEVICE_STATES, listedDeviceSchema } from './devices.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema, pageQuery } from './shared.ts';

const ONE = { parameters: z.object({ id: z.uuid() }) } as const;
const REFUSALS = { ...ADMIN_REFUSALS, not_found: 404 } as const;

export const adminDeviceCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/devices/{id}`,
  summary: 'One computer: its verdict, each check by its last report, what time will make of it, keys and people.',
  authentication: { role: 'auditor' },
  ...ONE,
  query: adminQuerySchema,
  answers: {
    200: z.extend(listedDeviceSchema, {
      /** Every check that is asked, judged now by the last report and the policy that holds; without a report: none. */
      checks: z.array(z.extend(securityCheckSchema, { since: z.nullable(z.iso.datetime()) })),
      /** Checks of the policy that do not exist on its system. */
      notAsked: z.array(z.enum(CHECK_TYPES)),
      policyVersion: z.string(),
      /** Its last report, as long as that is kept; null: none. What it says is claimed by the computer. */
      report: z.nullable(
        z.object({
          id: z.uuid(),
          receivedAt: z.iso.datetime(),
          sequence: z.int(),
          model: z.string(),
          manufacturer: z.string(),
          serialNumber: z.string(),
          deviceLoginName: z.string(),
          /** 'machine', 'user' or 'development'. */
          installScope: z.string(),
          /** Services that manage it; null: not read. */
          management: z.nullable(z.array(z.string())),
        }),
      ),
      /** How many of its reports are kept. */
      reports: z.int(),
      owner: z.nullable(
        z.object({
          id: z.uuid(),
          login: z.string(),
          displayName: z.string(),
          email: z.string(),
          groups: z.array(z.string()),
          blockedAt: z.nullable(z.iso.datetime()),
        }),
      ),
      /** Who has opened a session with it lately, the last one first. */
      people: z.array(z.object({ id: z.uuid(), login: z.string(), displayName: z.string(), lastAt: z.iso.datetime() })),
      /** Every key that has called itself by this device id, the newest first. */
      keys: z.array(
        z.object({
          deviceRowId: z.uuid(),
          thumbprint: z.string(),
          keyProtection: z.string(),
          state: z.enum(DEVICE_STATES),
          createdAt: z.iso.datetime(),
          /** It holds the device id. */
          isHolder: z.boolean(),
        }),
      ),
    }),
  },
  refusals: REFUSALS,
});

export const adminDeviceHistoryCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/devices/{id}/history`,
  summary: 'Every change of a computer’s verdict with what caused it, the newest first, a page at a time.',
  authentication: { role: 'auditor' },
  ...ONE,
  query: z.extend(adminQuerySchema, pageQuery),
  answers: {
    200: z.object({
      changes: z.array(
        z.object({
          at: z.iso.datetime(),
          before: z.enum(VERDICTS),
          after: z.enum(VERDICTS),
          isEnforced: z.boolean(),
          cause: z.enum(VERDICT_CAUSES),
          failing: z.array(unpassedCheckSchema),
          unknown: z.array(unpassedCheckSchema),
          policyVersion: z.string(),
          /** The report it was judged by; it may be kept no longer. */
          reportId: z.nullable(z.uuid()),
        }),
      ),
      next: z.nullable(z.string()),
    }),
  },
  refusals: REFUSALS,
});

export const adminDeviceReportsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/devices/{id}/reports`,
  summary: 'The reports of a computer that are kept, and those that were refused, the newest first, a page at a time.',
  authentication: { role: 'auditor' },
  ...ONE,
  query: z.extend(adminQuerySchema, pageQuery),
  answers: {
    200: z.object({
      reports: z.array(
        z.object({
          at: z.iso.datetime(),
          /** Null: it was refused, and is not kept. */
          id: z.nullable(z.uuid()),
          sequence: z.nullable(z.int()),
          clientVersion: z.nullable(z.string()),
          /** Why it was refused, and how often that was said in this entry. */
          refused: z.nullable(z.object({ code: z.string(), reason: z.nullable(z.string()), times: z.int() })),
        }),
      ),
      next: z.nullable(z.string()),
    }),
  },
  refusals: REFUSALS,
});

export const adminDeviceReportCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/devices/{id}/reports/{reportId}`,
  summary: 'One report of a computer as it came, signed, with the key that verifies it.',
  authentication: { role: 'auditor' },
  parameters: z.object({ id: z.uuid(), reportId: z.uuid() }),
  query: adminQuerySchema,
  answers: {
    200: z.object({
      id: z.uuid(),
      receivedAt: z.iso.datetime(),
      signedReport: flattenedJwsSchema,
      identityKey: publicJwkSchema,
    }),
  },
  refusals: { ...REFUSALS, not_possible: 409 },
});

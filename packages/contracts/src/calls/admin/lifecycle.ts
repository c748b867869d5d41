import * as z from 'zod/mini';
import { signedDocumentSchema } from '../../signed-document.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  outcomeSchema,
} from './shared.ts';

const shownLifecycleSchema = z.object({
  version: z.int(),
  /** The day on which it was what the makers said. */
  asOf: z.iso.date(),
  ageDays: z.int(),
  /** The first day on which it proves no support any more. */
  tooOldFrom: z.iso.date(),
  /** `built-in`: it came with the server. */
  source: z.enum(['built-in', 'taken']),
  takenAt: z.nullable(z.iso.datetime()),
  /** Who took it, or the address that it came from. */
  takenFrom: z.nullable(z.string()),
  systems: z.int(),
  releases: z.int(),
  pages: z.array(z.string()),
  /** Public halves of the keys that sign newer data for this installation. */
  keys: z.array(z.string()),
  /** Where newer data is asked for once a day; null: nowhere, or it is not yours to know. */
  address: z.nullable(z.string()),
  warnings: z.array(z.string()),
});
export type ShownLifecycle = z.infer<typeof shownLifecycleSchema>;

export const adminLifecycleCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/lifecycle`,
  summary: 'What is known of the ends of releases, how old it is, and when it is too old.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: shownLifecycleSchema },
  refusals: ADMIN_REFUSALS,
});

export const adminUpdateLifecycleCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/lifecycle`,
  summary: 'Take newer data on the ends of releases: signed, never older. At the server only.',
  authentication: { role: 'administrator', reach: 'installation' },
  query: adminChangeQuerySchema,
  body: z.strictObject({
    /** Left out: it is asked for at the address that is set. */
    file: z.optional(signedDocumentSchema),
  }),
  answers: { 200: z.extend(outcomeSchema, { version: z.int(), asOf: z.iso.date() }) },
  /** `not_possible`: it is not signed by a key that is set, older, of a day to come, or nothing answers; and which. */
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_possible: 409 },
});

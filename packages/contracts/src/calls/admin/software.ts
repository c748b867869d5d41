import * as z from 'zod/mini';
import { signedDocumentSchema } from '../../signed-document.ts';
import { SOFTWARE_CHECKS, SOFTWARE_KINDS } from '../../software.ts';
import { softwareIdSchema } from '../../software-id.ts';
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
} from './shared.ts';

const shownSoftwareSchema = z.object({
  id: softwareIdSchema,
  checkType: z.enum(SOFTWARE_CHECKS),
  agent: z.string(),
  kind: z.enum(SOFTWARE_KINDS),
  architecture: z.string(),
  packageName: z.string(),
  productCode: z.optional(z.string()),
  version: z.string(),
  fileName: z.string(),
  size: z.int(),
  sha256: z.string(),
  name: z.string(),
  publisher: z.string(),
  licence: z.string(),
  issuedAt: z.iso.datetime(),
  notAfter: z.iso.datetime(),
  /** `offered`: computers get it. `unsigned`: none of the keys that are set now signed it. */
  state: z.enum(['waits-for-approval', 'offered', 'over', 'unsigned', 'file-missing']),
  /** Logins; null: people of another company, or who are gone. */
  addedBy: z.nullable(z.string()),
  addedAt: z.iso.datetime(),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(z.iso.datetime()),
});
export type ShownSoftware = z.infer<typeof shownSoftwareSchema>;

const oneSoftware = z.object({ softwareId: softwareIdSchema });

export const adminSoftwareCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/software`,
  summary: 'Software that "Install now" may install: what, whose, and who added and approved it.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: z.object({ software: z.array(shownSoftwareSchema), keys: z.array(z.string()) }) },
  refusals: ADMIN_REFUSALS,
});

export const adminAddSoftwareCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/software`,
  summary: 'Add software that an offline key signed, whose package lies in the data folder. At the server only.',
  authentication: { role: 'administrator', reach: 'installation' },
  query: adminChangeQuerySchema,
  body: z.strictObject({
    file: signedDocumentSchema,
    /** Login of the administrator who adds it, and who never approves it. */
    by: adminText(255),
  }),
  answers: { 200: outcomeSchema },
  /** `not_possible`: no key that is set signed it, its package is another or missing, or its name is taken; and which. */
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminApproveSoftwareCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/software/{softwareId}/approval`,
  summary: 'Approve software that another administrator added at the server. From then on computers get it.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: oneSoftware,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    /** Of the package that was looked at. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminRemoveSoftwareCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/software/{softwareId}`,
  summary: 'Offer software no more. What is installed stays.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: oneSoftware,
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404 },
});

import * as z from 'zod/mini';
import { OPERATING_SYSTEMS } from '../../check-types.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  outcomeSchema,
} from './shared.ts';

/** The file with the extension, its packages for stores, and the policies that install it. */
export const EXTENSION_KIT_FILE = 'workplace-extension.zip';

/** Where this gate hands a file out, for an hour. */
const href = z.string();

export const adminPackagesCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/packages`,
  summary: 'What there is to bring to computers: packages of Workplace, and the browser extension with its policies.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      packages: z.array(z.object({ file: z.string(), system: z.enum(OPERATING_SYSTEMS), bytes: z.int(), href })),
      /** Null: it was not made yet. */
      extension: z.nullable(z.object({ version: z.string(), file: z.string(), href: z.nullable(href) })),
      /** Why it cannot be made from here, and what does; null: it can. */
      cannotMake: z.nullable(z.string()),
      /** Packages that people would look for in vain, and what to do on the server. */
      missing: z.array(z.string()),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminMakeExtensionCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/packages/extension`,
  summary: 'Make the browser extension for the pages of this gate, which hands it out from then on.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_possible: 409 },
});

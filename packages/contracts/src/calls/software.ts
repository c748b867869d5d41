import * as z from 'zod/mini';
import { signedDocumentSchema } from '../signed-document.ts';
import { softwareIdSchema } from '../software-id.ts';
import { defineCall, DEVICE_TOKEN_REFUSALS, SIGNED_IN_REFUSALS } from './call.ts';

const oneSoftware = z.object({ softwareId: softwareIdSchema });

export const softwareCall = defineCall({
  method: 'GET',
  path: '/api/devices/v2/software/{softwareId}',
  summary: 'What a fix installs, and where its package is. Believed for its signature alone, wherever it comes from.',
  authentication: { scopes: ['device-v2'] },
  parameters: oneSoftware,
  answers: {
    200: z.object({
      document: signedDocumentSchema,
      /** Of the package, at this very origin and for some minutes. */
      packagePath: z.string().check(z.maxLength(1000), z.regex(/^\//)),
    }),
  },
  /** 404: it is not offered, or no more. */
  refusals: { ...DEVICE_TOKEN_REFUSALS, request_malformed: 400, installer_missing: 404 },
});

export const softwareTermsCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/software/{softwareId}',
  summary: 'What a person agrees to before software is installed.',
  authentication: 'session',
  parameters: oneSoftware,
  answers: {
    200: z.object({
      name: z.string(),
      version: z.string(),
      publisher: z.string(),
      size: z.int(),
      /** Plain text. */
      licence: z.string(),
    }),
  },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400, installer_missing: 404 },
});

/** Packages by their hash: `{origin}{SOFTWARE_FILES_PATH}/{sha256}`, with leave that `softwareCall` gives. */
export const SOFTWARE_FILES_PATH = '/download/software';

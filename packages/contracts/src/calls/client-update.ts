import * as z from 'zod/mini';
import { UPDATE_CHANNELS } from '../client-update.ts';
import { signedDocumentSchema } from '../signed-document.ts';
import { defineCall } from './call.ts';

export const clientUpdateCall = defineCall({
  method: 'GET',
  path: '/api/device-compliance/v1/client-update/{channel}',
  summary: 'What installed clients are to be updated to. Believed for its signature alone, wherever it comes from.',
  authentication: 'none',
  parameters: z.object({ channel: z.enum(UPDATE_CHANNELS) }),
  answers: { 200: signedDocumentSchema },
  /** 404: nothing is offered on this channel. */
  refusals: { request_malformed: 400, installer_missing: 404 },
});

/** Files of an update by the hash of what is in them, compressed by gzip: `{origin}{UPDATE_FILES_PATH}/{sha256}.gz`. */
export const UPDATE_FILES_PATH = '/download/update';

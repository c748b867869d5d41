import '@fastify/static';
import { join } from 'node:path';
import { CALLS, SOFTWARE_FILES_PATH } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type Installation, isRefusal } from '../context/server-context.ts';
import { mayDownload } from '../operations/downloads/download-signature.ts';
import { SOFTWARE_FOLDER, softwareFileName } from '../operations/downloads/software-files.ts';
import { describeTerms, handOutSoftware } from '../subjects/devices/software/offered.ts';
import { sendApiError } from './frame/errors.ts';
import { answer, registerCall } from './frame/register-call.ts';

const leaveSchema = z.object({ expires: z.string(), signature: z.string() });

/** What "Install now" installs: the signed document, and with leave for some minutes its package. */
export function registerSoftwareRoutes(app: FastifyInstance, installation: Installation): void {
  const { config, secret, now } = installation;
  registerCall(app, installation, CALLS.software, async ({ context, parameters }) => {
    const handed = await handOutSoftware(context, parameters.softwareId);
    return isRefusal(handed) ? handed : answer(200, handed);
  });

  registerCall(app, installation, CALLS.softwareTerms, async ({ context, parameters }) => {
    const terms = describeTerms(context, parameters.softwareId);
    return isRefusal(terms) ? terms : answer(200, terms);
  });

  app.get<{ Params: { sha256: string } }>(`${SOFTWARE_FILES_PATH}/:sha256`, async (request, reply) => {
    const { sha256 } = request.params;
    const leave = leaveSchema.safeParse(request.query);
    // A hash and nothing else, with leave for this very one: no part of a path gets further.
    const isNamed = /^[0-9a-f]{64}$/.test(sha256);
    if (!isNamed || !leave.success || !mayDownload(secret, softwareFileName({ sha256, size: 0 }), leave.data, now())) {
      return sendApiError(reply, 403, 'download_link_wrong', 'This download link is over or incomplete.');
    }
    reply.type('application/octet-stream');
    reply.header('Cache-Control', 'private, no-cache');
    return reply.sendFile(sha256, join(config.dataFolder, SOFTWARE_FOLDER), { cacheControl: false });
  });
}

import '@fastify/static';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS, UPDATE_FILES_PATH } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { readOfferedUpdate, UPDATE_FOLDER } from '../operations/downloads/client-updates.ts';
import { type Installation, refuse } from '../context/server-context.ts';
import { sendApiError } from './frame/errors.ts';
import { answer, registerCall } from './frame/register-call.ts';

/**
 * Updates for installed clients. Open to anybody: what is in them is in every package as well, and clients believe the
 * signature, not the place.
 */
export function registerUpdateRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.clientUpdate, async ({ context, parameters }) => {
    const offered = await readOfferedUpdate(context.config.downloadsFolder, parameters.channel);
    return offered === null
      ? refuse('installer_missing', 'No update is offered on this channel.')
      : answer(200, offered.document);
  });

  app.get<{ Params: { file: string } }>(`${UPDATE_FILES_PATH}/:file`, async (request, reply) => {
    const { file } = request.params;
    const folder = join(installation.config.downloadsFolder, UPDATE_FOLDER, 'files');
    // A hash and nothing else: no part of a path gets further.
    if (!/^[0-9a-f]{64}\.gz$/.test(file) || !existsSync(join(folder, file))) {
      return sendApiError(reply, 404, 'installer_missing', 'There is no such file.');
    }
    reply.type('application/gzip');
    return reply.sendFile(file, folder, { cacheControl: false });
  });
}

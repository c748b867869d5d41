import '@fastify/static';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { EXTENSION_PATH, PUBLISHED_FILES, publishedFolder } from '../operations/extension-kit/published.ts';
import type { Installation } from '../context/server-context.ts';
import { sendApiError } from './frame/errors.ts';

/**
 * The browser extension, for browsers that were told by policy to fetch it here. Open to anybody, as a store is: they ask
 * without a session, and believe the signature. Each file is a route of its own, so that no other can be reached.
 */
export function registerExtensionRoutes(app: FastifyInstance, { config }: Installation): void {
  const folder = publishedFolder(config.dataFolder);
  for (const [file, type] of Object.entries(PUBLISHED_FILES)) {
    app.get(`${EXTENSION_PATH}/${file}`, async (_request, reply) => {
      if (!existsSync(join(folder, file))) {
        return sendApiError(reply, 404, 'installer_missing', 'The extension is not handed out here.');
      }
      reply.type(type).header('Cache-Control', 'no-cache');
      return reply.sendFile(file, folder, { cacheControl: false });
    });
  }
}

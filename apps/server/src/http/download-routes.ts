import '@fastify/static';
import { EXTENSION_KIT_FILE } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { mayDownload } from '../operations/downloads/download-signature.ts';
import { listPackages } from '../operations/downloads/find-package.ts';
import { zipFiles } from '../operations/extension-kit/archive.ts';
import { readOwnKit } from '../operations/extension-kit/plan-kit.ts';
import type { Installation } from '../context/server-context.ts';
import { sendApiError } from './frame/errors.ts';
import { isNavigation } from './pages/apology-page.ts';
import { sendDownloadRefusedPage } from './pages/download-refused-page.ts';

const linkSchema = z.object({ expires: z.string(), signature: z.string() });

/**
 * Hands out the installers themselves, with the link of `installer-parameters` and for as long as it is good. A browser
 * follows the link, so it is no row of the contract table.
 */
export function registerDownloadRoutes(app: FastifyInstance, installation: Installation): void {
  const { config, secret, now } = installation;
  app.get<{ Params: { file: string } }>('/download/:file', async (request, reply) => {
    const { file } = request.params;
    const link = linkSchema.safeParse(request.query);
    if (!link.success || !mayDownload(secret, file, link.data, now())) {
      if (isNavigation(request)) return sendDownloadRefusedPage(reply, 403, 'download_link_wrong');
      const message = 'This download link is over or incomplete. Go back and start the download again.';
      return sendApiError(reply, 403, 'download_link_wrong', message);
    }
    reply.header('Content-Disposition', `attachment; filename="${file.replaceAll(/[^\w.+-]/g, '_')}"`);
    reply.header('Cache-Control', 'private, no-cache');
    const kit = file === EXTENSION_KIT_FILE ? await readOwnKit(config.dataFolder) : null;
    if (kit !== null) return reply.type('application/zip').send(zipFiles(kit.files));
    // Only what lies in the folder by exactly this name: no part of a path gets further.
    if (!(await listPackages(config.downloadsFolder)).includes(file)) {
      if (isNavigation(request)) return sendDownloadRefusedPage(reply, 404, 'installer_missing');
      return sendApiError(reply, 404, 'installer_missing', 'There is no such installer any more.');
    }
    return reply.sendFile(file, config.downloadsFolder, { cacheControl: false });
  });
}

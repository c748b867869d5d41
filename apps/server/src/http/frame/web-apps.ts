import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendApiError } from './errors.ts';

const distFolder = join(import.meta.dirname, '../../../../../dist');

/**
 * The browser applications, each a folder of built files under its base path; unknown paths show its first page, which
 * addresses its files under that base wherever else it is shown.
 */
const WEB_APPS = [
  { base: '/device-check', folder: 'portal', pagesAlsoUnder: [] },
  { base: '/online', folder: 'accounts', pagesAlsoUnder: ['/onboarding'] },
  { base: '/console', folder: 'console', pagesAlsoUnder: [] },
] as const;

/** The first page of the application that an address belongs to. @returns null where it is no page of one */
export function homeOfPage(address: string): string | null {
  const isBelow = (base: string) => address.startsWith(`${base}/`);
  return (
    WEB_APPS.filter(({ base, pagesAlsoUnder }) => [base, ...pagesAlsoUnder].some(isBelow)).map(
      ({ base }) => `${base}/`,
    )[0] ?? null
  );
}

export async function registerWebApps(app: FastifyInstance): Promise<void> {
  for (const { base, folder, pagesAlsoUnder } of WEB_APPS) {
    const root = join(distFolder, folder);
    if (!existsSync(root)) throw new Error(`${folder} is not built. Run "npm run build" first.`);
    await app.register(fastifyStatic, {
      root,
      prefix: `${base}/`,
      decorateReply: folder === 'portal',
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/') || path.includes('\\assets\\');
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    const page = (_request: unknown, reply: FastifyReply) =>
      reply.header('Cache-Control', 'no-cache').sendFile('index.html', root);
    app.get(base, page);
    app.get(`${base}/*`, (request, reply) =>
      request.url.startsWith(`${base}/assets/`)
        ? sendApiError(reply, 404, 'not_found', 'There is no such file.')
        : page(request, reply),
    );
    for (const other of pagesAlsoUnder) {
      app.get(other, page);
      app.get(`${other}/*`, page);
    }
  }
  app.get('/', (_request, reply) => reply.redirect('/device-check/'));
}

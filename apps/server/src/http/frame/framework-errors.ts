import type { FastifyReply, FastifyRequest } from 'fastify';
import { homeOfPage } from './web-apps.ts';
import { sendApiError } from './errors.ts';
import { sendNotePage } from '../pages/refusal-page.ts';

/**
 * Answers what the router refuses before there is a route: an address that is not well-formed, or a part too long. A browser
 * that is to show a page of ours gets its first one, as for any path that there is not; nothing of the address is said back.
 */
export function answerFrameworkError(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!isForPage(request)) {
    sendApiError(reply, 400, 'request_malformed', 'parameters: the address is not well-formed or too long');
    return;
  }
  const home = homeOfPage(request.url);
  if (home !== null) {
    reply.header('Cache-Control', 'no-store').redirect(home);
    return;
  }
  sendNotePage(
    reply.status(400),
    'This address cannot be read',
    'A part of it was lost or changed on the way. Open it once more from where you have it.',
  );
}

function isForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

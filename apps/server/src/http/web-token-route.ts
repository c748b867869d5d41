import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { auditRefusedOpening, openWithWebToken } from '../subjects/sign-in/web-tokens.ts';
import { isRefusal, refuse } from '../context/server-context.ts';
import { setSessionCookies } from './frame/cookies.ts';
import { visitOf } from './identity-routes.ts';
import { sendRefusalPage, sendUnknownHost } from './pages/refusal-page.ts';

const querySchema = z.object({ token: z.string().min(1).max(256) });

const PAGE = { config: { limit: 'page' }, exposeHeadRoute: false } as const;

/** Where Workplace opens a browser with a web token: signs in there and goes on to the address the token is for. */
export function registerWebTokenRoute(app: FastifyInstance): void {
  app.get('/online/open', PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const visit = visitOf(context, { address: request.ip, correlationId: request.id }, request);
    const query = querySchema.safeParse(request.query);
    const isSpendable = query.success && isOpenedByPerson(request);
    const opened = isSpendable
      ? await openWithWebToken(context, visit, query.data.token)
      : refuse('web_token_wrong', 'This link is opened by Workplace only.');
    reply.header('Cache-Control', 'no-store');
    if (isRefusal(opened)) {
      if (!isSpendable) await auditRefusedOpening(context, visit, opened);
      return sendRefusalPage(reply, opened.refused, opened.message);
    }
    setSessionCookies(context, reply, opened);
    return reply.redirect(opened.url, 303);
  });
}

/**
 * True for a page that is opened in a window of its own, from outside the browser or from this site: no other site's link
 * or picture spends a token, and no browser that only looks ahead.
 */
function isOpenedByPerson({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (site === 'none' || site === 'same-origin') &&
    headers['sec-purpose'] === undefined
  );
}

import formbody from '@fastify/formbody';
import { ACCOUNT_PATHS } from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { auditRefusedOpening, openWithWebToken } from '../subjects/sign-in/web-tokens.ts';
import { isRefusal, refuse, type ServerContext } from '../context/server-context.ts';
import { setSessionCookies } from './frame/cookies.ts';
import { visitOf } from './identity-routes.ts';
import { sendOpeningPage } from './pages/opening-page.ts';
import { sendOpeningRefusedPage } from './pages/opening-refused-page.ts';
import { sendRefusalPage, sendUnknownHost } from './pages/refusal-page.ts';

const formSchema = z.object({ token: z.string().min(1).max(256) });

const PAGE = { config: { limit: 'page' }, exposeHeadRoute: false } as const;
const FORM_MAXIMUM_BYTES = 16_384;

/**
 * Where Workplace opens a browser with a web token in the fragment: the page posts it, is signed in, and goes on to the
 * address the token is for.
 */
export async function registerWebTokenRoute(app: FastifyInstance): Promise<void> {
  app.get(ACCOUNT_PATHS.open, PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    // A link on another site would have a browser spend a token that its writer made: that signs in whom it is not about.
    return isOpenedByPerson(request, ['none', 'same-origin'])
      ? sendOpeningPage(reply)
      : refuseOpening(context, request, reply);
  });

  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: FORM_MAXIMUM_BYTES });
    scope.post(ACCOUNT_PATHS.open, PAGE, async (request, reply) => {
      const { company: context } = request;
      if (context === null) return sendUnknownHost(reply);
      const form = formSchema.safeParse(request.body);
      if (!form.success || !isOpenedByPerson(request, ['same-origin'])) return refuseOpening(context, request, reply);
      const visit = visitOf(context, { address: request.ip, correlationId: request.id }, request);
      const opened = await openWithWebToken(context, visit, form.data.token);
      reply.header('Cache-Control', 'no-store');
      if (isRefusal(opened)) {
        return opened.refused === 'web_token_wrong'
          ? sendOpeningRefusedPage(reply, opened.refused)
          : sendRefusalPage(reply, opened.refused, opened.message);
      }
      if (opened.session !== null) setSessionCookies(context, reply, opened.session);
      return reply.redirect(opened.url, 303);
    });
  });
}

async function refuseOpening(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = refuse('web_token_wrong', 'This link is opened by Workplace only.');
  await auditRefusedOpening(
    context,
    visitOf(context, { address: request.ip, correlationId: request.id }, request),
    refusal,
  );
  return sendOpeningRefusedPage(reply, refusal.refused);
}

/**
 * True for a page that is opened in a window of its own, from outside the browser or from this site: no other site's link
 * or picture spends a token, and no browser that only looks ahead.
 */
function isOpenedByPerson({ headers }: FastifyRequest, sites: readonly ('none' | 'same-origin')[]): boolean {
  const site = headers['sec-fetch-site'];
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    sites.some((allowed) => allowed === site) &&
    headers['sec-purpose'] === undefined
  );
}

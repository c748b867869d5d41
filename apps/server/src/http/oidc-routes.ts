import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as z from 'zod';
import { hashToken } from '../operations/crypto/tokens.ts';
import {
  beginOidcSignIn,
  declineOidcSignIn,
  findInteraction,
  finishOidcSignIn,
  mayResume,
} from '../subjects/sign-in/oidc/interactions.ts';
import { OIDC_PATH } from '../protocols/oidc/gate-passed.ts';
import { createOidcProviders } from '../subjects/sign-in/oidc/providers.ts';
import { findWebSession } from '../repositories/people.ts';
import { withStandingFactors } from '../subjects/sign-in/issue/ask-about-person.ts';
import { isRefusal, type ServerContext } from '../context/server-context.ts';
import { readSessionToken } from './frame/cookies.ts';
import { renderOidcError } from './pages/oidc-error-page.ts';
import { sendRefusalPage, sendUnknownHost } from './pages/refusal-page.ts';

const PAGE = { config: { limit: 'page' } } as const;
const ENDPOINT = { config: { limit: 'endpoint' } } as const;
const interactionSchema = z.object({ uid: z.string().max(64) });
/** The gate's own field names: the page posts the same form to every application. */
const finishSchema = z.object({ SAMLResponse: z.string().min(1).max(128) });

/** The OpenID Connect provider: its own addresses below /oidc, and the two steps in which it meets the gate. */
export async function registerOidcRoutes(app: FastifyInstance): Promise<void> {
  const providerOf = createOidcProviders(app.log, renderOidcError);

  app.get(`${OIDC_PATH}/interaction/:uid`, PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const origin = { address: request.ip, correlationId: request.id };
    const sessionToken = readSessionToken(context, request);
    const exchange = { request: request.raw, response: reply.raw, sessionToken };
    const marker = await beginOidcSignIn(context, origin, await providerOf(context), exchange);
    if (isRefusal(marker)) return sendRefusalPage(reply, marker.refused, marker.message);
    return reply.header('Cache-Control', 'no-store').redirect(`/saml/continue?login=${marker}`, 303);
  });

  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16_384 });
    scope.post(`${OIDC_PATH}/interaction/:uid/finish`, PAGE, async (request, reply) => {
      const { company: context } = request;
      if (context === null) return sendUnknownHost(reply);
      return finish(context, await providerOf(context), request, reply);
    });
  });

  await app.register(async (scope) => {
    // The provider reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const forwardAll = async (request: FastifyRequest, reply: FastifyReply) => {
      const { company: context } = request;
      if (context === null) return sendUnknownHost(reply);
      return forward(context, await providerOf(context), request, reply);
    };
    const method = ['GET', 'POST'];
    scope.route({ method, url: `${OIDC_PATH}/*`, ...ENDPOINT, handler: forwardAll });
    // Where a browser asks for a sign-in, and goes on with it.
    scope.route({ method, url: `${OIDC_PATH}/auth`, ...PAGE, handler: forwardAll });
    scope.route({
      method,
      url: `${OIDC_PATH}/auth/:uid`,
      ...PAGE,
      handler: async (request, reply) => {
        const { company: context } = request;
        if (context === null) return sendUnknownHost(reply);
        const provider = await providerOf(context);
        const parameters = interactionSchema.safeParse(request.params);
        const uid = parameters.success ? parameters.data.uid : '';
        return (await mayResume(context, provider, uid, readSessionToken(context, request)))
          ? forward(context, provider, request, reply)
          : sendRefusalPage(reply, 'sign_in_unknown', 'This sign-in was made in another browser.');
      },
    });
  });
}

async function finish(
  context: ServerContext,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = interactionSchema.safeParse(request.params);
  const body = finishSchema.safeParse(request.body);
  const exchange = { request: request.raw, response: reply.raw };
  const interaction = await findInteraction(provider, exchange);
  if (parameters.success && body.success) {
    const declined = { interactionId: parameters.data.uid, interaction, handle: body.data.SAMLResponse };
    const back = await declineOidcSignIn(context, provider, exchange, declined);
    if (back !== null) return reply.header('Cache-Control', 'no-store').redirect(back, 303);
  }
  const token = readSessionToken(context, request);
  const signedIn =
    token === undefined
      ? null
      : await findWebSession(context.database, context.company.id, hashToken(token), context.now());
  if (!parameters.success || !body.success || signedIn === null) {
    return sendRefusalPage(reply, 'sign_in_unknown', 'This sign-in is not known here.');
  }
  const next = await finishOidcSignIn(context, provider, exchange, {
    interactionId: parameters.data.uid,
    interaction,
    handle: body.data.SAMLResponse,
    session: await withStandingFactors(context.database, signedIn),
  });
  if (isRefusal(next)) return sendRefusalPage(reply, next.refused, next.message);
  return reply.header('Cache-Control', 'no-store').redirect(next, 303);
}

/** Hands a request to the provider, which is told the company's stored address and nothing of what proxies say. */
function forward(
  { publicUrl }: ServerContext,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { raw } = request;
  const { protocol, host } = new URL(publicUrl);
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = host;
  raw.headers['x-forwarded-for'] = request.ip;
  raw.headers.host = host;
  raw.headers['correlation-id'] = request.id;
  reply.raw.setHeader('Correlation-Id', request.id);
  Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(OIDC_PATH.length) ?? '/' });
  reply.hijack();
  void provider.callback()(raw, reply.raw);
  return reply;
}

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
  interactionPath,
  type Shown,
  UNKNOWN_INTERACTION,
} from '../subjects/sign-in/oidc/interactions.ts';
import { resumeOidcSignIn } from '../subjects/sign-in/oidc/resume.ts';
import {
  answerCookie,
  answeredSetCookie,
  answerMark,
  LIBRARY_COOKIES,
  oidcBrowserCookie,
  readOidcBrowser,
} from '../protocols/oidc/interaction-browser.ts';
import { ANSWER_LIFE_S } from '../protocols/oidc/kept-answers.ts';
import { OIDC_PATH } from '../protocols/oidc/gate-passed.ts';
import { createOidcProviders } from '../subjects/sign-in/oidc/providers.ts';
import { findWebSession } from '../repositories/people.ts';
import { withStandingFactors } from '../subjects/sign-in/issue/ask-about-person.ts';
import { isHttps } from '../context/host-cookie.ts';
import { isRefusal, type ServerContext } from '../context/server-context.ts';
import { readSessionToken } from './frame/cookies.ts';
import { renderOidcError } from './pages/oidc-error-page.ts';
import { sendNoCookiePage } from './pages/no-cookie-page.ts';
import { sendRefusalPage, sendUnknownHost } from './pages/refusal-page.ts';

const PAGE = { config: { limit: 'page' } } as const;
const ENDPOINT = { config: { limit: 'endpoint' } } as const;
const interactionSchema = z.object({ uid: z.string().regex(/^[\w-]{1,64}$/) });
/** Characters of an authorization request: browsers, and what stands in front of a server, take an address of that length. */
const LONGEST_QUERY = 8000;
const TOO_LONG = 'What your application asks is longer than any request that is taken here.';
/** Looked at where the address leads. */
const authorizationSchema = z.record(z.string(), z.string());
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
    const shown = { ...readShown(context, request), sessionToken };
    const marker = await beginOidcSignIn(context, origin, await providerOf(context), shown);
    if (isRefusal(marker)) return sendUnknown(reply, shown, marker.message);
    return reply.header('Cache-Control', 'no-store').redirect(`/saml/continue?login=${marker}`, 303);
  });

  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16_384 });
    scope.post(`${OIDC_PATH}/interaction/:uid/finish`, PAGE, async (request, reply) => {
      const { company: context } = request;
      if (context === null) return sendUnknownHost(reply);
      return finish(context, await providerOf(context), request, reply);
    });
    // OpenID Connect Core 3.1.2.1 has it as a form as well. As an address it comes with the cookies of this browser.
    scope.post(`${OIDC_PATH}/auth`, PAGE, (request, reply) => {
      const body = authorizationSchema.safeParse(request.body);
      const asked = new URLSearchParams(body.success ? body.data : {}).toString();
      if (asked.length > LONGEST_QUERY) return sendRefusalPage(reply, 'request_malformed', TOO_LONG);
      return reply.header('Cache-Control', 'no-store').redirect(`${OIDC_PATH}/auth?${asked}`, 303);
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
    scope.get(`${OIDC_PATH}/auth`, PAGE, forwardAll);
    scope.route({
      method,
      url: `${OIDC_PATH}/auth/:uid`,
      ...PAGE,
      handler: async (request, reply) => {
        const { company: context } = request;
        if (context === null) return sendUnknownHost(reply);
        const provider = await providerOf(context);
        const shown = readShown(context, request);
        const origin = { address: request.ip, correlationId: request.id };
        const session = (await findSignedIn(context, request))?.session ?? null;
        const mark = request.cookies[answerCookie(context, shown.interactionId)];
        const resumed = await resumeOidcSignIn(context, origin, provider, { ...shown, session, mark });
        if (isRefusal(resumed)) return sendUnknown(reply, shown, resumed.message);
        if (resumed.kind === 'answer') return forward(context, provider, request, reply, shown.interactionId);
        if (resumed.kind === 'again') reply.header('Set-Cookie', answeredSetCookie(context, shown.interactionId));
        return reply.header('Cache-Control', 'no-store').redirect(resumed.location, 303);
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
  const body = finishSchema.safeParse(request.body);
  const shown = readShown(context, request);
  const interaction = await findInteraction(context, provider, shown);
  if (!body.success || interaction === null) return sendUnknown(reply, shown, UNKNOWN_INTERACTION);
  const posted = { interaction, handle: body.data.SAMLResponse };
  const back = await declineOidcSignIn(context, posted);
  if (back !== null) return reply.header('Cache-Control', 'no-store').redirect(back, 303);
  const signedIn = await findSignedIn(context, request);
  const again = interactionPath(interaction.uid);
  if (signedIn === null) return sendRefusalPage(reply, 'sign_in_unknown', 'No one is signed in here.', again);
  const session = await withStandingFactors(context.database, signedIn);
  const next = await finishOidcSignIn(context, provider, { ...posted, session });
  if (isRefusal(next)) return sendRefusalPage(reply, next.refused, next.message, again);
  reply.setCookie(
    answerCookie(context, interaction.uid),
    answerMark(context, interaction.uid, hashToken(posted.handle)),
    { path: '/', secure: isHttps(context), sameSite: 'lax', httpOnly: true, maxAge: ANSWER_LIFE_S },
  );
  return reply.header('Cache-Control', 'no-store').redirect(next, 303);
}

function sendUnknown(reply: FastifyReply, { browser }: Shown, message: string): FastifyReply {
  return browser === null
    ? sendNoCookiePage(reply, 'sign_in_unknown')
    : sendRefusalPage(reply, 'sign_in_unknown', message);
}

/** The interaction of the address, and what the browser is known by. An id that is none names none. */
function readShown(context: ServerContext, request: FastifyRequest): Shown {
  return {
    interactionId: interactionSchema.safeParse(request.params).data?.uid ?? '',
    browser: readOidcBrowser(request.cookies[oidcBrowserCookie(context)]),
  };
}

async function findSignedIn(context: ServerContext, request: FastifyRequest) {
  const token = readSessionToken(context, request);
  if (token === undefined) return null;
  return findWebSession(context.database, context.company.id, hashToken(token), context.now());
}

/**
 * Hands a request to the provider, which is told the company's stored address and nothing of what proxies say.
 * @param resumed the interaction that the browser may go on with
 */
function forward(
  context: ServerContext,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  resumed: string | null = null,
): FastifyReply {
  const { raw } = request;
  const { publicUrl } = context;
  const browser = readOidcBrowser(request.cookies[oidcBrowserCookie(context)]);
  const cookies = [
    ...(browser === null ? [] : [`${oidcBrowserCookie(context)}=${browser}`]),
    ...(resumed === null ? [] : [`${LIBRARY_COOKIES.resume}=${resumed}`]),
  ];
  raw.headers.cookie = cookies.join('; ');
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

import formbody from '@fastify/formbody';
import { ACCOUNT_PATHS } from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { createToken } from '../operations/crypto/tokens.ts';
import {
  askForReplacement,
  beginUpstreamSignIn,
  describeUpstreamServiceProvider,
  finishOidcUpstream,
  finishSamlUpstream,
  replaceByUpstream,
  takeSamlAnswer,
  type UpstreamOutcome,
} from '../subjects/sign-in/upstream-sign-in.ts';
import type { UpstreamRefusal } from '../subjects/sign-in/upstream-refusals.ts';
import { findFormTargets } from '../subjects/sign-in/saml/form-targets.ts';
import { hostCookie, isHttps } from '../context/host-cookie.ts';
import type { ServerContext } from '../context/server-context.ts';
import { mayHaveToProve, readSessionToken, setSessionCookies } from './frame/cookies.ts';
import { visitOf } from './identity-routes.ts';
import { isLedFromOutside } from './limits/request-signs.ts';
import { sendPostPage } from './pages/post-page.ts';
import { sendReplacementPage } from './pages/replacement-page.ts';
import { sendNotePage, sendRefusalPage, sendUnknownHost } from './pages/refusal-page.ts';

const PAGE = { config: { limit: 'page' } } as const;
const ENDPOINT = { config: { limit: 'endpoint' } } as const;
const FORM_MAXIMUM_BYTES = 524_288;
const BROWSER_LIFE_S = 600;
const PATH = '/online/upstream/:id';

const idSchema = z.object({ id: z.uuid() });
const startSchema = z.object({
  login: z.uuid().nullable().catch(null),
  // Whatever is there names a trial, also one that cannot be: it never becomes a sign-in.
  trial: z.string().max(64).optional().catch(''),
});
const answerSchema = z.object({
  SAMLResponse: z.string().min(1).max(FORM_MAXIMUM_BYTES),
  /** Null: it is none that a sign-in here was begun with, as of an answer that no one asked for. */
  RelayState: z
    .string()
    .regex(/^[\w-]{43}$/)
    .nullable()
    .catch(null),
});
const handleSchema = z.object({ handle: z.string().min(1).max(64) });
const browserTokenSchema = z.string().regex(/^[\w-]{43}$/);

/**
 * Signing in at the company's own identity provider. The addresses are those protocols', so they are not in the contract
 * table. Every one ends in a redirect to a page of ours; none takes an address to go to.
 */
export async function registerUpstreamRoutes(app: FastifyInstance): Promise<void> {
  app.get(`${PATH}/start`, PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const { login: loginMarker, trial: trialToken = null } = startSchema.parse(request.query);
    const browserToken = readBrowserToken(context, request) ?? createToken();
    const upstreamId = readId(request);
    const wantsRecent = mayHaveToProve(context, request);
    const begun = await beginUpstreamSignIn(context, originOf(request), {
      upstreamId,
      loginMarker,
      browserToken,
      trialToken,
      wantsRecent,
      isLedHere: isLedFromOutside(request),
      sessionToken: readSessionToken(context, request),
    });
    if ('isTrialUsed' in begun) return sendUsedTrialPage(reply);
    if (!('location' in begun)) return arrive(context, reply, begun);
    setBrowserToken(context, reply, browserToken);
    return redirect(reply, begun.location);
  });

  app.get(`${PATH}/callback`, PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const finished = await finishOidcUpstream(context, visitOf(context, originOf(request), request), {
      upstreamId: readId(request),
      query: rawQuery(request),
      browserToken: readBrowserToken(context, request),
    });
    return arrive(context, reply, finished);
  });

  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: FORM_MAXIMUM_BYTES });
    scope.post(`${PATH}/acs`, PAGE, async (request, reply) => {
      const { company: context } = request;
      if (context === null) return sendUnknownHost(reply);
      const form = answerSchema.safeParse(request.body);
      if (!form.success) return sendRefusalPage(reply, 'upstream_failed', 'The answer could not be read.');
      const upstreamId = readId(request);
      const { SAMLResponse: samlResponse, RelayState: relayState } = form.data;
      // The tile of a provider posts so. The person chooses it on the sign-in page, and it answers once more.
      if (relayState === null) return redirect(reply, ACCOUNT_PATHS.signIn);
      const taken = await takeSamlAnswer(context, originOf(request), { upstreamId, samlResponse, relayState });
      if ('isTrialOver' in taken) return sendTrialPage(reply);
      if ('refused' in taken) return goToSignIn(reply, taken);
      return redirect(reply, `/online/upstream/${upstreamId}/finish?handle=${taken.handle}`);
    });

    // The answer of the page that asks: a page of another site does not know its handle, and brings no cookie.
    scope.post(`${PATH}/replace`, PAGE, async (request, reply) => {
      const { company: context } = request;
      if (context === null) return sendUnknownHost(reply);
      const handle = handleSchema.safeParse(request.body).data?.handle ?? '';
      const answer = answerOf(context, request, handle);
      const begun = await replaceByUpstream(context, visitOf(context, originOf(request), request), answer);
      if (!('location' in begun)) return arrive(context, reply, begun);
      if (answer.browserToken !== undefined) setBrowserToken(context, reply, answer.browserToken);
      return redirect(reply, begun.location);
    });
  });

  app.get(`${PATH}/question`, PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const handle = handleSchema.safeParse(request.query).data?.handle ?? '';
    const shown = await askForReplacement(
      context,
      visitOf(context, originOf(request), request),
      answerOf(context, request, handle),
    );
    if ('goOnAt' in shown) return redirect(reply, shown.goOnAt);
    const { asked, signedIn } = shown;
    const { loginMarker, upstreamId } = asked.intent;
    return sendReplacementPage(request, reply.header('Cache-Control', 'no-store'), {
      handle,
      signedIn,
      vouchedFor: asked.vouchedFor,
      answerPath: `/online/upstream/${upstreamId}/replace`,
      stayPath: loginMarker === null ? ACCOUNT_PATHS.sessionStatus : `${ACCOUNT_PATHS.signIn}?login=${loginMarker}`,
    });
  });

  app.get(`${PATH}/finish`, PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const query = handleSchema.safeParse(request.query);
    const finished = await finishSamlUpstream(context, visitOf(context, originOf(request), request), {
      upstreamId: readId(request),
      handle: query.data?.handle ?? '',
      browserToken: readBrowserToken(context, request),
    });
    return arrive(context, reply, finished);
  });

  app.get(`${PATH}/metadata`, ENDPOINT, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const metadata = await describeUpstreamServiceProvider(context, readId(request));
    return metadata === null
      ? sendRefusalPage(reply, 'upstream_unknown', 'There is no such identity provider.').status(404)
      : reply.type('application/samlmetadata+xml').header('Cache-Control', 'public, max-age=3600').send(metadata);
  });
}

async function arrive(context: ServerContext, reply: FastifyReply, finished: UpstreamOutcome): Promise<FastifyReply> {
  if ('isTrialOver' in finished) return sendTrialPage(reply);
  if ('goOnAt' in finished) return redirect(reply, finished.goOnAt);
  if ('kind' in finished) {
    return redirect(reply, `/online/upstream/${finished.upstreamId}/question?handle=${finished.handle}`);
  }
  if ('declined' in finished) {
    const targets = await findFormTargets(context, finished.loginMarker);
    return sendPostPage(reply.header('Cache-Control', 'no-store'), finished.declined, targets);
  }
  if ('refused' in finished) return goToSignIn(reply, finished);
  setSessionCookies(context, reply, finished);
  const { step, loginMarker } = finished;
  if ('continueTo' in step) return redirect(reply, step.continueTo);
  return redirect(reply, `${ACCOUNT_PATHS.secondFactor}${loginMarker === null ? '' : `?login=${loginMarker}`}`);
}

/** For the administrator who tries: the command that gave them the link says what came of it. */
function sendTrialPage(reply: FastifyReply): FastifyReply {
  return sendNotePage(
    reply,
    'This was a trial',
    'No one was signed in. Go back to where you got the link: it says what came of it.',
  );
}

/** Some mail and chat programs open every link once, before anybody does. */
function sendUsedTrialPage(reply: FastifyReply): FastifyReply {
  return sendNotePage(
    reply,
    'This link was used or is over',
    'It was for one trial sign-in, and no one was signed in now. For another one, run the command again.',
  );
}

/** Back to the sign-in page, which says why and offers the other ways. */
function goToSignIn(reply: FastifyReply, { refused, loginMarker }: UpstreamRefusal): FastifyReply {
  const query = new URLSearchParams({ reason: refused, ...(loginMarker !== null && { login: loginMarker }) });
  return redirect(reply, `${ACCOUNT_PATHS.signIn}?${query.toString()}`);
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('Cache-Control', 'no-store').redirect(location, 303);
}

function answerOf(context: ServerContext, request: FastifyRequest, handle: string) {
  return { upstreamId: readId(request), handle, browserToken: readBrowserToken(context, request) };
}

/** An id that is none leads nowhere. */
function readId(request: FastifyRequest): string {
  return idSchema.safeParse(request.params).data?.id ?? '00000000-0000-4000-8000-000000000000';
}

function originOf(request: FastifyRequest) {
  return { address: request.ip, correlationId: request.id };
}

/** Ties what comes back to the browser that began. The same in every tab, so that two tabs do not disturb each other. */
function browserCookieName(context: ServerContext): string {
  return hostCookie(context, 'vestibule-upstream');
}

function readBrowserToken(context: ServerContext, request: FastifyRequest): string | undefined {
  return browserTokenSchema.safeParse(request.cookies[browserCookieName(context)]).data;
}

function setBrowserToken(context: ServerContext, reply: FastifyReply, token: string): void {
  reply.setCookie(browserCookieName(context), token, {
    path: '/',
    secure: isHttps(context),
    sameSite: 'lax',
    httpOnly: true,
    maxAge: BROWSER_LIFE_S,
  });
}

function rawQuery(request: FastifyRequest): string {
  const address = request.raw.url ?? '';
  const mark = address.indexOf('?');
  return mark === -1 ? '' : address.slice(mark + 1);
}

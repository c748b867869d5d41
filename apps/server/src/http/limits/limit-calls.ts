import { type Call, CALLS } from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { readSessionToken } from '../frame/cookies.ts';
import { sendApiError } from '../frame/errors.ts';
import { sendRefusalPage } from '../pages/refusal-page.ts';
import { isOfProvenCaller } from '../frame/proven-callers.ts';
import { readVisit, setVisit } from '../frame/visit-mark.ts';
import { CallCounts, type Counted, type LimitKind } from './call-counts.ts';
import { CALL_LIMITS, type CallLimits } from './call-limits.ts';
import {
  isForeignBlindRequest,
  isForeignSubresource,
  isOfOtherSite,
  isOpenedByOtherSite,
  isUnmarkedRequest,
} from './request-signs.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * For what is no call of the contract. `page`: a browser opens it in a window of its own, and nothing else does;
     * `endpoint`: programs and pages of other sites ask it as well.
     */
    limit?: 'page' | 'endpoint';
  }
}

/** What anybody may call to become someone. */
const SIGN_IN_CALLS: readonly Call[] = [
  CALLS.signIn,
  CALLS.passkeySignInOptions,
  CALLS.passkeySignIn,
  CALLS.invitation,
  CALLS.invitationPasskeyOptions,
  CALLS.acceptInvitation,
  CALLS.redeemCommandLineCode,
];
/** What anybody may call who knows the id of an account. */
const AGENT_CALLS: readonly Call[] = [CALLS.agentNonce, CALLS.agentReport];

/** Counts are of a minute. */
const RETRY_AFTER_S = 60;

/**
 * Slows down anyone who asks too often before it is known who asks, and refuses at once, without counting it, what a page of
 * another site has a browser ask behind its person's back.
 * @param app knows its company and its cookies before this hook runs
 */
export function limitCalls(app: FastifyInstance, limits: CallLimits = CALL_LIMITS, elapsedMs?: () => number): void {
  const counts = new CallCounts(limits, elapsedMs);
  const countedAs = new WeakMap<FastifyRequest, Counted>();
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request);
    if (isNothingForOtherSites(kind, request)) return refuseForeign(kind, request, reply);
    const counted = describe(kind, request, isOfOtherSite(request.headers) && !isAllowedOrigin(request, reply));
    if (!counts.take(request, counted)) return refuseFlood(kind, reply);
    countedAs.set(request, counted);
    if (kind === 'page' && counted.browser === null && request.company !== null && isOpenedByOtherSite(request)) {
      setVisit(request.company, reply, 'visiting');
    }
    return undefined;
  });
  // Guesses at one account are counted elsewhere; anyone who is told to wait is told for how long.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 429 && !reply.hasHeader('retry-after')) reply.header('Retry-After', RETRY_AFTER_S);
  });
  app.addHook('onResponse', async (request, reply) => {
    const counted = countedAs.get(request);
    if (counted === undefined) return;
    // Where the address is the credential, the answer says whether it opened something.
    const isProven = isInAddress(request) ? reply.statusCode < 400 : isOfProvenCaller(request);
    counts.answered(request, counted, reply.statusCode, isProven);
  });
}

function kindOf({ routeOptions: { config } }: FastifyRequest): LimitKind {
  const { call, limit } = config;
  if (call === undefined) return limit ?? 'other';
  if (SIGN_IN_CALLS.includes(call)) return 'sign-in';
  return AGENT_CALLS.includes(call) ? 'agent' : 'open';
}

/** Whether no page of another site asks for such a thing as an honest one. No page at all asks what installed clients do. */
function isNothingForOtherSites(kind: LimitKind, request: FastifyRequest): boolean {
  if (kind !== 'other' && isUnmarkedRequest(request)) return true;
  switch (kind) {
    case 'other':
      return false;
    case 'agent':
      return isOfOtherSite(request.headers);
    case 'open':
    // Scripts read these: which of another site may, the answer's headers and the authentication say.
    case 'endpoint':
      return isForeignBlindRequest(request);
    case 'page':
    case 'sign-in':
      return isForeignSubresource(request);
    default:
      return kind satisfies never;
  }
}

/** Whether the origin is one of the company's own, at a silo's further endpoint: `frame/cors.ts` has said so before. */
function isAllowedOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply): boolean {
  return origin !== undefined && reply.getHeader('access-control-allow-origin') === origin;
}

function describe(kind: LimitKind, request: FastifyRequest, isForeign: boolean): Counted {
  const { company, method, routeOptions } = request;
  return {
    kind,
    isForeign,
    isOneTime: routeOptions.config.call?.authentication === 'signed-url',
    route: `${method} ${routeOptions.url ?? ''}`,
    browser: company === null ? null : readVisit(company, request),
    credential: kind === 'open' || kind === 'agent' ? credentialOf(request) : null,
  };
}

/** What is shown as a proof of anything, right or wrong: only its digest is kept. */
function credentialOf(request: FastifyRequest): string | null {
  const { company, headers, params, routeOptions } = request;
  const isSecretInAddress = isInAddress(request);
  if (!isSecretInAddress && routeOptions.config.call?.authentication === 'none') return null;
  const shown = isSecretInAddress
    ? JSON.stringify(params)
    : (headers.authorization ?? (company === null ? undefined : readSessionToken(company, request)));
  return shown === undefined ? null : hashToken(shown);
}

/** Whether what is secret stands in the address, or what is shown is a signature for it. */
function isInAddress({ routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config;
  if (call === undefined) return false;
  return AGENT_CALLS.includes(call) || call.authentication === 'signed-url' || call.authentication === 'device-key';
}

function refuseForeign(kind: LimitKind, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = 'A page of another site cannot ask for this.';
  if (kind === 'page' || kind === 'endpoint') return sendRefusalPage(reply, 'request_malformed', message);
  const status = request.routeOptions.config.call?.refusals.request_malformed ?? 400;
  return sendApiError(reply, status, 'request_malformed', message);
}

function refuseFlood(kind: LimitKind, reply: FastifyReply): FastifyReply {
  const message = 'Too many requests. Wait a moment.';
  return kind === 'page' || kind === 'endpoint'
    ? sendRefusalPage(reply, 'too_many_attempts', message).status(429)
    : sendApiError(reply, 429, 'too_many_attempts', message);
}

import { type Call, COOKIES, HEADERS } from '@vestibule/contracts';
import type { FastifyRequest } from 'fastify';
import { hashToken } from '../crypto/tokens.ts';
import { findAccessToken } from '../repositories/access-tokens.ts';
import { findWebSession, findWebSessionById } from '../repositories/people.ts';
import type { Caller } from '../services/device-session.ts';
import { type Refusal, refuse, type ServerContext } from '../services/server-context.ts';
import { isXsrfTokenRight, readSessionToken } from './cookies.ts';

type Authenticated = { readonly caller: Caller | undefined; readonly accessToken: string };

/** Finds out who calls, the way the contract asks for. */
export async function authenticateCall(
  context: ServerContext,
  call: Call,
  request: FastifyRequest,
): Promise<Authenticated | Refusal> {
  switch (call.authentication) {
    case 'none':
      return isForeignWrite(context, call, request)
        ? refuse('request_malformed', 'This call is taken from this site’s own pages only.')
        : { caller: undefined, accessToken: '' };
    case 'signed-url':
      return { caller: undefined, accessToken: '' };
    case 'session':
      return authenticateBySession(context, call, request);
    default:
      return authenticateByToken(context, call.authentication.scope, request);
  }
}

async function authenticateBySession(
  context: ServerContext,
  call: Call,
  request: FastifyRequest,
): Promise<Authenticated | Refusal> {
  const token = readSessionToken(context, request);
  const found =
    token === undefined
      ? null
      : await findWebSession(context.database, context.company.id, hashToken(token), context.now());
  if (found === null) return refuse('not_signed_in', 'Nobody is signed in.');
  if (found.person.disabledAt !== null) return refuse('account_disabled', 'This account was disabled by support.');
  if (call.method !== 'GET' && !isXsrfProtected(context, found.session.id, request)) {
    return refuse('xsrf_token_wrong', `The ${HEADERS.xsrf} header is missing or not of this session.`);
  }
  return { caller: found, accessToken: '' };
}

async function authenticateByToken(
  context: ServerContext,
  scope: string,
  request: FastifyRequest,
): Promise<Authenticated | Refusal> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  const now = context.now();
  const accessToken =
    scheme === 'JWT' && token !== undefined
      ? await findAccessToken(context.database, context.company.id, hashToken(token), now)
      : null;
  const found =
    accessToken === null
      ? null
      : await findWebSessionById(context.database, context.company.id, accessToken.webSessionId, now);
  if (accessToken === null || found === null || token === undefined) {
    return refuse('access_token_wrong', 'The access token is missing, unknown or over.');
  }
  if (accessToken.scope !== scope) return refuse('access_token_scope', `This call takes a token of scope ${scope}.`);
  if (found.person.disabledAt !== null) return refuse('account_disabled', 'This account was disabled by support.');
  return { caller: found, accessToken: token };
}

function isXsrfProtected(context: ServerContext, sessionId: string, request: FastifyRequest): boolean {
  const header = request.headers[HEADERS.xsrf.toLowerCase()];
  if (typeof header !== 'string' || header !== request.cookies[COOKIES.xsrf]) return false;
  return isXsrfTokenRight(context, sessionId, header) && !isForeign(context, request);
}

function isForeignWrite(context: ServerContext, call: Call, request: FastifyRequest): boolean {
  return call.method !== 'GET' && isForeign(context, request);
}

/** True when the browser itself says that another site's page sent this. */
function isForeign(context: ServerContext, request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.origin;
  return origin !== undefined && origin !== context.config.publicUrl;
}

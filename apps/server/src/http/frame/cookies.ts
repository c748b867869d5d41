import { COOKIES } from '@vestibule/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, createToken, isSameText } from '../../operations/crypto/tokens.ts';
import type { SessionCookies } from '../../subjects/sign-in/sessions.ts';
import { hostCookie, isHttps } from '../../context/host-cookie.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { setVisit } from './visit-mark.ts';

const BROWSER_LIFE_S = 365 * 86_400;
const SIGNED_OUT_LIFE_S = 15 * 60;

function sessionCookieName(context: ServerContext): string {
  return hostCookie(context, 'vestibule-session');
}

export function readSessionToken(context: ServerContext, request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName(context)];
}

/** What the browser is known by; a sign-out leaves it. */
function browserCookieName(context: ServerContext): string {
  return hostCookie(context, 'vestibule-browser');
}

export function readBrowserMark(context: ServerContext, request: FastifyRequest): string | undefined {
  return request.cookies[browserCookieName(context)];
}

/** Sets the session cookie, the XSRF token that belongs to that session, and what the browser is known by from then on. */
export function setSessionCookies(context: ServerContext, reply: FastifyReply, session: SessionCookies): void {
  const shared = { path: '/', secure: isHttps(context), sameSite: 'lax', expires: session.expiresAt } as const;
  reply.setCookie(sessionCookieName(context), session.token, { ...shared, httpOnly: true });
  reply.setCookie(COOKIES.xsrf, createXsrfToken(context, session.sessionId), { ...shared, httpOnly: false });
  if (session.browserMark === undefined) return;
  const { path, secure, sameSite } = shared;
  const kept = { path, secure, sameSite, httpOnly: true, maxAge: BROWSER_LIFE_S };
  reply.setCookie(browserCookieName(context), session.browserMark, kept);
  setVisit(context, reply, 'known');
}

export function clearSessionCookies(context: ServerContext, reply: FastifyReply): void {
  const shared = { path: '/', secure: isHttps(context), sameSite: 'lax' } as const;
  reply.clearCookie(sessionCookieName(context), { ...shared, httpOnly: true });
  reply.clearCookie(COOKIES.xsrf, shared);
  reply.setCookie(signedOutCookieName(context), '1', { ...shared, httpOnly: true, maxAge: SIGNED_OUT_LIFE_S });
}

function signedOutCookieName(context: ServerContext): string {
  return hostCookie(context, 'vestibule-signed-out');
}

/**
 * Whether the person at this browser may be here to prove who they are: it is new, they are signed in, or have just signed
 * out. It decides how new a sign-in an identity provider is asked for, and what no one asked for counts no more for it.
 */
export function mayHaveToProve(context: ServerContext, request: FastifyRequest): boolean {
  return (
    readBrowserMark(context, request) === undefined ||
    readSessionToken(context, request) !== undefined ||
    request.cookies[signedOutCookieName(context)] !== undefined
  );
}

function createXsrfToken(context: ServerContext, sessionId: string): string {
  const random = createToken();
  return `${random}.${authenticate(context.secret, 'xsrf', sessionId, random)}`;
}

const XSRF_TOKEN = /^[\w-]{43}\.[\w-]{43}$/;

/** True when the token was made by this server for this session. */
export function isXsrfTokenRight(context: ServerContext, sessionId: string, token: string): boolean {
  if (!XSRF_TOKEN.test(token)) return false;
  const [random = '', digest = ''] = token.split('.');
  return isSameText(digest, authenticate(context.secret, 'xsrf', sessionId, random));
}

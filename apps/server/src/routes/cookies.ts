import { COOKIES } from '@vestibule/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, createToken, isSameText } from '../crypto/tokens.ts';
import type { ServerContext } from '../services/server-context.ts';

/** With TLS the session cookie takes the `__Host-` prefix; a trial on plain localhost cannot. */
function sessionCookieName(context: ServerContext): string {
  return isSecure(context) ? '__Host-vestibule-session' : 'vestibule-session';
}

function isSecure(context: ServerContext): boolean {
  return context.publicUrl.startsWith('https:');
}

export function readSessionToken(context: ServerContext, request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName(context)];
}

/** Sets the session cookie and the XSRF token that belongs to that session. */
export function setSessionCookies(
  context: ServerContext,
  reply: FastifyReply,
  session: { readonly token: string; readonly sessionId: string; readonly expiresAt: Date },
): void {
  const shared = { path: '/', secure: isSecure(context), sameSite: 'lax', expires: session.expiresAt } as const;
  reply.setCookie(sessionCookieName(context), session.token, { ...shared, httpOnly: true });
  reply.setCookie(COOKIES.xsrf, createXsrfToken(context, session.sessionId), { ...shared, httpOnly: false });
}

export function clearSessionCookies(context: ServerContext, reply: FastifyReply): void {
  const shared = { path: '/', secure: isSecure(context), sameSite: 'lax' } as const;
  reply.clearCookie(sessionCookieName(context), { ...shared, httpOnly: true });
  reply.clearCookie(COOKIES.xsrf, shared);
}

function createXsrfToken(context: ServerContext, sessionId: string): string {
  const random = createToken();
  return `${random}.${authenticate(context.secret, 'xsrf', sessionId, random)}`;
}

/** True when the token was made by this server for this session. */
export function isXsrfTokenRight(context: ServerContext, sessionId: string, token: string): boolean {
  const [random = '', digest = ''] = token.split('.');
  return isSameText(digest, authenticate(context.secret, 'xsrf', sessionId, random));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { createToken } from '../../operations/crypto/tokens.ts';
import { hostCookie, isHttps } from '../../context/host-cookie.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** As long as a sign-out waits for one application. */
const LIFE_S = 600;
const MARK = /^[\w-]{43}$/;

/**
 * By this mark the answer of an application is known to come back in the browser that carried our request, where it does not
 * say to which sign-out it belongs. It opens nothing and names no one.
 */
function cookieName(context: ServerContext): string {
  return hostCookie(context, 'vestibule-sign-out');
}

/** What a browser shows, or will: several sign-outs of one browser have one mark between them. */
export function signOutMark(context: ServerContext, request: FastifyRequest): string {
  const shown = request.cookies[cookieName(context)] ?? '';
  return MARK.test(shown) ? shown : createToken();
}

export function setSignOutMark(context: ServerContext, reply: FastifyReply, mark: string): void {
  const secure = isHttps(context);
  // An application may post its answer: from another site, a browser sends no cookie that is lax.
  const sameSite = secure ? 'none' : 'lax';
  reply.setCookie(cookieName(context), mark, { path: '/', secure, sameSite, httpOnly: true, maxAge: LIFE_S });
}

import type { Request, Response } from 'express';

const NAME = 'alderbrook-session';

/** The session id a browser sent. */
export function readSessionCookie(request: Request): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
}

/** Lax is enough: the gate's POST to the ACS needs no cookie, and the redirect after it is a plain navigation. */
export function setSessionCookie(response: Response, sessionId: string, isSecure: boolean): void {
  response.cookie(NAME, sessionId, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' });
}

export function clearSessionCookie(response: Response, isSecure: boolean): void {
  response.clearCookie(NAME, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' });
}

import { hostCookie, isHttps } from '../../context/host-cookie.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { authenticate, createToken, hashToken, isSameText } from '../../operations/crypto/tokens.ts';
import { findOidcRecord, keepOidcRecord } from '../../repositories/oidc-records.ts';

/** Seconds that an application's request waits for its person. */
export const INTERACTION_LIFE_S = 3600;
/** Stands with the interactions of the library, under their ids. */
const MODEL = 'InteractionBrowser';
const TOKEN = /^[\w-]{43}$/;

/**
 * What the library is told that a browser shows, in place of its own cookies: those never reach a browser, and none that a
 * browser sends reaches the library.
 */
export const LIBRARY_COOKIES = { session: 'session', interaction: 'interaction', resume: 'resume' } as const;

/** By this cookie the browser is known in which applications' requests began: one for all its tabs. */
export function oidcBrowserCookie(context: ServerContext): string {
  return hostCookie(context, 'vestibule-oidc');
}

/** @param shown the cookie's value, as a browser sent it */
export function readOidcBrowser(shown: string | undefined): string | null {
  return shown !== undefined && TOKEN.test(shown) ? shown : null;
}

/**
 * Ties a request that has just begun to its browser.
 * @param shown what the browser is known by, if it is
 * @returns what it is known by from then on
 */
export async function tieToBrowser(
  { database, company, now }: ServerContext,
  interactionId: string,
  shown: string | null,
): Promise<string> {
  const browser = shown ?? createToken();
  await keepOidcRecord(database, {
    companyId: company.id,
    model: MODEL,
    id: interactionId,
    payload: { browser: hashToken(browser) },
    grantId: null,
    uid: null,
    userCode: null,
    expiresAt: new Date(now().getTime() + INTERACTION_LIFE_S * 1000),
  });
  return browser;
}

/** Whether an application's request began in this browser, and waits still. */
export async function isOfBrowser(
  { database, company, now }: ServerContext,
  interactionId: string,
  browser: string | null,
): Promise<boolean> {
  if (browser === null) return false;
  const found = await findOidcRecord(database, { companyId: company.id, model: MODEL, id: interactionId }, now());
  return found?.payload['browser'] === hashToken(browser);
}

/** The `Set-Cookie` of a browser in which a request has begun. */
export function browserSetCookie(context: ServerContext, browser: string): string {
  const secure = isHttps(context) ? '; Secure' : '';
  return `${oidcBrowserCookie(context)}=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${INTERACTION_LIFE_S}${secure}`;
}

/**
 * By this cookie the browser is known in which the gate's page has posted what opens the answer. It is made in that moment, so
 * that cookies which were copied before, all of them, do not lead to the code.
 */
export function answerCookie(context: ServerContext, interactionId: string): string {
  return hostCookie(context, `vestibule-oidc-${interactionId}`);
}

/**
 * The `Set-Cookie` that goes with the answer, and takes that cookie away: a browser that the answer has reached needs it no more,
 * and cookies that are copied after that lead to no code. Where the answer was lost, so was this.
 */
export function answeredSetCookie(context: ServerContext, interactionId: string): string {
  const secure = isHttps(context) ? '; Secure' : '';
  return `${answerCookie(context, interactionId)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`;
}

/** What it holds. @param grantId of the permit that was posted */
export function answerMark({ secret }: ServerContext, interactionId: string, grantId: string): string {
  return authenticate(secret, 'oidc-answer', interactionId, grantId);
}

/** @param shown the cookie's value, as a browser sent it */
export function isAnswerMark(
  context: ServerContext,
  interactionId: string,
  grantId: string,
  shown: string | undefined,
): boolean {
  return shown !== undefined && isSameText(shown, answerMark(context, interactionId, grantId));
}

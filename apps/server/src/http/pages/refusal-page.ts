import { createHash } from 'node:crypto';
import { ACCOUNT_PATHS, type ErrorCode } from '@vestibule/contracts';
import type { FastifyReply } from 'fastify';

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:32px;
font:400 16px/24px -apple-system,"Segoe UI",Inter,system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:34rem;overflow-wrap:anywhere}h1{font-size:28px;line-height:34px;letter-spacing:-.02em;margin:0 0 8px}p{margin:0 0 12px}
code{font-family:ui-monospace,Consolas,monospace;font-size:14px;overflow-wrap:anywhere}button{font:inherit;padding:10px 16px}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
export const STYLE_POLICY = `style-src 'sha256-${STYLE_HASH}'`;
export const CONTENT_SECURITY_POLICY = `default-src 'none'; ${STYLE_POLICY}; frame-ancestors 'none'`;

/**
 * A page for a request that cannot be acted on: plain, with what support needs, and never a redirect.
 * @param again an address of ours at which the person goes on
 */
export function refusalPage(
  code: string,
  message: string,
  correlationId: string,
  again: string | null = null,
): { readonly html: string; readonly contentSecurityPolicy: string } {
  const codes = [code, correlationId].filter((text) => text !== '').map((text) => `<code>${escapeHtml(text)}</code>`);
  const way =
    again === null
      ? 'Open your work application again.'
      : `<a href="${escapeHtml(again)}">Go on with this sign-in</a>, or open your work application again.`;
  return {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    html: pageOf(
      'This sign-in cannot go on',
      `<p>${escapeHtml(message)}</p><p>${way} If this page comes back, give support ${codes.length === 1 ? 'this code' : 'these two codes'}:</p><p>${codes.join('<br>')}</p>`,
    ),
  };
}

/** A plain page. @param content HTML, in which everything that someone wrote is made safe already */
export function pageOf(title: string, content: string, language = 'en'): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
}

/** A page that only says something. */
export function sendNotePage(reply: FastifyReply, title: string, message: string): FastifyReply {
  return sendPage(reply, title, `<p>${escapeHtml(message)}</p>`);
}

/** @param content HTML, in which everything that someone wrote is made safe already; `language`: of all of it */
export function sendPage(reply: FastifyReply, title: string, content: string, language = 'en'): FastifyReply {
  return reply
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(pageOf(title, content, language));
}

export function sendRefusalPage(
  reply: FastifyReply,
  code: ErrorCode,
  message: string,
  again: string | null = null,
): FastifyReply {
  const page = refusalPage(code, message, reply.request.id, again);
  return reply
    .status(400)
    .header('Content-Security-Policy', page.contentSecurityPolicy)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.html);
}

/** For a step of a sign-out that cannot be gone on with: the person's own page says what is still open, and ends it. */
export function sendSignOutRefusalPage(reply: FastifyReply, code: ErrorCode, message: string): FastifyReply {
  const content = `<p>${escapeHtml(message)}</p><p><a href="${ACCOUNT_PATHS.sessionStatus}">See whether you are still signed in</a>, and sign out there. In applications that are still open, sign out yourself.</p><p><code>${code}</code><br><code>${escapeHtml(reply.request.id)}</code></p>`;
  return sendPage(reply.status(400), 'This sign-out cannot go on', content);
}

/** A browser that shows the page as it was left asks no one: meanwhile the sign-out may be over. */
const LOOK_AGAIN = `addEventListener('pageshow',e=>{if(e.persisted)location.reload()})`;
const LOOK_AGAIN_HASH = createHash('sha256').update(LOOK_AGAIN).digest('base64');

/** Where someone comes back to from an application that does not answer. @param next goes on with the sign-out */
export function sendSignOutPausedPage(reply: FastifyReply, next: string): FastifyReply {
  const content = `<p>An application has not said that it signed you out.</p><p><a href="${escapeHtml(next)}">Go on with the next application</a>. After the last one you read which are still open.</p>`;
  return reply
    .header('Content-Security-Policy', `${CONTENT_SECURITY_POLICY}; script-src 'sha256-${LOOK_AGAIN_HASH}'`)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(pageOf('The sign-out is not finished', `${content}<script>${LOOK_AGAIN}</script>`));
}

/** For an address that belongs to no company's gate. */
export function sendUnknownHost(reply: FastifyReply): FastifyReply {
  return sendRefusalPage(reply, 'host_unknown', 'No company has its gate at this address.').status(421);
}

/** Makes a text safe inside HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

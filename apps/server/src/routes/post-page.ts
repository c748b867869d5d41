import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './refusal-page.ts';

const SCRIPT = 'document.forms[0].submit()';
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** A page that posts a signed answer to an application at once, with a button where scripts are switched off. */
export function sendPostPage(
  reply: FastifyReply,
  data: { readonly actionUrl: string; readonly samlResponse: string; readonly relayState: string | null },
): FastifyReply {
  const relayState =
    data.relayState === null ? '' : `<input type="hidden" name="RelayState" value="${escapeHtml(data.relayState)}">`;
  return reply
    .header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; form-action ${new URL(data.actionUrl).origin} https:; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Back to your application</title></head><body><form method="post" action="${escapeHtml(data.actionUrl)}"><input type="hidden" name="SAMLResponse" value="${escapeHtml(data.samlResponse)}">${relayState}<noscript><button>Continue</button></noscript></form><script>${SCRIPT}</script></body></html>`,
    );
}

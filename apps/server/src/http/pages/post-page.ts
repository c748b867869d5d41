import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { httpSourceOf } from '../../subjects/sign-in/saml/form-targets.ts';
import { escapeHtml } from './refusal-page.ts';

const SCRIPT = 'document.forms[0].submit()';
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * A page that posts a signed answer to an application at once, with a button where scripts are switched off.
 * @param targets as for `sendFormPage`
 */
export function sendPostPage(
  reply: FastifyReply,
  data: { readonly actionUrl: string; readonly samlResponse: string; readonly relayState: string | null },
  targets: readonly string[] = [],
): FastifyReply {
  const fields = {
    SAMLResponse: data.samlResponse,
    ...(data.relayState === null ? {} : { RelayState: data.relayState }),
  };
  return sendFormPage(reply, data.actionUrl, fields, targets);
}

/**
 * A page that posts hidden fields to an address at once. Browsers hold redirects after the post to its policy as well: an
 * application that has signed someone out comes back here, and the next one may follow.
 * @param targets where such redirects may lead without TLS, as sources of a policy
 */
export function sendFormPage(
  reply: FastifyReply,
  actionUrl: string,
  fields: Readonly<Record<string, string>>,
  targets: readonly string[] = [],
): FastifyReply {
  const allowed = [...new Set(["'self'", 'https:', ...httpSourceOf(actionUrl), ...targets])].join(' ');
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return reply
    .header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; form-action ${allowed}; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Back to your application</title></head><body><form method="post" action="${escapeHtml(actionUrl)}">${inputs.join('')}<noscript><button>Continue</button></noscript></form><script>${SCRIPT}</script></body></html>`,
    );
}

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { httpSourceOf } from '../../subjects/sign-in/saml/form-targets.ts';
import { escapeHtml, pageOf, STYLE_POLICY } from './refusal-page.ts';

const SCRIPT = 'document.forms[0].submit()';
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * A page that posts a signed answer to an application at once, with a button where scripts are switched off.
 * @param targets where redirects after the post may lead without TLS, as sources of a policy
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
  return sendFormPage(reply, data.actionUrl, fields, { targets });
}

export interface FormPageOptions {
  /** Where redirects after the post may lead without TLS, as sources of a policy. */
  readonly targets?: readonly string[];
  readonly title?: string;
  /** HTML that stands there while the application takes its time. */
  readonly meanwhile?: string;
}

/**
 * A page that posts hidden fields to an address at once. Browsers hold redirects after the post to its policy as well: an
 * application that has signed someone out comes back here, and the next one may follow.
 */
export function sendFormPage(
  reply: FastifyReply,
  actionUrl: string,
  fields: Readonly<Record<string, string>>,
  { targets = [], title = 'Back to your application', meanwhile = '' }: FormPageOptions = {},
): FastifyReply {
  const allowed = [...new Set(["'self'", 'https:', ...httpSourceOf(actionUrl), ...targets])].join(' ');
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const form = `<form method="post" action="${escapeHtml(actionUrl)}">${inputs.join('')}<noscript><button>Continue</button></noscript></form>`;
  return reply
    .header(
      'Content-Security-Policy',
      `default-src 'none'; ${STYLE_POLICY}; script-src 'sha256-${SCRIPT_HASH}'; form-action ${allowed}; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(pageOf(title, `${meanwhile}${form}<script>${SCRIPT}</script>`));
}

/** What a sign-out says while an application takes its time. @param past leads past it; null: it is the last one */
export function signOutGoesOn(past: string | null): Pick<FormPageOptions, 'title' | 'meanwhile'> {
  const way = past === null ? '' : ` If nothing happens, <a href="${escapeHtml(past)}">go on with the next one</a>.`;
  return { title: 'Signing out', meanwhile: `<p>Your work applications follow, one after another.${way}</p>` };
}

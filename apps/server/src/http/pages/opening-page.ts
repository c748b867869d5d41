import { createHash } from 'node:crypto';
import { ACCOUNT_PATHS } from '@vestibule/contracts';
import type { FastifyReply } from 'fastify';
import { pageOf, STYLE_POLICY } from './refusal-page.ts';

/** Takes the token out of the address before anything else can read it there, and without one asks who is signed in. */
const SCRIPT = `const t=location.hash.slice(1),f=document.forms[0];history.replaceState(null,'',location.pathname);
if(t){f.elements.token.value=t;f.submit()}else location.replace('${ACCOUNT_PATHS.sessionStatus}')`;
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** Redirects after the post are held to it as well: it leads to a page of this site, or the start of an application. */
const TARGETS = "'self' https: http://localhost:* http://127.0.0.1:*";

/** The page that Workplace opens: it posts the web token of its own fragment, which no server and no log has seen. */
export function sendOpeningPage(reply: FastifyReply): FastifyReply {
  const form = `<form method="post" action="${ACCOUNT_PATHS.open}"><input type="hidden" name="token"></form>`;
  return reply
    .header(
      'Content-Security-Policy',
      `default-src 'none'; ${STYLE_POLICY}; script-src 'sha256-${SCRIPT_HASH}'; form-action ${TARGETS}; frame-ancestors 'none'`,
    )
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      pageOf(
        'Opening Workplace',
        `${form}<noscript><p>This page needs JavaScript.</p></noscript><script>${SCRIPT}</script>`,
      ),
    );
}

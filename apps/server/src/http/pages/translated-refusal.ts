import type { ErrorCode, MailLanguage } from '@vestibule/contracts';
import type { FastifyReply } from 'fastify';
import { languageOf } from './apology-words.ts';
import { escapeHtml, sendPage } from './refusal-page.ts';

/** What every such page has; `codes` leads to the two codes below it. */
interface RefusalWords {
  readonly title: string;
  readonly codes: string;
}

/**
 * A refusal in the language of the browser, with the codes that support asks for.
 * @param tell what stands between the title and the codes, as HTML
 */
export function sendTranslatedRefusal<Words extends RefusalWords>(
  reply: FastifyReply,
  code: ErrorCode,
  words: Readonly<Record<MailLanguage, Words>>,
  tell: (words: Words) => string,
  status = 400,
): FastifyReply {
  const { headers, id } = reply.request;
  const language = languageOf(headers['accept-language']);
  const said = words[language];
  const content = `${tell(said)}<p>${escapeHtml(said.codes)}</p><p><code>${code}</code><br><code>${escapeHtml(id)}</code></p>`;
  return sendPage(reply.status(status).header('Vary', 'Accept-Language'), said.title, content, language);
}

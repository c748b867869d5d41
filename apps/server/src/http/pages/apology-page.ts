import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { APOLOGY_WORDS, languageOf } from './apology-words.ts';
import { escapeHtml, sendPage } from './refusal-page.ts';

type SupportBlock = Readonly<Record<string, string>>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The support block of each company, by host, as it was last known: for when nothing can be asked. */
    supportBlocks: Map<string, SupportBlock>;
  }
}

/** Remembers whom to call: the page that says so is shown when the database cannot be asked. There are as many as companies. */
export function rememberSupportBlocks(app: FastifyInstance): void {
  app.decorate('supportBlocks', new Map());
  app.addHook('onRequest', async (request) => {
    if (request.company !== null) app.supportBlocks.set(request.host.toLowerCase(), request.company.company.support);
  });
}

/** Whether a browser is to show what is answered. */
export function isNavigation({ url, headers, isLocalSocket }: FastifyRequest): boolean {
  return isLocalSocket !== true && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
}

const LINES = ['phone', 'phoneHours', 'email', 'helpCenterUrl', 'supportWebSite'] as const;

/** A page for what is wrong with the server itself: nothing in it was asked of the database, and nothing says what happened. */
export function sendApologyPage(request: FastifyRequest, reply: FastifyReply, status: 500 | 503): FastifyReply {
  const block = request.server.supportBlocks.get(request.host.toLowerCase()) ?? {};
  const language = languageOf(request.headers['accept-language']);
  const words = APOLOGY_WORDS[language];
  const lines = LINES.flatMap((field) => {
    const value = block[field] ?? '';
    return value === '' ? [] : [`${words.lines[field]}: ${escapeHtml(value)}`];
  });
  const isAskedAgain = request.method === 'GET' || request.method === 'HEAD';
  const content = [
    words.later,
    // Without an address it is this one once more.
    isAskedAgain ? `<a href="">${words.again}</a>` : words.open,
    ...(lines.length === 0 ? [] : [lines.join('<br>')]),
    words.code.replace('{code}', () => `<code>${escapeHtml(request.id)}</code>`),
  ];
  return sendPage(
    reply.status(status).header('Vary', 'Accept-Language'),
    words.title,
    content.map((one) => `<p>${one}</p>`).join(''),
    language,
  );
}

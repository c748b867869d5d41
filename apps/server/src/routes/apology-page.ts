import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

const LINES: readonly (readonly [name: string, field: string])[] = [
  ['Phone', 'phone'],
  ['Phone hours', 'phoneHours'],
  ['Email', 'email'],
  ['Help center', 'helpCenterUrl'],
  ['Support Website', 'supportWebSite'],
];

/** A page for what is wrong with the server itself: nothing in it was asked of the database, and nothing says what happened. */
export function sendApologyPage(request: FastifyRequest, reply: FastifyReply, status: 500 | 503): FastifyReply {
  const block = request.server.supportBlocks.get(request.host.toLowerCase()) ?? {};
  const lines = LINES.flatMap(([name, field]) => {
    const value = block[field] ?? '';
    return value === '' ? [] : [`${name}: ${escapeHtml(value)}`];
  });
  const isAskedAgain = request.method === 'GET' || request.method === 'HEAD';
  const content = [
    'Please try again later.',
    // Without an address it is this one once more.
    isAskedAgain ? '<a href="">Try again</a>' : 'Open your work application again.',
    ...(lines.length === 0 ? [] : [lines.join('<br>')]),
    `Support may ask for this code: <code>${escapeHtml(request.id)}</code>`,
  ];
  return sendPage(
    reply.status(status),
    "We're experiencing connection issues",
    content.map((one) => `<p>${one}</p>`).join(''),
  );
}

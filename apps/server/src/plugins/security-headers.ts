import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Installation, ServerContext } from '../services/server-context.ts';

/**
 * Content Security Policy without inline code, Trusted Types enforced. `form-action` allows every https origin:
 * Chromium applies it to redirects after the post too, so an exact list breaks real applications (measured); the
 * address itself comes from the register by exact match. `connect-src` lists the device endpoints of the company's silo, and the
 * object store where reports are put into it. The company's chat service, where one is set up, is the only other origin
 * from which a script comes.
 */
export async function registerSecurityHeaders(app: FastifyInstance, { config, evidence }: Installation): Promise<void> {
  const isSecure = config.publicUrl.startsWith('https:');
  // A gate without TLS is one on this very computer: so are the applications it is tried with.
  const formAction = ["'self'", 'https:', ...(isSecure ? [] : ['http://127.0.0.1:*', 'http://localhost:*'])];
  const companies = new WeakMap<object, ServerContext>();
  app.addHook('onRequest', async ({ raw, company }) => {
    if (company !== null) companies.set(raw, company);
  });
  const liveChat = (request: IncomingMessage) => liveChatOriginOf(companies.get(request));
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", liveChat],
        styleSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...(evidence.directUpload === null ? [] : [evidence.directUpload.origin]),
          (request: IncomingMessage) => endpointsOf(companies.get(request)),
          liveChat,
        ],
        frameSrc: [liveChat],
        imgSrc: ["'self'", 'data:', (request: IncomingMessage) => logoOriginOf(companies.get(request))],
        formAction,
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: true,
  });
}

function endpointsOf(company: ServerContext | undefined): string {
  return (company?.silo?.endpoints ?? []).map(({ url }) => new URL(url).origin).join(' ');
}

function liveChatOriginOf(company: ServerContext | undefined): string {
  const source = company?.configuration.liveChat?.widgetSourceUrl;
  return source === undefined ? '' : new URL(source).origin;
}

function logoOriginOf(company: ServerContext | undefined): string {
  const logo = company?.company.logoUrl ?? '';
  return logo.startsWith('https:') ? new URL(logo).origin : '';
}

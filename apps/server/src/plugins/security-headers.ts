import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../services/server-context.ts';

/**
 * Content Security Policy without inline code, Trusted Types enforced. `form-action` allows every https origin:
 * Chromium applies it to redirects after the post too, so an exact list breaks real applications (measured); the
 * address itself comes from the register by exact match.
 */
export async function registerSecurityHeaders(app: FastifyInstance, context: ServerContext): Promise<void> {
  const isSecure = context.config.publicUrl.startsWith('https:');
  const formAction = context.config.isDemo ? ["'self'", 'https:', context.config.demoWorkApp] : ["'self'", 'https:'];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
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

import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import { OWN_LIMITS } from '@vestibule/contracts';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerWebApps } from './plugins/web-apps.ts';
import { registerDeviceRoutes } from './routes/device-routes.ts';
import { registerErrorHandlers } from './routes/errors.ts';
import { registerOpenApiRoute } from './routes/openapi.ts';
import { registerPeopleRoutes } from './routes/people-routes.ts';
import { registerSamlRoutes } from './routes/saml-routes.ts';
import type { ServerContext } from './services/server-context.ts';

const CORRELATION_ID = /^[\w-]{8,64}$/;

/** Everything the server answers. */
export async function buildApp(context: ServerContext, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    bodyLimit: OWN_LIMITS.reportMaximumBytes + 16_384,
    requestIdHeader: false,
    genReqId: (request) => {
      const sent = request.headers['correlation-id'];
      return typeof sent === 'string' && CORRELATION_ID.test(sent) ? sent : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
  });
  registerErrorHandlers(app);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: 131_072 });
  await app.register(rateLimit, { global: false });
  await registerSecurityHeaders(app, context);
  app.addHook('onSend', async (request, reply) => {
    reply.header('Correlation-Id', request.id);
  });
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }));
  registerPeopleRoutes(app, context);
  registerDeviceRoutes(app, context);
  registerSamlRoutes(app, context);
  registerOpenApiRoute(app);
  await registerWebApps(app);
  return app;
}

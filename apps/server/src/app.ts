import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { CALLS, OWN_LIMITS } from '@vestibule/contracts';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { registerCors } from './plugins/cors.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerWebApps } from './plugins/web-apps.ts';
import { registerCompanyOfHost } from './routes/company-of-request.ts';
import { registerDeviceRoutes } from './routes/device-routes.ts';
import { registerErrorHandlers } from './routes/errors.ts';
import { registerOidcRoutes } from './routes/oidc-routes.ts';
import { registerOpenApiRoute } from './routes/openapi.ts';
import { registerPeopleRoutes } from './routes/people-routes.ts';
import { registerSamlRoutes } from './routes/saml-routes.ts';
import type { Installation } from './services/server-context.ts';

/** For one address and one minute; a whole company may sit behind it. */
const SIGN_INS_PER_MINUTE = 120;
const CORRELATION_ID = /^[\w-]{8,64}$/;

/** Everything the server answers. */
export async function buildApp(installation: Installation, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    bodyLimit: OWN_LIMITS.reportMaximumBytes + 16_384,
    trustProxy: installation.config.trustedProxies.length === 0 ? false : [...installation.config.trustedProxies],
    requestIdHeader: false,
    genReqId: (request) => {
      const sent = request.headers['correlation-id'] ?? request.headers['correlationid'];
      return typeof sent === 'string' && CORRELATION_ID.test(sent) ? sent : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
  });
  registerErrorHandlers(app);
  await app.register(cookie);
  // Before the plugin, whose own hook reads the limit.
  app.addHook('onRoute', (route) => {
    if (route.method !== CALLS.signIn.method || route.url !== CALLS.signIn.path) return;
    Object.assign(route, {
      config: { ...route.config, rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 } },
    });
  });
  await app.register(rateLimit, { global: false });
  registerCompanyOfHost(app, installation);
  await registerCors(app, installation);
  await registerSecurityHeaders(app, installation);
  app.addHook('onSend', async (request, reply) => {
    reply.header('Correlation-Id', request.id);
  });
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }));
  registerPeopleRoutes(app, installation);
  registerDeviceRoutes(app, installation);
  await app.register((scope) => registerSamlRoutes(scope));
  await app.register((scope) => registerOidcRoutes(scope));
  registerOpenApiRoute(app);
  await registerWebApps(app);
  return app;
}

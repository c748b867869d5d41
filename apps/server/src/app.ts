import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { type Call, CALLS, OWN_LIMITS } from '@vestibule/contracts';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { registerCors } from './plugins/cors.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerWebApps } from './plugins/web-apps.ts';
import { registerAdminRoutes } from './routes/admin-routes.ts';
import { refuseUnknownHosts, registerCompanyOfHost } from './routes/company-of-request.ts';
import { registerComplianceRoutes } from './routes/compliance-routes.ts';
import { registerDeviceRoutes } from './routes/device-routes.ts';
import { registerDownloadRoutes } from './routes/download-routes.ts';
import { answerFrameworkError, registerErrorHandlers } from './routes/errors.ts';
import { registerEventsRoute } from './routes/events-route.ts';
import { registerFactorRoutes } from './routes/factor-routes.ts';
import { registerIdentityRoutes } from './routes/identity-routes.ts';
import { registerAgentRoutes } from './routes/agent-routes.ts';
import { registerInstallerRoutes } from './routes/installer-routes.ts';
import { registerJsonBody } from './routes/json-body.ts';
import { registerOnlineRoutes } from './routes/online-routes.ts';
import { registerOidcRoutes } from './routes/oidc-routes.ts';
import { registerOpenApiRoute } from './routes/openapi.ts';
import { registerPeopleRoutes } from './routes/people-routes.ts';
import { registerRestrictedRoutes } from './routes/restricted-routes.ts';
import { registerSamlRoutes } from './routes/saml-routes.ts';
import { registerUpdateRoutes } from './routes/update-routes.ts';
import { registerUpstreamRoutes } from './routes/upstream-routes.ts';
import { registerWebTokenRoute } from './routes/web-token-route.ts';
import type { Installation } from './services/server-context.ts';

/** For one call, one address and one minute; a whole company may sit behind it. */
const SIGN_INS_PER_MINUTE = 120;
/** What anybody may call to become somebody. */
const SIGN_IN_CALLS: readonly Call[] = [
  CALLS.signIn,
  CALLS.passkeySignInOptions,
  CALLS.passkeySignIn,
  CALLS.invitation,
  CALLS.invitationPasskeyOptions,
  CALLS.acceptInvitation,
];
const CORRELATION_ID = /^[\w-]{8,64}$/;

/** Everything the server answers. */
export async function buildApp(installation: Installation, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    bodyLimit: OWN_LIMITS.reportMaximumBytes + 16_384,
    trustProxy: installation.config.trustedProxies.length === 0 ? false : [...installation.config.trustedProxies],
    requestIdHeader: false,
    frameworkErrors: answerFrameworkError,
    genReqId: (request) => {
      const sent = request.headers['correlation-id'] ?? request.headers['correlationid'];
      return typeof sent === 'string' && CORRELATION_ID.test(sent) ? sent : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 512 },
  });
  registerErrorHandlers(app);
  registerJsonBody(app);
  await app.register(cookie);
  // Before the plugin, whose own hook reads the limit.
  app.addHook('onRoute', (route) => {
    if (!SIGN_IN_CALLS.some(({ method, path }) => route.method === method && route.url === path)) return;
    Object.assign(route, {
      config: { ...route.config, rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 } },
    });
  });
  await app.register(rateLimit, { global: false });
  registerCompanyOfHost(app, installation);
  await registerCors(app, installation);
  await registerSecurityHeaders(app, installation);
  refuseUnknownHosts(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('Correlation-Id', request.id);
  });
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }));
  registerIdentityRoutes(app, installation);
  registerFactorRoutes(app, installation);
  await app.register((scope) => registerUpstreamRoutes(scope));
  registerAdminRoutes(app, installation);
  registerPeopleRoutes(app, installation);
  registerOnlineRoutes(app, installation);
  registerEventsRoute(app, installation);
  registerWebTokenRoute(app);
  registerDeviceRoutes(app, installation);
  registerRestrictedRoutes(app, installation);
  registerComplianceRoutes(app, installation);
  registerInstallerRoutes(app, installation);
  registerAgentRoutes(app, installation);
  registerUpdateRoutes(app, installation);
  registerDownloadRoutes(app, installation);
  await app.register((scope) => registerSamlRoutes(scope));
  await app.register((scope) => registerOidcRoutes(scope));
  registerOpenApiRoute(app);
  await registerWebApps(app);
  return app;
}

import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { PROGRAM_LIMITS } from '@vestibule/contracts';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { registerAdminCalls } from './admin-calls.ts';
import { type ConnectionLimits, timeoutsOf } from './http/connections/connection-limits.ts';
import { createClientErrorHandler } from './http/frame/answer-client-error.ts';
import { guardConnections } from './http/connections/guard-connections.ts';
import { limitCalls } from './http/limits/limit-calls.ts';
import { SERVER_LIMITS, type ServerLimits } from './http/limits/server-limits.ts';
import { registerCors } from './http/frame/cors.ts';
import { registerSecurityHeaders } from './http/frame/security-headers.ts';
import { registerWebApps } from './http/frame/web-apps.ts';
import { rememberSupportBlocks } from './http/pages/apology-page.ts';
import { refuseUnknownHosts, registerCompanyOfHost } from './http/frame/company-of-request.ts';
import { registerCommandLineRoutes } from './http/command-line-routes.ts';
import { registerComplianceRoutes } from './http/compliance-routes.ts';
import { registerDeviceRoutes } from './http/device-routes.ts';
import { registerDownloadRoutes } from './http/download-routes.ts';
import { registerErrorHandlers } from './http/frame/errors.ts';
import { registerConsoleEventsRoute, registerEventsRoute } from './http/events-route.ts';
import { registerExtensionRoutes } from './http/extension-routes.ts';
import { answerFrameworkError } from './http/frame/framework-errors.ts';
import { registerFactorRoutes } from './http/factor-routes.ts';
import { registerIdentityRoutes } from './http/identity-routes.ts';
import { registerAgentRoutes } from './http/agent-routes.ts';
import { registerInstallerRoutes } from './http/installer-routes.ts';
import { registerJsonBody } from './http/frame/json-body.ts';
import { CallLog } from './http/frame/log-calls.ts';
import { measureCalls } from './http/frame/measure-calls.ts';
import { noteFullDisk } from './http/frame/note-full-disk.ts';
import { registerOnlineRoutes } from './http/online-routes.ts';
import { registerOidcRoutes } from './http/oidc-routes.ts';
import { registerOpenApiRoute } from './http/frame/openapi.ts';
import { registerPeopleRoutes } from './http/people-routes.ts';
import { registerProbes, type Stopping } from './http/probe-routes.ts';
import { registerRestrictedRoutes } from './http/restricted-routes.ts';
import { registerSamlRoutes } from './http/saml-routes.ts';
import { registerSecondStepRoutes } from './http/second-step-routes.ts';
import { registerSoftwareRoutes } from './http/software-routes.ts';
import { registerUpdateRoutes } from './http/update-routes.ts';
import { registerUpstreamRoutes } from './http/upstream-routes.ts';
import { registerWebTokenRoute } from './http/web-token-route.ts';
import { registerVouchingRoutes } from './http/vouching-routes.ts';
import type { Installation } from './context/server-context.ts';
import type { ServedCertificate } from './operations/tls/serve-certificate.ts';
import { registerTryOutRoutes } from './trial/try-out/try-out-routes.ts';

const CORRELATION_ID = /^[\w-]{8,64}$/;

/**
 * Everything the server answers.
 * @param certificate null: something in front speaks https, or no one does
 * @param stopping says to what stands in front when this server is about to end
 */
export async function buildApp(
  installation: Installation,
  logger: FastifyBaseLogger,
  certificate: ServedCertificate | null = null,
  limits: ServerLimits = SERVER_LIMITS,
  stopping: Stopping = { isStopping: false },
): Promise<FastifyInstance> {
  const options: FastifyServerOptions = {
    loggerInstance: logger,
    logController: new CallLog(),
    // Calls say how much they take; pages take little.
    bodyLimit: PROGRAM_LIMITS.bodyMaximumBytes,
    ...timeoutsOf(limits.connections),
    trustProxy: installation.config.trustedProxies.length === 0 ? false : [...installation.config.trustedProxies],
    requestIdHeader: false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: createClientErrorHandler(limits.connections.lingerMs),
    genReqId: (request) => {
      const sent = request.headers['correlation-id'] ?? request.headers['correlationid'];
      return typeof sent === 'string' && CORRELATION_ID.test(sent) ? sent : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 512 },
  };
  const app = certificate === null ? fastify(options) : serveSecurely(options, certificate, limits.connections);
  guardConnections(app, limits.connections);
  measureCalls(app, installation.metrics);
  registerErrorHandlers(app, installation.config.databaseUrl);
  noteFullDisk(app, installation);
  registerJsonBody(app);
  await app.register(cookie);
  registerCompanyOfHost(app, installation);
  rememberSupportBlocks(app);
  await registerCors(app, installation);
  registerSecurityHeaders(app, installation);
  limitCalls(app, limits.calls);
  refuseUnknownHosts(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('Correlation-Id', request.id);
  });
  registerProbes(app, installation, stopping);
  registerIdentityRoutes(app, installation);
  registerFactorRoutes(app, installation);
  await app.register((scope) => registerUpstreamRoutes(scope));
  registerAdminCalls(app, installation);
  registerTryOutRoutes(app, installation);
  registerPeopleRoutes(app, installation);
  registerOnlineRoutes(app, installation);
  registerEventsRoute(app, installation);
  registerConsoleEventsRoute(app, installation);
  await registerWebTokenRoute(app);
  registerDeviceRoutes(app, installation);
  registerVouchingRoutes(app, installation);
  registerRestrictedRoutes(app, installation);
  registerComplianceRoutes(app, installation);
  registerInstallerRoutes(app, installation);
  registerAgentRoutes(app, installation);
  registerUpdateRoutes(app, installation);
  registerSoftwareRoutes(app, installation);
  registerDownloadRoutes(app, installation);
  registerExtensionRoutes(app, installation);
  registerCommandLineRoutes(app, installation);
  await app.register((scope) => registerSamlRoutes(scope));
  await app.register((scope) => registerOidcRoutes(scope));
  await app.register((scope) => registerSecondStepRoutes(scope));
  registerOpenApiRoute(app);
  await registerWebApps(app);
  return app;
}

/** For routes and plugins it makes no difference that the server speaks https. */
function serveSecurely(
  options: FastifyServerOptions,
  certificate: ServedCertificate,
  connections: ConnectionLimits,
): FastifyInstance {
  const https = {
    ...certificate.context(),
    ...timeoutsOf(connections).http,
    handshakeTimeout: connections.headMs,
  };
  const app = fastify({ ...options, https } as FastifyServerOptions);
  certificate.serve(app.server);
  return app;
}

import type { FastifyInstance } from 'fastify';
import type { Installation } from './context/server-context.ts';
import { registerAdminRoutes } from './http/admin-routes.ts';
import { registerTryOutAdminRoutes } from './trial/try-out/try-out-routes.ts';

/** Every call of an administrator, over the network and at the socket: those of the server, and those of the trial. */
export function registerAdminCalls(app: FastifyInstance, installation: Installation): void {
  registerAdminRoutes(app, installation);
  registerTryOutAdminRoutes(app, installation);
}

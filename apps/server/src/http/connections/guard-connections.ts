import type { FastifyInstance } from 'fastify';
import type { ConnectionLimits } from './connection-limits.ts';
import { boundSilentConnections } from './silent-connections.ts';
import { boundUnansweredRequests } from './unanswered-requests.ts';
import { UnfinishedBodies } from './unfinished-bodies.ts';

/**
 * Ends what begins and does not go on, and bounds what it may take meanwhile. Answers are not timed: event streams and long
 * downloads go on as long as anything moves.
 * @returns the bodies that have not wholly arrived
 */
export function guardConnections(app: FastifyInstance, limits: ConnectionLimits): UnfinishedBodies {
  const bodies = new UnfinishedBodies(limits);
  boundSilentConnections(app.server, limits);
  boundUnansweredRequests(app);
  app.addHook('onRequest', async ({ raw, ip, routeOptions }) => {
    bodies.watch(raw, ip, routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0);
  });
  app.addHook('onResponse', async ({ raw }) => bodies.answered(raw));
  const timer = setInterval(() => bodies.check(), limits.checkMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return bodies;
}

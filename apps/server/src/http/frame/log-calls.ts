import type { FastifyInstance } from 'fastify';

/** Writes one line for each call, when it was answered: of two, the first said nothing that the second does not. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed');
    done();
  });
}

import type { ErrorCode } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../operations/metrics/metrics.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code by which it was refused. */
    refusedBy: ErrorCode | null;
  }
}

/** Counts each call with how long it took and how it was answered: by its pattern, never by what stood in its address. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  app.decorateReply('refusedBy', null);
  app.addHook('onResponse', async (request, reply) => {
    if (reply.refusedBy !== null) metrics.refusal(reply.refusedBy);
    const { url } = request.routeOptions;
    // A stream ends when its page does.
    if (reply.getHeader('content-type') === 'text/event-stream') return;
    const call = url === undefined ? 'none' : `${request.method} ${url}`;
    metrics.call({ call, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000);
  });
}

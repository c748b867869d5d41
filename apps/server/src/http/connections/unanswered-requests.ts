import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** One is being answered; the next may arrive an instant before the end of that is noticed. */
const AT_ONCE = 2;

/**
 * Ends a connection that asks on before it was answered. No browser and no proxy does; who does and reads no answer has each of
 * them held in memory, with its open file.
 * @param app takes this hook before all others
 */
export function boundUnansweredRequests(app: FastifyInstance): void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses);
    if (responses.size >= AT_ONCE) socket.destroy();
    // What arrived together with it is still handed out.
    if (socket.destroyed) return reply.hijack();
    const response = reply.raw;
    responses.add(response);
    response.once('close', () => responses.delete(response));
    response.once('finish', () => responses.delete(response));
    return undefined;
  });
}

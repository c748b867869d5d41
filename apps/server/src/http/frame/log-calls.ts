import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Writes one line for each call, when it was answered: of two, the first said nothing that the second does not. */
export class CallLog extends LogController {
  override incomingRequest(): void {
    // See `requestCompleted`.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const answered = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...answered, err: error }, 'request errored');
    else reply.log.info(answered, 'request completed');
  }
}

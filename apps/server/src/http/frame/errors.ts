import { ACCOUNT_PATHS, type ApiError, type Call, type ErrorCode } from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isDiskFull } from '../../database/disk-full.ts';
import { isDatabaseUnreachable } from '../../database/is-unreachable.ts';
import type { Refusal } from '../../context/server-context.ts';
import { isNavigation, sendApologyPage } from '../pages/apology-page.ts';
import { sendNotePage, sendPage } from '../pages/refusal-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the contract table that a route serves. */
    call?: Call;
  }
}

/** Answers a refusal with the status the contract declares for its code. */
export function sendError(reply: FastifyReply, call: Call, refusal: Refusal): FastifyReply {
  const status = call.refusals[refusal.refused];
  if (status === undefined) {
    // A refusal the contract does not know is a bug of ours, not the caller's.
    reply.request.log.error({ code: refusal.refused, path: call.path }, 'undeclared refusal');
    return sendApiError(reply, 500, 'server_error', 'Something went wrong on the server.');
  }
  return sendApiError(reply, status, refusal.refused, refusal.message);
}

export function sendApiError(reply: FastifyReply, status: number, code: ErrorCode, message: string): FastifyReply {
  const body: ApiError = { code, message, correlationId: reply.request.id };
  reply.refusedBy = code;
  return reply.status(status).header('Cache-Control', 'no-store').send(body);
}

/** So that `status` and `doctor`, which have to write themselves, can still say why they cannot. */
const DISK_FULL = 'The disk of the database is full, so that nothing can be written. Make room there.';

/** A PostgreSQL that starts again, or another one that takes over, mostly answers within this time. */
const RETRY_AFTER_S = 2;

/**
 * Errors no one expected: logged with what and where they are, answered without a detail. A browser that navigates gets a
 * page. @param databaseUrl of the server: a database that is away is said to be, whatever was asked
 */
export function registerErrorHandlers(app: FastifyInstance, databaseUrl?: string): void {
  app.setErrorHandler((error, request, reply) => {
    const isAway = isDatabaseUnreachable(error, databaseUrl);
    const status = isAway ? 503 : statusOf(error);
    if (status >= 500) {
      if (isAway) reply.header('Retry-After', RETRY_AFTER_S);
      request.log.error({ err: error }, isAway ? 'the database does not answer' : 'unexpected error');
      if (isNavigation(request)) return sendApologyPage(request, reply, isAway ? 503 : 500);
      if (isAway) return sendApiError(reply, 503, 'database_unreachable', 'The database does not answer.');
      return sendApiError(
        reply,
        500,
        'server_error',
        isDiskFull(error) ? DISK_FULL : 'Something went wrong on the server.',
      );
    }
    if (status === 429) return sendApiError(reply, 429, 'too_many_attempts', 'Too many requests. Wait a moment.');
    if (isNavigation(request)) return sendUnreadablePage(reply, status);
    // Whatever is wrong with a call's body before it is one (its type, its length, its JSON) has the declared status.
    const declared = request.routeOptions.config.call?.refusals.request_malformed ?? status;
    return sendApiError(reply, declared, 'request_malformed', 'body: cannot be read as what is taken here');
  });
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request)
      ? sendUnknownAddressPage(reply)
      : sendApiError(reply, 404, 'not_found', 'There is nothing here.'),
  );
}

function sendUnknownAddressPage(reply: FastifyReply): FastifyReply {
  const own = `<p>The address may be mistyped, or out of date.</p><p><a href="${ACCOUNT_PATHS.sessionStatus}">Go to your own page</a></p>`;
  return sendPage(reply.status(404), 'There is no such page', own);
}

/** A form that a browser posts here from elsewhere, and that cannot be taken. */
function sendUnreadablePage(reply: FastifyReply, status: number): FastifyReply {
  return status === 413
    ? sendNotePage(
        reply.status(413),
        'This is too much',
        'What was sent here is larger than anything that is taken here. Go back, and begin once more in your application.',
      )
    : sendNotePage(
        reply.status(status),
        'This cannot be read',
        'What was sent here is not of a kind that is taken here. Go back, and begin once more in your application.',
      );
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

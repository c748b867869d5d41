import type { Call } from '@vestibule/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { audit } from '../services/audit.ts';
import type { Origin, ServerContext } from '../services/server-context.ts';
import type { AdministratorRefusal } from './authenticate.ts';
import { readSessionToken } from './cookies.ts';

/** Credentials that do not open, for one address and one minute; a whole company may sit behind it. */
const STRANGERS_PER_MINUTE = 600;

/** Somebody who may not call at all. Who shows nothing is no news; a credential that does not open is. */
export function isStranger(home: ServerContext | null, request: FastifyRequest): home is ServerContext {
  if (home === null) return false;
  return request.headers.authorization !== undefined || readSessionToken(home, request) !== undefined;
}

/** Writes down that somebody was refused, and who, where that is known. */
export async function auditStranger(
  home: ServerContext,
  origin: Origin,
  { method, path }: Call,
  { refused, by }: AdministratorRefusal,
): Promise<void> {
  await audit(home, origin, {
    action: 'admin-call',
    outcome: 'refused',
    actor: by ?? null,
    target: `${method} ${path}`,
    details: { code: refused },
  });
}

const limiters = new WeakMap<FastifyInstance, ReturnType<FastifyInstance['createRateLimit']>>();

/** Counts a stranger. All admin calls of a server count together. */
export async function isFlood(app: FastifyInstance, request: FastifyRequest): Promise<boolean> {
  const limiter = limiters.get(app) ?? app.createRateLimit({ max: STRANGERS_PER_MINUTE, timeWindow: 60_000 });
  limiters.set(app, limiter);
  const counted = await limiter(request);
  return !counted.isAllowed && counted.isExceeded;
}

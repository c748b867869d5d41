import type { Call } from '@vestibule/contracts';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../subjects/audit/audit.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';
import type { AdministratorRefusal } from './authenticate.ts';
import { readSessionToken } from './cookies.ts';

/** Someone who may not call at all. Who shows nothing is no news; a credential that does not open is. */
export function isStranger(home: ServerContext | null, request: FastifyRequest): home is ServerContext {
  if (home === null) return false;
  return request.headers.authorization !== undefined || readSessionToken(home, request) !== undefined;
}

/** Writes down that someone was refused, and who, where that is known. */
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

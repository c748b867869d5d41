import type { Database } from '../database/open.ts';
import { writeAudit } from '../repositories/log.ts';
import type { Origin, ServerContext } from './server-context.ts';

export interface AuditEvent {
  readonly action:
    | 'sign-in'
    | 'sign-out'
    | 'saml-request'
    | 'oidc-request'
    | 'device-session'
    | 'device-report'
    | 'fix-grant'
    | 'saml-response'
    | 'policy'
    | 'access-grant'
    | 'installer'
    | 'activation';
  readonly outcome: 'done' | 'refused';
  readonly actor?: string | null;
  readonly target?: string | null;
  readonly details?: Record<string, unknown>;
}

/**
 * Writes an audit entry. Details never hold secrets, tokens or assertions.
 * @param database a transaction, when the entry belongs to what is being written
 */
export async function audit(
  context: ServerContext,
  origin: Origin,
  event: AuditEvent,
  database: Database = context.database,
): Promise<void> {
  await writeAudit(database, {
    companyId: context.company.id,
    at: context.now(),
    action: event.action,
    outcome: event.outcome,
    actor: event.actor ?? null,
    target: event.target ?? null,
    details: event.details ?? {},
    address: origin.address,
    correlationId: origin.correlationId,
  });
}

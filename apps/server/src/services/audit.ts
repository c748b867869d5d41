import type { Database } from '../database/open.ts';
import { writeAudit } from '../repositories/log.ts';
import type { Origin, ServerContext } from './server-context.ts';

/** What administrators do. `admin-read`: they only looked, or asked for a dry run; `admin-call`: they were refused. */
export type AdminAction =
  | 'admin-read'
  | 'admin-call'
  | 'admin-token'
  | 'application'
  | 'backup'
  | 'caller-number'
  | 'check-again'
  | 'company'
  | 'company-settings'
  | 'device'
  | 'gate'
  | 'invitation'
  | 'mail'
  | 'people-import'
  | 'person'
  | 'person-block'
  | 'person-erase'
  | 'person-export'
  | 'policy-try-out'
  | 'provider'
  | 'role'
  | 'saml-key'
  | 'sessions-ended'
  | 'silo';

/** Whose log an entry goes to. */
export interface AuditPlace extends Pick<ServerContext, 'database' | 'now'> {
  readonly company: Pick<ServerContext['company'], 'id'>;
}

export interface AuditEvent {
  readonly action:
    | 'sign-in'
    | 'sign-out'
    | 'saml-request'
    | 'saml-logout'
    | 'oidc-request'
    | 'oidc-logout'
    | 'device-session'
    | 'device-report'
    | 'fix-grant'
    | 'saml-response'
    | 'policy'
    | 'access-grant'
    | 'access-request'
    | 'installer'
    | 'web-token'
    | 'activation'
    | 'second-factor'
    | 'second-step'
    | 'password'
    | 'upstream'
    | AdminAction;
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
  context: AuditPlace,
  origin: Origin,
  event: AuditEvent,
  database: Database = context.database,
): Promise<void> {
  await auditAll(context, origin, [event], database);
}

/** Writes many audit entries at once, in their order. */
export async function auditAll(
  context: AuditPlace,
  origin: Origin,
  events: readonly AuditEvent[],
  database: Database,
): Promise<void> {
  const at = context.now();
  await writeAudit(
    database,
    events.map((event) => ({
      companyId: context.company.id,
      at,
      action: event.action,
      outcome: event.outcome,
      actor: event.actor ?? null,
      target: event.target ?? null,
      details: event.details ?? {},
      address: origin.address,
      correlationId: origin.correlationId,
    })),
  );
}

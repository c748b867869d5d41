import type { Database } from '../../database/open.ts';
import { type AuditEntry, writeAudit } from '../../repositories/log.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';
import type { UnsignedRefusals } from '../../context/unsigned-refusals.ts';

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
  | 'lifecycle'
  | 'mail'
  | 'master-key'
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
  readonly unsigned?: UnsignedRefusals;
}

/** What is refused to anybody at all, who may ask as often as they like. */
const OF_ANYBODY: ReadonlySet<AuditEvent['action']> = new Set([
  'admin-call',
  'device-report',
  'installer',
  'invitation',
  'oidc-request',
  'saml-logout',
  'saml-request',
  'saml-response',
  'second-step',
  'sign-in',
  'upstream',
  'web-token',
]);

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
    | 'device-vouching'
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
    /** A first sign-in was given an account that nobody had used. */
    | 'upstream-link'
    | AdminAction;
  readonly outcome: 'done' | 'refused';
  readonly actor?: string | null;
  readonly target?: string | null;
  readonly details?: Record<string, unknown>;
  /** The id of an account, application, identity provider or signed-for person it is about: counted by itself. */
  readonly about?: string | null | undefined;
  /** A signature, or what only one of ours could know, stands behind it: each one is written. */
  readonly isProven?: boolean;
}

/**
 * Writes an audit entry; of refusals to those of whom nothing is known, one a minute with their number. Details never hold
 * secrets, tokens or assertions.
 * @param database a transaction, when the entry belongs to what is being written
 */
export async function audit(
  context: AuditPlace,
  origin: Origin,
  event: AuditEvent,
  database: Database = context.database,
): Promise<void> {
  const { unsigned } = context;
  const isSigned =
    event.outcome === 'done' ||
    (event.actor ?? null) !== null ||
    event.isProven === true ||
    !OF_ANYBODY.has(event.action);
  if (isSigned || unsigned === undefined) return auditAll(context, origin, [event], database);
  return unsigned.note(database, entryOf(context, origin, event, context.now()), event.about ?? null);
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
    events.map((event) => entryOf(context, origin, event, at)),
  );
}

function entryOf(
  { company }: AuditPlace,
  { address, correlationId }: Origin,
  { action, outcome, actor = null, target = null, details = {} }: AuditEvent,
  at: Date,
): AuditEntry {
  return { companyId: company.id, at, action, outcome, actor, target, details, address, correlationId };
}

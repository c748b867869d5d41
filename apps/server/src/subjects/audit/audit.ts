import type { Database } from '../../database/open.ts';
import { markWords, ofPerson, type Who, type WordOwner } from '../../repositories/audit-words.ts';
import { type AuditEntry, writeAudit } from '../../repositories/log.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';
import type { Counters } from '../../context/counted-entries.ts';

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
  | 'silo'
  | 'software';

/** Whose log an entry goes to. */
export interface AuditPlace extends Pick<ServerContext, 'database' | 'now'>, Partial<Counters> {
  readonly company: Pick<ServerContext['company'], 'id'>;
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

/** What people, sessions and tokens of ours may be refused as often as they ask. */
const REFUSED_AGAIN: ReadonlySet<AuditEvent['action']> = new Set([
  ...OF_ANYBODY,
  'access-grant',
  'access-request',
  'activation',
  'device-session',
  'device-vouching',
  'fix-grant',
  'password',
  'second-factor',
]);

/** What they may also do as often as they like, and which decides nothing. All else that is done has its own entry. */
const DONE_AGAIN: ReadonlySet<AuditEvent['action']> = new Set([
  'access-request',
  'admin-read',
  'device-session',
  'fix-grant',
  'installer',
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
    /** A first sign-in was given an account that no one had used. */
    | 'upstream-link'
    | AdminAction;
  readonly outcome: 'done' | 'refused';
  readonly actor?: Who | null;
  /** A person, or what else is called so. */
  readonly target?: Who | string | null;
  readonly details?: Record<string, unknown>;
  /** Whose the words of the details are, where it is not the person that the details or the target name. */
  readonly of?: WordOwner | null;
  /** Changes of people, by what the change is called: whose each is. */
  readonly people?: ReadonlyMap<string, string> | undefined;
  /** Names the account, application, identity provider, computer or call of ours that it is about: counted by itself. */
  readonly about?: string | null | undefined;
  /** A signature, what only one of ours could know, or a limit of its own stands behind it: each one is written. */
  readonly isProven?: boolean;
}

/**
 * Writes an audit entry; of what the same caller can cause again and again, the first few, and one a minute with the number
 * of the others. Details never hold secrets, tokens or assertions.
 * @param database a transaction, when the entry belongs to what is being written
 */
export async function audit(
  context: AuditPlace,
  origin: Origin,
  event: AuditEvent,
  database: Database = context.database,
): Promise<void> {
  const counted = counterOf(context, event);
  if (counted === null) return auditAll(context, origin, [event], database);
  return counted.note(database, entryOf(context, origin, event, context.now()), event.about ?? null);
}

/** @returns null: it has an entry of its own, each time */
function counterOf({ unsigned, repeated }: AuditPlace, { action, outcome, actor, isProven }: AuditEvent) {
  if (isProven === true) return null;
  const isOfOurs = (actor ?? null) !== null;
  if (outcome === 'refused' && !isOfOurs) return OF_ANYBODY.has(action) ? (unsigned ?? null) : null;
  return isOfOurs && (outcome === 'refused' ? REFUSED_AGAIN : DONE_AGAIN).has(action) ? (repeated ?? null) : null;
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

/** An entry that goes into the statement of what it is about. Of what is counted, this is not the way. */
export function entryOf(
  { company }: AuditPlace,
  { address, correlationId }: Origin,
  { action, outcome, actor = null, target = null, details = {}, of, people }: AuditEvent,
  at: Date,
): AuditEntry {
  const targetId = typeof target === 'string' ? null : (target?.id ?? null);
  const owner = of ?? (targetId === null ? null : ofPerson(targetId));
  const marked = markWords(details, { owner, actor, people });
  return { companyId: company.id, at, action, outcome, actor, target, details: marked, address, correlationId };
}

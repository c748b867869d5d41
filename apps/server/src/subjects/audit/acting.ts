import { isDeepStrictEqual } from 'node:util';
import type { Change, ErrorCode, Outcome } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import type { Who } from '../../repositories/audit-words.ts';
import { type AuditEvent, audit } from './audit.ts';
import type { Installation, Origin, Refusal, ServerContext } from '../../context/server-context.ts';
import { transactionOf } from '../../context/transaction-of.ts';
import { holdStanding, type Standing } from './standing.ts';

/** Someone who runs the product: a person with a role, a token of one, or anyone who may open the socket in the data folder. */
export interface Administrator extends Standing {
  /** For audit entries: a login, the name of a token, or 'local command line'. */
  readonly name: string;
  /** Who calls in a session of their own. */
  readonly personId: string | null;
  /** Why a session may not make a call that wants a fresh proof. A token is no proof: what it may do says each call. */
  readonly staleProof?: Refusal<'proof_too_old'>;
}

/** Anyone who may open the socket in the data folder can read the data folder as well. */
export const LOCAL_ADMINISTRATOR: Administrator = {
  name: 'local command line',
  role: 'administrator',
  reach: 'installation',
  personId: null,
  behind: { kind: 'server' },
};

/** For the audit log: the person themselves, or the name of a token or of the server. */
export function whoIs({ personId, name }: Administrator): Who {
  return { id: personId, login: name };
}

/** An administrator at work on the installation. */
export interface ActingOnInstallation {
  readonly installation: Installation;
  /** Whose audit log it goes to. */
  readonly companyId: string;
  readonly administrator: Administrator;
  readonly origin: Origin;
  readonly isDryRun: boolean;
}

/** An administrator at work on one company. */
export interface Acting extends ActingOnInstallation {
  readonly context: ServerContext;
}

/** Anyone who finds a token must not be able to make more of them, or administrators. */
export function isByToken({ administrator }: ActingOnInstallation): boolean {
  return administrator.personId === null && administrator.reach !== 'installation';
}

/** Whether this is done to the one who does it: in their session, or with a token that they made. */
export function isThemselves({ administrator: { behind } }: ActingOnInstallation, personId: string): boolean {
  return behind.kind === 'person' && behind.personId === personId;
}

/** The same, where a token calls that no person answers for: then it cannot be ruled out. */
export function mayBeThemselves(acting: ActingOnInstallation, personId: string): boolean {
  const isNobodys = acting.administrator.behind.kind !== 'person' && isByToken(acting);
  return isNobodys || isThemselves(acting, personId);
}

/** What an administrator wants, worked out before anything is written: a dry run shows exactly this. */
export interface Planned {
  readonly action: AuditEvent['action'];
  /** What it is done to, for the audit entry. */
  readonly target: Who | string;
  /** None: it is so already, and nothing is written. */
  readonly changes: readonly Change[];
  /** More for the audit entry; no secrets. */
  readonly details?: Record<string, unknown>;
  /** Whose the words of the details and changes are, where it is not the person whom they or the target name. */
  readonly of?: AuditEvent['of'];
  readonly people?: AuditEvent['people'];
  /** The changes as the log has them, where they say of several people whose each word is. */
  readonly recorded?: readonly unknown[];
  readonly warnings?: readonly string[];
}

/** Writes an audit entry of what an administrator did, with the role in which they did it. */
export async function auditAdministrator(
  { installation, companyId, origin, administrator }: ActingOnInstallation,
  event: Omit<AuditEvent, 'actor'>,
  database: Database = installation.database,
): Promise<void> {
  const { role, reach } = administrator;
  const place = { ...installation, database, company: { id: companyId } };
  await audit(place, origin, { ...event, actor: whoIs(administrator), details: { ...event.details, role, reach } });
}

/**
 * Does what was planned, in one transaction with its audit entry; a dry run does nothing. Afterwards every server looks at
 * the company again. The company is locked from the start, and who calls may still do it then.
 * @param apply writes; a refusal of it undoes everything
 * @param takeTurn asked before the company is locked, where many of a kind may not wait in a row
 * @returns also what `holdStanding` refuses: every administrator's call may be answered so
 */
export async function carryOut<Code extends ErrorCode = never>(
  acting: ActingOnInstallation,
  { action, target, changes, details = {}, of = null, people, recorded, warnings = [] }: Planned,
  apply: (transaction: Database) => Promise<Refusal<Code> | null>,
  takeTurn: (transaction: Database) => Promise<Refusal<Code> | null> = async () => null,
): Promise<Outcome | Refusal<Code>> {
  const { installation, companyId, isDryRun } = acting;
  const outcome: Outcome = { isDryRun, changes: [...changes], warnings: [...warnings] };
  if (isDryRun || changes.length === 0) return outcome;
  const refusal = await transactionOf(installation.database, async (transaction) => {
    const queued = await takeTurn(transaction);
    if (queued !== null) return queued;
    await holdStanding(transaction, acting);
    const refused = await apply(transaction);
    if (refused !== null) return refused;
    await auditAdministrator(
      acting,
      { action, outcome: 'done', target, of, people, details: { ...details, changes: recorded ?? changes } },
      transaction,
    );
    return null;
  });
  // Also after a refusal: what was known of the company when this was worked out may be old.
  installation.companies.forget();
  if (refusal !== null) return refusal;
  await installation.events.publish({ companyId, personId: null, subject: 'company' });
  return outcome;
}

/** What differs, field by field, for the audit entry and for a dry run. Undefined is left out: null says "none". */
export function changesBetween(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  return Object.entries(after).flatMap(([field, to]): Change[] => {
    if (to === undefined) return [];
    const from = before[field] ?? null;
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
  });
}

/** Whatever is there afterwards and was not before. */
export function additions(after: Readonly<Record<string, unknown>>): Change[] {
  return changesBetween({}, after);
}

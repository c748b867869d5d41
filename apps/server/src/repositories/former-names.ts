import { and, asc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries, people } from '../database/schema.ts';
import { containing } from './admin-people.ts';
import type { StoredAuditEntry } from './audit-log.ts';
import type { Person } from './people.ts';

/** What someone was called over time, as the audit log tells. */
export interface FormerNames {
  /** The present login and every former one. */
  readonly logins: readonly string[];
  /** Those that no one else ever had. */
  readonly ownLogins: readonly string[];
  /** Former e-mail addresses and names. */
  readonly others: readonly string[];
  /** Which of the logins were not another person's when this entry was written. */
  loginsAt(entryId: number): readonly string[];
}

/** A login that went from or to someone. */
interface Renaming {
  readonly entryId: number;
  readonly personId: string;
  readonly from: string | null;
  readonly to: string | null;
}

interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Reads from the audit log what a person was called before. A former login may have been given to another person since. */
export async function findFormerNames(database: Database, person: Person): Promise<FormerNames> {
  const { companyId, id, login } = person;
  const own = await database
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.action, 'person'),
        sql`${auditEntries.details}->>'personId' = ${id}`,
      ),
    )
    .orderBy(asc(auditEntries.id));
  const logins = [...new Set([login, ...own.flatMap(renamingsOf).flatMap(({ from, to }) => present([from, to]))])];
  const renamings = await findRenamings(database, companyId, logins);
  const holders = await findHolders(database, companyId, logins);
  const holderAt = (word: string, entryId: number) => whoHad(word, entryId, renamings, holders);
  const isOthers = (word: string) =>
    ![id, undefined].includes(holders.get(word)) ||
    renamings.some((one) => one.personId !== id && [one.from, one.to].includes(word));
  const changed = own.flatMap(changesOf);
  const imported = await findImportedNames(database, companyId, logins, (word, entryId) =>
    [id, null].includes(holderAt(word, entryId)),
  );
  return {
    logins,
    ownLogins: logins.filter((word) => !isOthers(word)),
    others: [...new Set([...textsOf(changed, 'email'), ...textsOf(changed, 'displayName'), ...imported])],
    loginsAt: (entryId) => logins.filter((word) => [id, null].includes(holderAt(word, entryId))),
  };
}

/** Who had a login when an entry was written. Null: no one that is known. */
function whoHad(
  word: string,
  entryId: number,
  renamings: readonly Renaming[],
  holders: ReadonlyMap<string, string>,
): string | null {
  const ofWord = renamings.filter(({ from, to }) => from === word || to === word);
  const next = ofWord.find((one) => one.entryId >= entryId);
  // The entry of a renaming itself is about anyone who was renamed, by both logins.
  if (next !== undefined && (next.entryId === entryId || next.from === word)) return next.personId;
  const before = ofWord.findLast((one) => one.entryId < entryId);
  if (before?.to === word) return before.personId;
  return next === undefined ? (holders.get(word) ?? null) : null;
}

async function findRenamings(database: Database, companyId: string, logins: readonly string[]): Promise<Renaming[]> {
  const entries = await findEntriesNaming(database, companyId, 'person', logins);
  return entries.flatMap(renamingsOf);
}

/** Who has these logins now. */
async function findHolders(
  database: Database,
  companyId: string,
  logins: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .select({ id: people.id, login: people.login })
    .from(people)
    .where(and(eq(people.companyId, companyId), inArray(people.login, [...logins])));
  return new Map(rows.map((row) => [row.login, row.id]));
}

/** Imports change names as well; each of their changes goes by a login. */
async function findImportedNames(
  database: Database,
  companyId: string,
  logins: readonly string[],
  isOwn: (login: string, entryId: number) => boolean,
): Promise<string[]> {
  const entries = await findEntriesNaming(database, companyId, 'people-import', logins);
  return entries.flatMap((entry) =>
    changesOf(entry)
      .filter(({ field }) => logins.includes(field) && isOwn(field, entry.id))
      .flatMap(({ from, to }) => [from, to].flatMap(namesIn)),
  );
}

/** Entries of one action whose details name one of these logins, the oldest first. */
function findEntriesNaming(
  database: Database,
  companyId: string,
  action: 'person' | 'people-import',
  logins: readonly string[],
): Promise<StoredAuditEntry[]> {
  return database
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.action, action),
        or(...logins.map((login) => ilike(sql`${auditEntries.details}::text`, inJson(login)))),
      ),
    )
    .orderBy(asc(auditEntries.id));
}

/** A pattern for a word in the text of JSON, where some characters are written in another way. */
export function inJson(word: string): string {
  return containing(JSON.stringify(word).slice(1, -1));
}

function renamingsOf(entry: StoredAuditEntry): Renaming[] {
  const { personId } = entry.details;
  if (typeof personId !== 'string') return [];
  return changesOf(entry)
    .filter(({ field }) => field === 'login')
    .map(({ from, to }) => ({ entryId: entry.id, personId, from: textOf(from), to: textOf(to) }));
}

function changesOf({ details }: StoredAuditEntry): Change[] {
  const { changes } = details;
  if (!Array.isArray(changes)) return [];
  return changes.filter(
    (change: unknown): change is Change =>
      typeof change === 'object' && change !== null && 'field' in change && typeof change.field === 'string',
  );
}

function textsOf(changes: readonly Change[], name: string): string[] {
  return changes.filter(({ field }) => field === name).flatMap(({ from, to }) => present([textOf(from), textOf(to)]));
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, text]) =>
    ['email', 'displayName'].includes(name) ? present([textOf(text)]) : [],
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function present(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}

import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '../database/open.ts';
import { activityEntries, auditEntries, auditNames } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';
import { ofPerson, PersonalSentence, PersonalWord, type Who } from './audit-words.ts';

type StoredEntry = typeof auditEntries.$inferSelect;
export type ActivityEntry = Omit<typeof activityEntries.$inferInsert, 'id'>;

/** An entry as it is handed over: who did it, and what of it is of people. */
export interface AuditEntry
  extends Omit<StoredEntry, 'id' | 'actor' | 'actorNameId' | 'target' | 'targetNameId' | 'nameIds'> {
  readonly actor: Who | null;
  readonly target: Who | string | null;
}

/** Names are written down again after so long: they are kept as long as the entries that show them. */
const NAME_DAYS = 30;
const DAY_MS = 86_400_000;

/** Two servers may write the same name down at one moment: that makes two rows of it, of one person all the same. */
const insertEntries = statement('audit_insert', (database, given: Given<WrittenAudit>) =>
  raw(database, sql`with ${insertOf(given)}`),
);

/** A statement that no builder writes. What it returns is not looked at. */
export function raw(database: Database, written: SQL) {
  return {
    prepare: (name: string) =>
      database._.session.prepareQuery(new PgDialect().sqlToQuery(written), undefined, name, false),
  };
}

export interface WrittenAudit extends Record<string, unknown> {
  readonly words: string;
  readonly entries: string;
  readonly oldest: string;
}

/** Expressions of a `with`, and the statement after it: whatever else is written in one with entries comes before. */
export function insertOf(given: Given<WrittenAudit>): SQL {
  return sql`given as materialized (
      select * from jsonb_to_recordset(${given.words}::jsonb)
        as given(n int, company_id uuid, id uuid, subject_id uuid, upstream_id uuid, account text, text text, at timestamptz)
    ), erased as (
      select distinct on (given.n) given.n, name.text from given
        join ${auditNames} name on name.subject_id = given.subject_id and name.is_erased
    ), known as (
      select distinct on (given.n) given.n, name.id from given
        join ${auditNames} name on name.company_id = given.company_id and name.subject_id = given.subject_id
          and (name.is_erased or (name.text = given.text and name.at > ${given.oldest}::timestamptz
            and (name.upstream_id, name.account) is not distinct from (given.upstream_id, given.account)))
        order by given.n, name.is_erased desc, name.at desc
    ), made as (
      insert into ${auditNames} (company_id, id, subject_id, upstream_id, account, text, at, is_erased)
        select company_id, id, subject_id, upstream_id, case when erased.n is null then account end,
            coalesce(erased.text, given.text), at, erased.n is not null
          from given left join erased on erased.n = given.n
          where not exists (select from known where known.n = given.n)
    ), names as (
      select given.n, coalesce(known.id, given.id) as id from given left join known on known.n = given.n
    )
    insert into ${auditEntries} (company_id, at, action, outcome, actor, actor_name_id, target, target_name_id, details,
        name_ids, address, correlation_id)
      select entry.company_id, entry.at, entry.action, entry.outcome,
          entry.actor, (select id from names where n = entry.actor_n),
          entry.target, (select id from names where n = entry.target_n), entry.details,
          (select array_agg(names.id order by word.place)
            from jsonb_array_elements_text(entry.words) with ordinality as word(n, place)
            join names on names.n = word.n::int),
          entry.address, entry.correlation_id
        from jsonb_to_recordset(${given.entries}::jsonb)
          as entry(place int, company_id uuid, at timestamptz, action text, outcome text, actor text, actor_n int,
            target text, target_n int, details jsonb, words jsonb, address text, correlation_id text)
        order by entry.place`;
}

/** Writes entries in their order, with those names that are not there yet: one statement. */
export async function writeAudit(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  const [first, ...others] = entries;
  if (first !== undefined) await insertEntries(database, writeEntries([first, ...others]));
}

/** Entries as `insertOf` takes them. */
export function writeEntries(entries: readonly [AuditEntry, ...AuditEntry[]]): WrittenAudit {
  const words = new Words();
  const rows = entries.map((entry, place) => rowOf(entry, place, words));
  const oldest = new Date(entries[0].at.getTime() - NAME_DAYS * DAY_MS);
  return { words: asJson(words.all), entries: asJson(rows), oldest: oldest.toISOString() };
}

/** As PostgreSQL takes it: strangers may send, and cutting may leave, what is no text there. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\uFFFD') : item,
  );
}

/** What is said of people in some entries, each word once. */
class Words {
  readonly all: Record<string, unknown>[] = [];
  readonly #places = new Map<string, number>();

  /** @returns its number */
  add({ companyId, at }: AuditEntry, { owner, text }: PersonalWord): number {
    const { subjectId, upstreamId, account } = owner;
    const key = JSON.stringify([companyId, subjectId, upstreamId, account, text]);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const n = this.all.length;
    this.#places.set(key, n);
    this.all.push({
      n,
      company_id: companyId,
      id: randomUUID(),
      subject_id: subjectId,
      upstream_id: upstreamId,
      account,
      text,
      at,
    });
    return n;
  }
}

function rowOf(entry: AuditEntry, place: number, words: Words): Record<string, unknown> {
  const { companyId, at, action, outcome, actor, target, address, correlationId } = entry;
  const inDetails: number[] = [];
  const details = replaceWords(entry.details, (word) => {
    inDetails.push(words.add(entry, word));
    return { $name: inDetails.length };
  });
  const placeOf = (who: Who | string | null) =>
    who === null || typeof who === 'string' || who.id === null
      ? null
      : words.add(entry, new PersonalWord(ofPerson(who.id), who.login));
  const plain = (who: Who | string | null) =>
    who === null || typeof who === 'string' ? who : who.id === null ? who.login : null;
  return {
    place,
    company_id: companyId,
    at,
    action,
    outcome,
    actor: plain(actor),
    actor_n: placeOf(actor),
    target: plain(target),
    target_n: placeOf(target),
    details,
    words: inDetails,
    address,
    correlation_id: correlationId,
  };
}

function replaceWords(value: unknown, replace: (word: PersonalWord) => unknown): unknown {
  if (value instanceof PersonalWord) return replace(value);
  if (value instanceof PersonalSentence) return { $parts: replaceWords(value.parts, replace) };
  if (Array.isArray(value)) return value.map((item: unknown) => replaceWords(item, replace));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceWords(item, replace)]));
}

type Written = Required<ActivityEntry>;

const insertActivity = statement('activity_insert', (database, given: Given<Written>) =>
  database.insert(activityEntries).values({
    companyId: given.companyId,
    at: given.at,
    personId: given.personId,
    verb: given.verb,
    deviceName: given.deviceName,
    claimed: given.claimed,
  }),
);

export async function writeActivity(database: Database, entry: ActivityEntry): Promise<void> {
  await insertActivity(database, { claimed: null, ...entry });
}

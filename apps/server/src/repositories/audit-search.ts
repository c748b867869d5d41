import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { queryRows } from '../database/query-rows.ts';
import { accessGrants, auditEntries, auditNames } from '../database/schema.ts';
import { AUDIT_DETAILS, AUDIT_IS_ID, AUDIT_START, AUDIT_START_LENGTH } from '../database/schema/audit-search.ts';
import { containing } from './list-pages.ts';
import type { MeantPerson } from './audit-about.ts';
import type { NameColumn } from './audit-names.ts';

/** What is searched for, and the people who are called so. */
export interface Sought {
  readonly text: string;
  readonly meant: readonly MeantPerson[];
}

/** Looks for entries in one way: by an index of its own, or one entry after the other. */
export interface Search {
  /** Whether an entry is one of them. */
  readonly isFound: SQL;
  /**
   * Ids of the newest of them that `where` holds for, each list by an index. Null: so many words are called so that the
   * log itself is the shortest way.
   */
  readonly newest: ((where: SQL, limit: number) => readonly SQL[]) | null;
}

/** More words or names than that are not looked up one by one: where so many fit, an entry that fits is soon found. */
const LOOKED_UP = 1000;

/** Steps through the index of words. Where strangers left more that differ, the log is the way. */
const DIFFERENT_WORDS = 20_000;

const nameSchema = z.object({ id: z.string(), is_whole: z.boolean() });

/** Names of people that have the text in them, or are of the people who are called so now. */
interface Names {
  /** Null: there are too many. */
  readonly ids: readonly string[] | null;
  readonly isAny: (column: NameColumn) => SQL;
  /** Whether one of them stands in the details that is the text and no more, or is of those people. */
  readonly isInDetails: SQL;
}

async function findNames(database: Database, companyId: string, { text, meant }: Sought): Promise<Names> {
  const isLike = (pattern: string) => sql`name.text ilike ${pattern}`;
  const isTheirs = sql`coalesce(name.subject_id = any(${sql.param(meant.map(({ id }) => id))}::uuid[]), false)`;
  const isWhole = sql`(${isLike(containing(text).slice(1, -1))} or ${isTheirs})`;
  const isOne = sql`(${isLike(containing(text))} or ${isTheirs})`;
  const from = (condition: SQL) => sql`from ${auditNames} name where name.company_id = ${companyId} and ${condition}`;
  const rows = await queryRows(
    database,
    sql`select name.id, ${isWhole} as is_whole ${from(isOne)} limit ${LOOKED_UP + 1}`,
    nameSchema,
  );
  if (rows.length > LOOKED_UP) {
    return {
      ids: null,
      isAny: (column) => sql`${column} in (select name.id ${from(isOne)})`,
      isInDetails: sql`${auditEntries.nameIds} && array(select name.id ${from(isWhole)})`,
    };
  }
  const ids = rows.map(({ id }) => id);
  const whole = rows.flatMap((row) => (row.is_whole ? [row.id] : []));
  return {
    ids,
    isAny: (column) => sql`${column} = any(${sql.param(ids)}::uuid[])`,
    isInDetails: sql`${auditEntries.nameIds} && ${sql.param(whole)}::uuid[]`,
  };
}

/**
 * How words begin that may have the text in them, of what is no person: each once, by steps through its index.
 * @returns null: there are too many
 */
async function findStarts(
  database: Database,
  companyId: string,
  of: 'actor' | 'target',
  text: string,
): Promise<string[] | null> {
  const { start, isWord } = AUDIT_START[of];
  const next = (after: SQL) => sql`(select ${start} from audit_entries
    where audit_entries.company_id = ${companyId} and ${isWord} and ${after} order by ${start} limit 1)`;
  const rows = await queryRows(
    database,
    sql`with recursive word as (
        select ${next(sql`true`)} as start, 1 as n
        union all
        select ${next(sql`${start} > word.start`)}, n + 1 from word where start is not null and n < ${DIFFERENT_WORDS}
      )
      select start, n = ${DIFFERENT_WORDS} as is_last from word where start is not null
        and (n = ${DIFFERENT_WORDS} or start ilike ${containing(text)} or char_length(start) = ${AUDIT_START_LENGTH})`,
    z.object({ start: z.string(), is_last: z.boolean() }),
  );
  return rows.some((row) => row.is_last) ? null : rows.map((row) => row.start);
}

/** The newest entries of each of some values. An index has them in their order, however many there are. */
function ofEach(companyId: string, values: readonly string[], type: 'text' | 'uuid', isOf: SQL) {
  return (where: SQL, limit: number): SQL =>
    sql`select found.id from unnest(${sql.param([...values])}::${sql.raw(type)}[]) as sought(value) cross join lateral (
      select audit_entries.id from audit_entries where audit_entries.company_id = ${companyId} and ${isOf} and ${where}
        order by audit_entries.id desc limit ${limit}) found`;
}

function thatAre(companyId: string, condition: SQL) {
  return (where: SQL, limit: number): SQL =>
    sql`(select audit_entries.id from audit_entries where audit_entries.company_id = ${companyId} and ${condition} and ${where}
      order by audit_entries.id desc limit ${limit})`;
}

type Branch = (where: SQL, limit: number) => SQL;

/** Branches for words and names, or null where there are too many. */
function branchesOf(
  companyId: string,
  of: 'actor' | 'target',
  found: { readonly starts: readonly string[] | null; readonly names: Names; readonly pattern: string },
): Branch[] | null {
  const { starts, pattern } = found;
  const { ids } = found.names;
  if (ids === null || starts === null || starts.length > LOOKED_UP) return null;
  const { start, isWord } = AUDIT_START[of];
  const word = sql`${isWord} and ${start} = sought.value and ${sql.raw(of)} ilike ${pattern}`;
  const nameColumn = of === 'actor' ? auditEntries.actorNameId : auditEntries.targetNameId;
  return [
    ...(starts.length === 0 ? [] : [ofEach(companyId, starts, 'text', word)]),
    ...(ids.length === 0 ? [] : [ofEach(companyId, ids, 'uuid', sql`${nameColumn} = sought.value`)]),
  ];
}

const asSearch = (isFound: SQL, branches: readonly Branch[] | null): Search => ({
  isFound,
  newest: branches === null ? null : (where, limit) => branches.map((branch) => branch(where, limit)),
});

/** What was done by those who are called so. */
export async function searchByActor(database: Database, companyId: string, sought: Sought): Promise<Search> {
  const pattern = containing(sought.text);
  const [names, starts] = await Promise.all([
    findNames(database, companyId, sought),
    findStarts(database, companyId, 'actor', sought.text),
  ]);
  const isFound = sql`(${auditEntries.actor} ilike ${pattern} or ${names.isAny(auditEntries.actorNameId)})`;
  return asSearch(isFound, branchesOf(companyId, 'actor', { starts, names, pattern }));
}

const PART_OF_AN_ID = /^[\da-f-]{1,36}$/i;

/**
 * What was done to what is called so. Of people it finds each entry that says anything of them, under any name, and those of
 * temporary access of theirs that was used.
 */
export async function searchByTarget(database: Database, companyId: string, sought: Sought): Promise<Search> {
  const { text, meant } = sought;
  const pattern = containing(text);
  const [names, starts, grants] = await Promise.all([
    findNames(database, companyId, sought),
    findStarts(database, companyId, 'target', text),
    findGrants(database, companyId, meant),
  ]);
  const isInDetails = sql`${AUDIT_DETAILS} @? ${stringAnywhere(text)}`;
  const isOfGrants = grants.length === 0 ? undefined : sql`${AUDIT_DETAILS} @? ${ofGrants(grants)}::jsonpath`;
  const isFound = or(
    sql`${auditEntries.target} ilike ${pattern}`,
    names.isAny(auditEntries.targetNameId),
    isInDetails,
    names.isInDetails,
    isOfGrants,
  );
  const branches = branchesOf(companyId, 'target', { starts, names, pattern });
  const inDetails = [
    isInDetails,
    names.isInDetails,
    isOfGrants,
    PART_OF_AN_ID.test(text) ? isIdWith(companyId, text.toLowerCase()) : undefined,
  ].flatMap((condition) => (condition === undefined ? [] : [thatAre(companyId, condition)]));
  return asSearch(isFound ?? sql`false`, branches === null ? null : [...branches, ...inDetails]);
}

/** An id that is whole is found where it stands; of a part, all ids are looked at, in the index alone. */
const isIdWith = (companyId: string, text: string) =>
  text.length === 36
    ? sql`${AUDIT_IS_ID} and ${auditEntries.target} = ${text}`
    : sql`${auditEntries.id} in (select id from audit_entries
        where company_id = ${companyId} and ${AUDIT_IS_ID} and target like ${containing(text)})`;

/** A path to a text anywhere in the details, which `AUDIT_DETAILS` has without capitals. */
const stringAnywhere = (text: string) =>
  sql`('$.** ? (@ == ' || lower(${JSON.stringify(text.toWellFormed())}::text) || ')')::jsonpath`;

const ofGrants = (ids: readonly string[]) => `$.grantid ? (${ids.map((id) => `@ == "${id}"`).join(' || ')})`;

async function findGrants(database: Database, companyId: string, meant: readonly MeantPerson[]): Promise<string[]> {
  if (meant.length === 0) return [];
  const ofPeople = and(
    eq(accessGrants.companyId, companyId),
    sql`${accessGrants.personId} = any(${sql.param(meant.map(({ id }) => id))}::uuid[])`,
  );
  const rows = await database.select({ id: accessGrants.id }).from(accessGrants).where(ofPeople);
  return rows.map(({ id }) => id);
}

import type { Brought, PEOPLE_SORTS, VerdictName } from '@vestibule/contracts';
import { and, count, eq, exists, gt, gte, ilike, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { accessGrants, people, personVerdicts, roles, seenAtOfPerson } from '../database/schema.ts';
import type { PersonWithRole } from './admin-people.ts';
import { hasComeWithout } from './first-steps.ts';
import { behind, containing, orderOf, type Place, type SortedBy } from './list-pages.ts';
import type { PersonVerdict } from './person-verdicts.ts';
import type { Role } from './roles.ts';

export interface PeopleWanted {
  /** Part of login, name or e-mail address. */
  readonly search?: string | undefined;
  readonly login?: string | undefined;
  readonly group?: string | undefined;
  readonly role?: Role['role'] | undefined;
  readonly isBlocked?: boolean | undefined;
  readonly verdict?: VerdictName | undefined;
  readonly isEnforced?: boolean | undefined;
  readonly seen?: Date | 'never' | undefined;
  readonly hasAccess?: boolean | undefined;
  readonly without?: Brought | undefined;
}

export type PeopleSort = (typeof PEOPLE_SORTS)[number];

export interface ListedPerson extends PersonWithRole {
  /** Null: they were not counted yet. */
  readonly verdict: PersonVerdict | null;
}

const NEVER = new Date(0);
const seenAt = seenAtOfPerson(personVerdicts);
const utc = (at: Date) => sql`(${at.toISOString()}::timestamptz at time zone 'UTC')`;

function sortedBy(sort: PeopleSort): SortedBy {
  const direction = sort.startsWith('-') ? 'down' : 'up';
  switch (sort) {
    case 'login':
    case '-login':
      return { by: people.login, id: people.id, direction, idWith: 'with' };
    case 'name':
    case '-name':
      return { by: sql`lower(${people.displayName})`, id: people.id, direction, idWith: 'with' };
    case 'seen':
    case '-seen':
      return { by: seenAt, id: personVerdicts.personId, direction, idWith: 'with' };
  }
}

function valueAt(companyId: string, sort: PeopleSort, { at, id }: Place): SQL {
  if (at !== null) return utc(at);
  const by = sort.endsWith('login') ? people.login : sql`lower(${people.displayName})`;
  return sql`(select ${by} from ${people} where ${people.companyId} = ${companyId} and ${people.id} = ${id})`;
}

const isOfPerson = and(eq(personVerdicts.companyId, people.companyId), eq(personVerdicts.personId, people.id));

/** A page of a company’s people. */
export async function findPeoplePage(
  database: Database,
  companyId: string,
  wanted: PeopleWanted,
  page: { readonly sort: PeopleSort; readonly after: Place | null; readonly limit: number; readonly now: Date },
): Promise<readonly ListedPerson[]> {
  const { sort, after, now } = page;
  const sorted = sortedBy(sort);
  const query = database
    .select({ person: people, role: roles, verdict: personVerdicts })
    .from(people)
    .leftJoin(roles, and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)))
    .$dynamic();
  const isLed = sort.endsWith('seen') || isFoundByVerdict(wanted);
  const joined = isLed ? query.innerJoin(personVerdicts, isOfPerson) : query.leftJoin(personVerdicts, isOfPerson);
  return joined
    .where(
      and(
        conditionOf(database, companyId, wanted, now),
        isLed ? eq(personVerdicts.companyId, companyId) : undefined,
        after === null ? undefined : behind(sorted, valueAt(companyId, sort, after), after.id),
      ),
    )
    .orderBy(...orderOf(sorted))
    .limit(page.limit);
}

/** The moment of a row in a list that is sorted by one; null: by a name. */
export function momentOf(sort: PeopleSort, { verdict }: ListedPerson): Date | null {
  return sort.endsWith('seen') ? (verdict?.lastSeenAt ?? NEVER) : null;
}

/** How many there are on all pages. */
export async function countPeopleWanted(
  database: Database,
  companyId: string,
  wanted: PeopleWanted,
  now: Date,
): Promise<number> {
  const query = database.select({ total: count() }).from(people).$dynamic();
  const whole = isFoundByVerdict(wanted) ? query.innerJoin(personVerdicts, isOfPerson) : query;
  const [counted] = await whole.where(conditionOf(database, companyId, wanted, now));
  return counted?.total ?? 0;
}

function isFoundByVerdict({ verdict, isEnforced, seen }: PeopleWanted): boolean {
  return verdict !== undefined || isEnforced !== undefined || seen !== undefined;
}

function conditionOf(
  database: Database,
  companyId: string,
  { search, login, group, role, isBlocked, verdict, isEnforced, seen, hasAccess, without }: PeopleWanted,
  now: Date,
): SQL | undefined {
  const pattern = search === undefined ? undefined : containing(search);
  const access = exists(liveAccess(database, companyId, now));
  return and(
    eq(people.companyId, companyId),
    pattern === undefined
      ? undefined
      : or(ilike(people.login, pattern), ilike(people.displayName, pattern), ilike(people.email, pattern)),
    login === undefined ? undefined : eq(people.login, login),
    group === undefined ? undefined : sql`${people.groups} @> ${JSON.stringify([group])}::jsonb`,
    isBlocked === undefined ? undefined : isBlocked ? isNotNull(people.disabledAt) : isNull(people.disabledAt),
    role === undefined
      ? undefined
      : exists(
          database
            .select({ role: roles.role })
            .from(roles)
            .where(and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id), eq(roles.role, role))),
        ),
    verdict === undefined ? undefined : eq(personVerdicts.verdict, verdict),
    isEnforced === undefined ? undefined : eq(personVerdicts.isEnforced, isEnforced),
    seen === undefined
      ? undefined
      : seen === 'never'
        ? eq(seenAt, sql`timestamp '1970-01-01'`)
        : gte(seenAt, utc(seen)),
    hasAccess === undefined ? undefined : hasAccess ? access : not(access),
    without === undefined ? undefined : hasComeWithout(database, without, now),
  );
}

function liveAccess(database: Database, companyId: string, now: Date) {
  return database
    .select({ id: accessGrants.id })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.companyId, companyId),
        eq(accessGrants.personId, people.id),
        isNull(accessGrants.revokedAt),
        gt(accessGrants.expiresAt, now),
        gt(accessGrants.usesLeft, 0),
        eq(accessGrants.waitsForApproval, false),
      ),
    );
}

/** How many people there are in each view. */
export async function countFacets(database: Database, companyId: string, now: Date) {
  const verdicts = await database
    .select({
      verdict: personVerdicts.verdict,
      people: count(),
      enforced: sql<number>`count(*) filter (where ${personVerdicts.isEnforced})`.mapWith(Number),
      neverSeen: sql<number>`count(*) filter (where ${personVerdicts.lastSeenAt} is null)`.mapWith(Number),
    })
    .from(personVerdicts)
    .where(eq(personVerdicts.companyId, companyId))
    .groupBy(personVerdicts.verdict);
  const [held] = await database.select({ withRole: count() }).from(roles).where(eq(roles.companyId, companyId));
  return {
    verdicts: verdicts.map(({ verdict, people: counted, enforced }) => ({ verdict, people: counted, enforced })),
    total: await database.$count(people, eq(people.companyId, companyId)),
    neverSeen: verdicts.reduce((sum, one) => sum + one.neverSeen, 0),
    blocked: await countPeopleWanted(database, companyId, { isBlocked: true }, now),
    withRole: held?.withRole ?? 0,
    withAccess: await countPeopleWanted(database, companyId, { hasAccess: true }, now),
  };
}

/** What is known of one person by their computers. */
export async function findPersonVerdict(
  database: Database,
  companyId: string,
  personId: string,
): Promise<PersonVerdict | null> {
  const rows = await database
    .select()
    .from(personVerdicts)
    .where(and(eq(personVerdicts.companyId, companyId), eq(personVerdicts.personId, personId)));
  return rows[0] ?? null;
}

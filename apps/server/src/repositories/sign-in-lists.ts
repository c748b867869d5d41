import { SIGN_IN_OUTCOMES, type CheckType, type SignInOutcome } from '@vestibule/contracts';
import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { queryRows } from '../database/query-rows.ts';
import { accessGrants, applications, devices, people, signIns } from '../database/schema.ts';
import { containing } from './list-pages.ts';

/** Which sign-ins are meant. */
export interface SignInsWanted {
  readonly outcomes?: readonly SignInOutcome[] | undefined;
  readonly personId?: string | undefined;
  readonly deviceRowId?: string | undefined;
  readonly applicationId?: string | undefined;
  readonly checkType?: CheckType | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly search?: string | undefined;
  readonly minimumMs?: number | undefined;
  readonly isAround?: boolean | undefined;
  readonly isStoppedNow?: boolean | undefined;
}

/** The place behind which the next page begins. */
export interface SignInPlace {
  readonly at: Date;
  readonly id: string;
}

const STOPPED: readonly SignInOutcome[] = ['stopped', 'fixing', 'asked-to-install'];

/** A fix that was allowed for a request that is too old by now comes to nothing. */
const outcomeAt = (now: Date) =>
  sql<SignInOutcome>`case when ${signIns.outcome} = 'fixing' and ${signIns.expiresAt} <= ${now.toISOString()}::timestamptz
    then 'stopped' else ${signIns.outcome} end`;

function conditionOf(database: Database, companyId: string, wanted: SignInsWanted, now: Date): SQL | undefined {
  const { outcomes, personId, deviceRowId, applicationId, checkType, from, until, search, minimumMs } = wanted;
  return and(
    eq(signIns.companyId, companyId),
    outcomes === undefined ? undefined : hasOutcome(outcomes, now),
    personId === undefined ? undefined : eq(signIns.personId, personId),
    deviceRowId === undefined ? undefined : eq(signIns.deviceRowId, deviceRowId),
    applicationId === undefined ? undefined : eq(signIns.applicationId, applicationId),
    checkType === undefined ? undefined : sql`${signIns.stoppedBy} @> array[${checkType}]::text[]`,
    from === undefined ? undefined : gte(signIns.at, from),
    until === undefined ? undefined : lte(signIns.at, until),
    search === undefined ? undefined : isFound(database, companyId, search),
    minimumMs === undefined ? undefined : gte(signIns.tookMs, minimumMs),
    wanted.isAround === true ? sql`${signIns.ways} <> '{}'` : undefined,
    wanted.isStoppedNow === true ? isStoppedAt(database, now) : undefined,
  );
}

/** Their newest try to get there: who has come again is stopped once, or not any more. */
function isStoppedAt(database: Database, now: Date): SQL | undefined {
  const later = alias(signIns, 'later');
  const again = database
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.companyId, signIns.companyId),
        eq(later.personId, signIns.personId),
        eq(later.applicationId, signIns.applicationId),
        gt(later.at, signIns.at),
      ),
    );
  return and(
    inArray(signIns.outcome, [...STOPPED]),
    isNull(signIns.endedAt),
    gt(signIns.expiresAt, now),
    notExists(again),
  );
}

/** Said of the column first, so that an index finds them. */
function hasOutcome(outcomes: readonly SignInOutcome[], now: Date): SQL | undefined {
  const [isFixing, isStopped] = [outcomes.includes('fixing'), outcomes.includes('stopped')];
  const stored = isStopped && !isFixing ? [...outcomes, 'fixing' as const] : [...outcomes];
  return and(
    inArray(signIns.outcome, stored),
    isFixing === isStopped ? undefined : inArray(outcomeAt(now), [...outcomes]),
  );
}

function isFound(database: Database, companyId: string, search: string): SQL | undefined {
  const pattern = containing(search);
  const meant = database
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        eq(people.companyId, companyId),
        or(ilike(people.login, pattern), ilike(people.displayName, pattern), ilike(people.email, pattern)),
      ),
    );
  const computers = database
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), or(ilike(devices.name, pattern), ilike(devices.label, pattern))));
  // Found first, and then looked up by an index each.
  return or(
    sql`${signIns.personId} = any(array${meant})`,
    sql`${signIns.deviceRowId} = any(array${computers})`,
    eq(signIns.correlationId, search),
    beginsWith(search),
  );
}

/** Ids are shown by their beginning. */
function beginsWith(text: string): SQL | undefined {
  const digits = text.toLowerCase().replaceAll('-', '');
  if (!/^[\da-f]{6,32}$/.test(digits)) return undefined;
  const whole = (digit: string) => digits.padEnd(32, digit);
  return and(gte(signIns.id, whole('0')), lte(signIns.id, whole('f')));
}

function select(database: Database, now: Date) {
  return database
    .select({
      row: signIns,
      outcome: outcomeAt(now),
      person: { id: people.id, login: people.login, displayName: people.displayName },
      device: { id: devices.id, name: devices.name, label: devices.label },
      application: { id: applications.id, name: applications.name },
      reason: accessGrants.reason,
      givenBy: accessGrants.grantedBy,
    })
    .from(signIns)
    .leftJoin(people, and(eq(people.companyId, signIns.companyId), eq(people.id, signIns.personId)))
    .leftJoin(devices, and(eq(devices.companyId, signIns.companyId), eq(devices.id, signIns.deviceRowId)))
    .leftJoin(
      applications,
      and(eq(applications.companyId, signIns.companyId), eq(applications.id, signIns.applicationId)),
    )
    .leftJoin(accessGrants, and(eq(accessGrants.companyId, signIns.companyId), eq(accessGrants.id, signIns.grantId)));
}

export type FoundSignIn = Awaited<ReturnType<typeof findOneSignIn>> & object;

/** A page of a company's sign-ins, the newest first. */
export async function findSignInsPage(
  database: Database,
  companyId: string,
  wanted: SignInsWanted,
  { after, limit, now }: { readonly after: SignInPlace | null; readonly limit: number; readonly now: Date },
): Promise<FoundSignIn[]> {
  const behind =
    after === null
      ? undefined
      : // Said by itself: the index begins here.
        and(lte(signIns.at, after.at), or(lt(signIns.at, after.at), gt(signIns.id, after.id)));
  return select(database, now)
    .where(and(conditionOf(database, companyId, wanted, now), behind))
    .orderBy(desc(signIns.at), signIns.id)
    .limit(limit);
}

export async function countSignIns(
  database: Database,
  companyId: string,
  wanted: SignInsWanted,
  now: Date,
): Promise<number> {
  const [counted] = await database
    .select({ total: count() })
    .from(signIns)
    .where(conditionOf(database, companyId, wanted, now));
  return counted?.total ?? 0;
}

export async function findOneSignIn(database: Database, companyId: string, id: string, now: Date) {
  const rows = await select(database, now).where(and(eq(signIns.companyId, companyId), eq(signIns.id, id)));
  return rows[0] ?? null;
}

const countedSchema = z.object({
  place: z.coerce.number(),
  outcome: z.enum(SIGN_IN_OUTCOMES),
  times: z.coerce.number(),
});

/** How many there are of each outcome in each span of time from a moment on. @returns those that have any */
export function countByTime(
  database: Database,
  companyId: string,
  wanted: SignInsWanted & { readonly from: Date },
  { spanMs, now }: { readonly spanMs: number; readonly now: Date },
): Promise<z.infer<typeof countedSchema>[]> {
  const since = sql`extract(epoch from ${signIns.at} - ${wanted.from.toISOString()}::timestamptz) * 1000`;
  return queryRows(
    database,
    sql`select floor(${since} / ${spanMs}::bigint)::int as place, ${outcomeAt(now)} as outcome, count(*) as times
      from ${signIns} where ${conditionOf(database, companyId, wanted, now)} group by 1, 2`,
    countedSchema,
  );
}

const partsSchema = z.object({ median: z.coerce.number().nullable(), p95: z.coerce.number().nullable() });

/** From the report that showed the last fix until the person was let in. */
export async function measureUnblocking(
  database: Database,
  companyId: string,
  wanted: SignInsWanted,
  now: Date,
): Promise<z.infer<typeof partsSchema>> {
  const part = (share: number) =>
    sql`round(percentile_cont(${share}::float8) within group (order by ${signIns.unblockedMs}))`;
  const rows = await queryRows(
    database,
    sql`select ${part(0.5)} as median, ${part(0.95)} as p95 from ${signIns}
      where ${conditionOf(database, companyId, wanted, now)} and ${signIns.unblockedMs} is not null`,
    partsSchema,
  );
  return rows[0] ?? { median: null, p95: null };
}

import { VERDICTS, type VerdictName } from '@vestibule/contracts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceVerdicts, people, personVerdicts } from '../database/schema.ts';

export type PersonVerdict = typeof personVerdicts.$inferSelect;

/** A person to be counted: whether the gate is closed for them, by which basis; null: that is as it was. */
export interface Counted {
  readonly personId: string;
  readonly isReached: boolean | null;
  readonly basis: string | null;
}

/** The better one first; as PostgreSQL counts, from one on. */
const RANKS = sql.raw(`array[${VERDICTS.map((verdict) => `'${verdict}'`).join(', ')}]`);

/**
 * Counts people again by the computers that they have. Their rows are locked first, in one order, and the computers are read
 * by the next question: of two computers of one person that report at once, the second one counts the first.
 * @returns whose verdict has changed
 */
export async function countPeople(
  transaction: Database,
  companyId: string,
  counted: readonly Counted[],
  now: Date,
): Promise<readonly { readonly personId: string; readonly before: VerdictName; readonly after: VerdictName }[]> {
  if (counted.length === 0) return [];
  const ids = counted.map(({ personId }) => personId);
  const isOne = and(eq(personVerdicts.companyId, companyId), inArray(personVerdicts.personId, ids));
  const before = await transaction
    .select({ personId: personVerdicts.personId, verdict: personVerdicts.verdict })
    .from(personVerdicts)
    .where(isOne)
    .orderBy(asc(personVerdicts.personId))
    .for('update');
  const own = sql`
    select wanted."personId", wanted."isReached", wanted.basis,
      case when ${people.disabledAt} is not null then 'stopped'
        else coalesce((${RANKS})[min(array_position(${RANKS}, ${deviceVerdicts.verdict}))], 'never-reported') end as verdict,
      count(*) filter (where ${deviceVerdicts.verdict} <> 'retired') as devices,
      count(*) filter (where ${deviceVerdicts.verdict} = 'stopped') as stopped,
      bool_or(${deviceVerdicts.isEnforced}) filter (where ${deviceVerdicts.verdict} <> 'retired') as enforced,
      max(${deviceVerdicts.reportedAt}) as seen
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        as wanted("personId" uuid, "isReached" boolean, basis text)
      join ${people} on ${people.companyId} = ${companyId} and ${people.id} = wanted."personId"
      left join ${deviceVerdicts} on ${deviceVerdicts.companyId} = ${companyId}
        and ${deviceVerdicts.personId} = wanted."personId"
    group by wanted."personId", wanted."isReached", wanted.basis, ${people.disabledAt}`;
  const after = await transaction
    .update(personVerdicts)
    .set({
      verdict: sql`own.verdict`,
      since: sql`case when ${personVerdicts.verdict} = own.verdict then ${personVerdicts.since} else ${now.toISOString()}::timestamptz end`,
      isReached: sql`coalesce(own."isReached", ${personVerdicts.isReached})`,
      isEnforced: sql`coalesce(own.enforced, own."isReached", ${personVerdicts.isReached})`,
      devices: sql`own.devices`,
      devicesStopped: sql`own.stopped`,
      lastSeenAt: sql`own.seen`,
      basis: sql`coalesce(own.basis, ${personVerdicts.basis})`,
      isToCount: false,
    })
    .from(sql`(${own}) as own`)
    .where(and(eq(personVerdicts.companyId, companyId), sql`${personVerdicts.personId} = own."personId"`))
    .returning({ personId: personVerdicts.personId, verdict: personVerdicts.verdict });
  const was = new Map(before.map(({ personId, verdict }) => [personId, verdict]));
  return after.flatMap(({ personId, verdict }) => {
    const old = was.get(personId);
    return old === undefined || old === verdict ? [] : [{ personId, before: old, after: verdict }];
  });
}

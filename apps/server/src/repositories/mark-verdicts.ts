import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type devices, deviceVerdicts, type people, personVerdicts, type VerdictMark } from '../database/schema.ts';

/** No policy has it: what was never judged. */
const NEVER_JUDGED = '';

/** Has these computers, or everything of these people, judged again within a second or so of the end of the transaction. */
export async function markVerdicts(
  database: Database,
  companyId: string,
  of: { readonly deviceRowIds: readonly string[] } | { readonly personIds: readonly string[] },
): Promise<void> {
  const isOfPeople = 'personIds' in of;
  const ids = isOfPeople ? of.personIds : of.deviceRowIds;
  if (ids.length === 0) return;
  const mark: VerdictMark = isOfPeople ? 'person' : 'computer';
  const named = isOfPeople ? deviceVerdicts.personId : deviceVerdicts.deviceRowId;
  await database
    .update(deviceVerdicts)
    .set({ mark })
    .where(and(eq(deviceVerdicts.companyId, companyId), inArray(named, [...ids])));
  // Whose a computer is, is counted with it. Who marks several, one after another, would else hold people and wait for computers.
  if (!isOfPeople) return;
  await database
    .update(personVerdicts)
    .set({ isToCount: true, basis: NEVER_JUDGED })
    .where(and(eq(personVerdicts.companyId, companyId), inArray(personVerdicts.personId, [...ids])));
}

/** A row for a computer that was just shown: nothing is known of it. */
export async function addDeviceVerdict(
  database: Database,
  {
    companyId,
    id,
    personId,
    createdAt,
  }: Pick<typeof devices.$inferSelect, 'companyId' | 'id' | 'personId' | 'createdAt'>,
): Promise<void> {
  await database
    .insert(deviceVerdicts)
    .values({
      companyId,
      deviceRowId: id,
      personId,
      verdict: 'never-reported',
      previous: 'never-reported',
      since: createdAt,
      isEnforced: false,
      basis: NEVER_JUDGED,
      mark: 'computer',
    })
    .onConflictDoNothing();
}

/** Rows for people of whom nothing is known yet. */
export async function addPersonVerdicts(
  database: Database,
  those: readonly Pick<typeof people.$inferSelect, 'companyId' | 'id' | 'createdAt'>[],
): Promise<void> {
  if (those.length === 0) return;
  await database
    .insert(personVerdicts)
    .values(
      those.map(({ companyId, id, createdAt }) => ({
        companyId,
        personId: id,
        verdict: 'never-reported' as const,
        since: createdAt,
        isReached: false,
        isEnforced: false,
        devices: 0,
        devicesStopped: 0,
        basis: NEVER_JUDGED,
        isToCount: true,
      })),
    )
    .onConflictDoNothing();
}

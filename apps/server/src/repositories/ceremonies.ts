import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { ceremonies } from '../database/schema.ts';

export type Ceremony = typeof ceremonies.$inferSelect;

export async function storeCeremony(database: Database, ceremony: Ceremony): Promise<void> {
  await database.insert(ceremonies).values(ceremony);
}

/** Takes what was begun, once: of many at a time one gets it. @returns null when it is unknown, over or was taken */
export async function takeCeremonyRow(
  database: Database,
  companyId: string,
  kind: string,
  keyHash: string,
  now: Date,
): Promise<Ceremony | null> {
  const rows = await database
    .update(ceremonies)
    .set({ usedAt: now })
    .where(
      and(
        eq(ceremonies.companyId, companyId),
        eq(ceremonies.keyHash, keyHash),
        eq(ceremonies.kind, kind),
        isNull(ceremonies.usedAt),
        gt(ceremonies.expiresAt, now),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Reads what may be read more than once. @returns null when it is unknown or over */
export async function findCeremonyRow(
  database: Database,
  companyId: string,
  kind: string,
  keyHash: string,
  now: Date,
): Promise<Ceremony | null> {
  const rows = await database
    .select()
    .from(ceremonies)
    .where(
      and(
        eq(ceremonies.companyId, companyId),
        eq(ceremonies.keyHash, keyHash),
        eq(ceremonies.kind, kind),
        gt(ceremonies.expiresAt, now),
      ),
    );
  return rows[0] ?? null;
}

/** Remembers that something was used. @returns false when it was used before */
export async function rememberOnce(
  database: Database,
  used: Pick<Ceremony, 'companyId' | 'keyHash' | 'kind' | 'expiresAt'>,
): Promise<boolean> {
  const rows = await database
    .insert(ceremonies)
    .values({ ...used, sealed: '', usedAt: null })
    .onConflictDoNothing()
    .returning({ keyHash: ceremonies.keyHash });
  return rows.length === 1;
}

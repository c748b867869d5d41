import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { oidcRecords } from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';

export type OidcRecord = typeof oidcRecords.$inferSelect;

/** Names one record of a company: an interaction, a code, a token, a grant. */
export type RecordKey = Pick<OidcRecord, 'companyId' | 'model' | 'id'>;

const isOne = (given: Given<RecordKey>) =>
  and(eq(oidcRecords.companyId, given.companyId), eq(oidcRecords.model, given.model), eq(oidcRecords.id, given.id));

const isInTime = (now: unknown) => sql`(${oidcRecords.expiresAt} is null or ${oidcRecords.expiresAt} > ${now})`;

const selectOne = statement('oidc_record', (database, given: Given<RecordKey & { now: string }>) =>
  database
    .select()
    .from(oidcRecords)
    .where(and(isOne(given), isInTime(given.now))),
);

/** Not one that is over. */
export async function findOidcRecord(database: Database, key: RecordKey, now: Date): Promise<OidcRecord | null> {
  const rows = await selectOne(database, { ...key, now: now.toISOString() });
  return rows[0] ?? null;
}

/** @param by what else names it */
export async function findOidcRecordBy(
  database: Database,
  { companyId, model }: Pick<RecordKey, 'companyId' | 'model'>,
  by: { readonly uid: string } | { readonly userCode: string },
  now: Date,
): Promise<OidcRecord | null> {
  const isIt = 'uid' in by ? eq(oidcRecords.uid, by.uid) : eq(oidcRecords.userCode, by.userCode);
  const isOfModel = and(eq(oidcRecords.companyId, companyId), eq(oidcRecords.model, model));
  const rows = await database
    .select()
    .from(oidcRecords)
    .where(and(isOfModel, isIt, isInTime(now.toISOString())));
  return rows[0] ?? null;
}

const CHANGED = ['payload', 'grantId', 'uid', 'userCode', 'expiresAt'] as const;

const upsert = statement('oidc_record_upsert', (database, given: Given<OidcRecord>) =>
  database
    .insert(oidcRecords)
    .values(rowOf(oidcRecords, given))
    .onConflictDoUpdate({
      target: [oidcRecords.companyId, oidcRecords.model, oidcRecords.id],
      set: Object.fromEntries(CHANGED.map((name) => [name, sql`excluded.${sql.identifier(oidcRecords[name].name)}`])),
    }),
);

/** Keeps a record. One that was consumed stays so. */
export async function keepOidcRecord(database: Database, record: Omit<OidcRecord, 'consumedAt'>): Promise<void> {
  await upsert(database, { ...record, consumedAt: null });
}

const consume = statement('oidc_record_consume', (database, given: Given<RecordKey & { now: Date }>) =>
  database
    .update(oidcRecords)
    .set({ consumedAt: sql`${given.now}` })
    .where(and(isOne(given), isNull(oidcRecords.consumedAt)))
    .returning({ id: oidcRecords.id }),
);

/** @returns false: it had been consumed before, and what it gave is taken back */
export async function consumeOidcRecord(database: Database, key: RecordKey, now: Date): Promise<boolean> {
  const taken = await consume(database, { ...key, now });
  if (taken.length > 0) return true;
  const { companyId, model, id } = key;
  const isIt = and(eq(oidcRecords.companyId, companyId), eq(oidcRecords.model, model), eq(oidcRecords.id, id));
  const [row] = await database.select({ grantId: oidcRecords.grantId }).from(oidcRecords).where(isIt);
  if (row !== undefined && row.grantId !== null) await revokeGrant(database, companyId, row.grantId);
  return false;
}

/** A token of it that is about to be kept is worth nothing either: no token counts without its grant. */
async function revokeGrant(database: Database, companyId: string, grantId: string): Promise<void> {
  const isGrant = and(
    eq(oidcRecords.companyId, companyId),
    eq(oidcRecords.model, 'Grant'),
    eq(oidcRecords.id, grantId),
  );
  await database.delete(oidcRecords).where(or(isGrant, isGivenBy(companyId, grantId)));
}

const remove = statement('oidc_record_delete', (database, given: Given<RecordKey>) =>
  database.delete(oidcRecords).where(isOne(given)),
);

export async function deleteOidcRecord(database: Database, key: RecordKey): Promise<void> {
  await remove(database, key);
}

/** What was given by a grant, without the grant itself. */
export async function deleteGivenBy(database: Database, companyId: string, grantId: string): Promise<void> {
  await database.delete(oidcRecords).where(isGivenBy(companyId, grantId));
}

function isGivenBy(companyId: string, grantId: string) {
  return and(eq(oidcRecords.companyId, companyId), eq(oidcRecords.grantId, grantId));
}

import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceAccounts } from '../database/schema.ts';

export type DeviceAccount = typeof deviceAccounts.$inferSelect;

/** Keeps a new device token, and forgets those of the same person that no one used in time. */
export async function createDeviceAccount(database: Database, account: DeviceAccount): Promise<void> {
  await database
    .delete(deviceAccounts)
    .where(
      and(
        eq(deviceAccounts.companyId, account.companyId),
        eq(deviceAccounts.personId, account.personId),
        isNull(deviceAccounts.claimedAt),
        lte(deviceAccounts.expiresAt, account.createdAt),
      ),
    );
  await database.insert(deviceAccounts).values(account);
}

export async function findDeviceAccount(
  database: Database,
  companyId: string,
  tokenHash: string,
): Promise<DeviceAccount | null> {
  const rows = await database
    .select()
    .from(deviceAccounts)
    .where(and(eq(deviceAccounts.companyId, companyId), eq(deviceAccounts.tokenHash, tokenHash)));
  return rows[0] ?? null;
}

/** Claims a device token: one statement, so that of two at once exactly one wins. @returns null when it is over or taken */
export async function claimStoredAccount(
  database: Database,
  companyId: string,
  tokenHash: string,
  claim: { readonly accountId: string; readonly claimedAt: Date },
): Promise<DeviceAccount | null> {
  const rows = await database
    .update(deviceAccounts)
    .set(claim)
    .where(
      and(
        eq(deviceAccounts.companyId, companyId),
        eq(deviceAccounts.tokenHash, tokenHash),
        isNull(deviceAccounts.claimedAt),
        gt(deviceAccounts.expiresAt, claim.claimedAt),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** How many device tokens of a person wait for a client to claim them. */
export async function countDeviceTokens(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<number> {
  return database.$count(
    deviceAccounts,
    and(
      eq(deviceAccounts.companyId, companyId),
      eq(deviceAccounts.personId, personId),
      isNull(deviceAccounts.claimedAt),
      gt(deviceAccounts.expiresAt, now),
    ),
  );
}

/**
 * Voids the device tokens of people that no client has claimed: anyone who took a session over may have made them, for a
 * computer of their own. What was claimed is a computer in the list of the person.
 */
export async function withdrawDeviceTokens(
  database: Database,
  companyId: string,
  ...personIds: readonly string[]
): Promise<void> {
  await database
    .delete(deviceAccounts)
    .where(
      and(
        eq(deviceAccounts.companyId, companyId),
        inArray(deviceAccounts.personId, [...personIds]),
        isNull(deviceAccounts.claimedAt),
      ),
    );
}

/** Notes which device an account was given to. */
export async function bindDeviceAccount(
  database: Database,
  { companyId, tokenHash }: DeviceAccount,
  deviceRowId: string,
): Promise<void> {
  await database
    .update(deviceAccounts)
    .set({ deviceRowId })
    .where(and(eq(deviceAccounts.companyId, companyId), eq(deviceAccounts.tokenHash, tokenHash)));
}

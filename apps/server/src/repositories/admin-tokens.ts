import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { adminTokens, companies, people, roles } from '../database/schema.ts';
import type { Role } from './roles.ts';

export type AdminToken = typeof adminTokens.$inferSelect;

/** Who made a token, as they stand at this very moment. */
export interface TokenOwner {
  readonly companyId: string;
  readonly personId: string;
  readonly login: string;
  readonly isBlocked: boolean;
  readonly role: Pick<Role, 'role' | 'reach'> | null;
  /** Who runs the company in which they are at home. */
  readonly mspId: string | null;
}

/** A token, and who made it. Null: no person that is still here. */
export interface OwnedToken {
  readonly token: AdminToken;
  readonly owner: TokenOwner | null;
}

/** Of whom a token was made. */
type Owner = Pick<TokenOwner, 'companyId' | 'personId'>;

const SEEN_EVERY_MS = 60_000;
const CLOCKS_DIFFER_MS = 60_000;

async function findOwned(database: Database, wanted: SQL | undefined): Promise<OwnedToken[]> {
  const rows = await database
    .select({
      token: adminTokens,
      login: people.login,
      disabledAt: people.disabledAt,
      role: roles.role,
      reach: roles.reach,
      mspId: companies.mspId,
    })
    .from(adminTokens)
    .leftJoin(people, and(eq(people.companyId, adminTokens.ownerCompanyId), eq(people.id, adminTokens.ownerId)))
    .leftJoin(roles, and(eq(roles.companyId, adminTokens.ownerCompanyId), eq(roles.personId, adminTokens.ownerId)))
    .leftJoin(companies, eq(companies.id, adminTokens.ownerCompanyId))
    .where(wanted)
    .orderBy(desc(adminTokens.createdAt), asc(adminTokens.id));
  return rows.map(({ token, login, disabledAt, role, reach, mspId }) => {
    const { ownerCompanyId: companyId, ownerId: personId } = token;
    if (companyId === null || personId === null || login === null) return { token, owner: null };
    const held = role === null || reach === null ? null : { role, reach };
    return { token, owner: { companyId, personId, login, isBlocked: disabledAt !== null, role: held, mspId } };
  });
}

/** A token that is neither over nor revoked. */
export async function findAdminToken(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<OwnedToken | null> {
  const [found] = await findOwned(
    database,
    and(eq(adminTokens.companyId, companyId), eq(adminTokens.tokenHash, tokenHash), isLive(now)),
  );
  return found ?? null;
}

/** Keeps a good token from being ended until the transaction is over. @returns null: it is over, or was revoked */
export async function holdToken(
  transaction: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<OwnedToken | null> {
  const isThis = and(eq(adminTokens.companyId, companyId), eq(adminTokens.id, id), isLive(now));
  const held = await transaction.select({ id: adminTokens.id }).from(adminTokens).where(isThis).for('update');
  return held.length === 0 ? null : ((await findOwned(transaction, isThis))[0] ?? null);
}

/** Whether a token, by its id, was taken back. One that is over by its time, or by a sign-out of its own, was not. */
export async function isTokenRevoked(database: Database, companyId: string, id: string): Promise<boolean> {
  const token = await findAdminTokenById(database, companyId, id);
  return token === null || token.revokedAt !== null;
}

/** Ends a token as its time does: no one takes back what was done with it. */
export async function letTokenExpire(database: Database, companyId: string, id: string, now: Date): Promise<void> {
  await database
    .update(adminTokens)
    .set({ expiresAt: now })
    .where(and(eq(adminTokens.companyId, companyId), eq(adminTokens.id, id)));
}

/** A company's tokens, the newest first. */
export async function findAdminTokens(database: Database, companyId: string): Promise<OwnedToken[]> {
  return findOwned(database, eq(adminTokens.companyId, companyId));
}

export async function findAdminTokenById(
  database: Database,
  companyId: string,
  id: string,
): Promise<AdminToken | null> {
  const rows = await database
    .select()
    .from(adminTokens)
    .where(and(eq(adminTokens.companyId, companyId), eq(adminTokens.id, id)));
  return rows[0] ?? null;
}

/** What a person made, in whichever company, and is good still. */
export async function findTokensMadeBy(database: Database, owner: Owner, now: Date): Promise<AdminToken[]> {
  return database
    .select()
    .from(adminTokens)
    .where(and(isMadeBy(owner), isLive(now)))
    .orderBy(desc(adminTokens.createdAt), asc(adminTokens.id));
}

/** Ends what a person made, in whichever company. @returns what ended */
export async function endTokensMadeBy(database: Database, owner: Owner, now: Date): Promise<AdminToken[]> {
  return endTokens(database, isMadeBy(owner), now);
}

/** The same of other companies than their own alone: their role reaches there no longer. */
export async function endTokensElsewhere(database: Database, owner: Owner, now: Date): Promise<AdminToken[]> {
  return endTokens(database, and(isMadeBy(owner), ne(adminTokens.companyId, owner.companyId)), now);
}

/** What people of other companies made for this one, and people of this one for others, and is good still. */
export async function findTokensAcross(database: Database, companyId: string, now: Date): Promise<AdminToken[]> {
  return database
    .select()
    .from(adminTokens)
    .where(and(isAcross(companyId), isLive(now)));
}

/** Ends these: the company has another provider, or none. */
export async function endTokensAcross(database: Database, companyId: string, now: Date): Promise<AdminToken[]> {
  return endTokens(database, isAcross(companyId), now);
}

/** What people made who sign in at an identity provider, and is good still. */
export async function findTokensMadeFrom(
  database: Database,
  { companyId, upstreamId }: { readonly companyId: string; readonly upstreamId: string },
  now: Date,
): Promise<AdminToken[]> {
  const rows = await database
    .select({ token: adminTokens })
    .from(adminTokens)
    .innerJoin(people, and(eq(people.companyId, adminTokens.ownerCompanyId), eq(people.id, adminTokens.ownerId)))
    .where(and(eq(people.companyId, companyId), eq(people.upstreamId, upstreamId), isLive(now)))
    .orderBy(desc(adminTokens.createdAt), asc(adminTokens.id));
  return rows.map(({ token }) => token);
}

async function endTokens(database: Database, which: SQL | undefined, now: Date): Promise<AdminToken[]> {
  return database
    .update(adminTokens)
    .set({ revokedAt: now })
    .where(and(which, isLive(now)))
    .returning();
}

/** What was made in sessions of a company, for whichever company, and is good still. */
export async function findTokensMadeIn(
  database: Database,
  companyId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<AdminToken[]> {
  return database
    .select()
    .from(adminTokens)
    .where(and(isMadeIn(companyId, sessionIds), isLive(now)))
    .orderBy(desc(adminTokens.createdAt), asc(adminTokens.id));
}

/** Ends what was made in these sessions. To be called after those have ended, in a statement of its own. @returns what ended */
export async function endTokensMadeIn(
  transaction: Database,
  companyId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<AdminToken[]> {
  if (sessionIds.length === 0) return [];
  return endTokens(transaction, isMadeIn(companyId, sessionIds), now);
}

/** Gives what was made in sessions to the one that takes their place: who signs in again has not left. */
export async function handOverTokens(
  transaction: Database,
  companyId: string,
  { from, to }: { readonly from: readonly string[]; readonly to: string },
): Promise<void> {
  await transaction.update(adminTokens).set({ sessionId: to }).where(isMadeIn(companyId, from));
}

export async function insertAdminToken(database: Database, token: AdminToken): Promise<void> {
  await database.insert(adminTokens).values(token);
}

export async function revokeAdminToken(database: Database, companyId: string, id: string, now: Date): Promise<void> {
  await database
    .update(adminTokens)
    .set({ revokedAt: now })
    .where(and(eq(adminTokens.companyId, companyId), eq(adminTokens.id, id)));
}

/** Keeps when a token was used last, to the minute. */
export async function touchAdminToken(database: Database, token: AdminToken, now: Date): Promise<void> {
  const { companyId, id, lastUsedAt } = token;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < SEEN_EVERY_MS) return;
  await database
    .update(adminTokens)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(adminTokens.companyId, companyId),
        eq(adminTokens.id, id),
        or(isNull(adminTokens.lastUsedAt), lt(adminTokens.lastUsedAt, now)),
      ),
    );
}

/** One that was made by a clock ahead is none yet: servers may differ by a minute. */
function isLive(now: Date): SQL | undefined {
  const soon = new Date(now.getTime() + CLOCKS_DIFFER_MS);
  return and(isNull(adminTokens.revokedAt), gt(adminTokens.expiresAt, now), lte(adminTokens.createdAt, soon));
}

function isMadeIn(companyId: string, sessionIds: readonly string[]): SQL | undefined {
  return and(eq(adminTokens.ownerCompanyId, companyId), inArray(adminTokens.sessionId, [...sessionIds]));
}

function isAcross(companyId: string): SQL | undefined {
  const [here, ofUs] = [eq(adminTokens.companyId, companyId), eq(adminTokens.ownerCompanyId, companyId)];
  return and(or(here, ofUs), ne(adminTokens.companyId, adminTokens.ownerCompanyId));
}

function isMadeBy({ companyId, personId }: Owner): SQL | undefined {
  return and(eq(adminTokens.ownerCompanyId, companyId), eq(adminTokens.ownerId, personId));
}

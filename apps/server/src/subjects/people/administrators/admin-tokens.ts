import { randomUUID } from 'node:crypto';
import { type ADMIN_CALLS, ADMIN_ROLES, type AdminRole, type Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { createToken, hashToken } from '../../../operations/crypto/tokens.ts';
import {
  type AdminToken,
  findAdminTokens,
  insertAdminToken,
  revokeAdminToken,
} from '../../../repositories/admin-tokens.ts';
import type { Database } from '../../../database/database.ts';
import { findPersonWithRole } from '../../../repositories/admin-people.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { type Acting, additions, carryOut } from '../../audit/acting.ts';
import { type Behind, roleOfToken } from '../../audit/standing.ts';
import { noteOnWhatTokenDid } from './note-on-what-stays.ts';
import { describeOwner } from './token-owners.ts';

const DAY_MS = 86_400_000;
/** So that a scanner for secrets, or a person, sees what it is. */
export const TOKEN_PREFIX = 'vestibule-admin-';

export async function listTokens({ database, company }: ServerContext) {
  return (await findAdminTokens(database, company.id)).map((owned) => ({
    ...describeToken(owned.token),
    madeBy: describeOwner(owned),
    actsAs: roleOfToken(owned, company),
  }));
}

/** A token as it is shown; never the token itself. */
export function describeToken({ id, name, role, createdAt, expiresAt, revokedAt, lastUsedAt }: AdminToken) {
  return {
    id,
    name,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Makes a token for the command line of another computer. It is shown this once; the database keeps its hash.
 * @param ownerId at the server: the person who answers for it, as if they had made it
 */
export async function createAdminToken(
  acting: Acting,
  { name, role, days, ownerId }: z.infer<typeof ADMIN_CALLS.adminCreateToken.body>,
): Promise<
  | (Outcome & { token: string | null; tokenId: string | null })
  | Refusal<'already_there' | 'not_signed_in' | 'not_found' | 'not_possible'>
> {
  const { context } = acting;
  const behind = await findBehind(acting, role, ownerId);
  if (isRefusal(behind)) return behind;
  const { database, company, now } = context;
  const isUsable = ({ revokedAt, expiresAt }: AdminToken) => revokedAt === null && expiresAt > now();
  const whyNot = async (place: Database) =>
    (await findAdminTokens(place, company.id)).some(({ token }) => token.name === name && isUsable(token))
      ? refuse('already_there', `There is a token called ${name} already. Revoke it, or choose another name.`)
      : null;
  const refusal = await whyNot(database);
  if (refusal !== null) return refusal;
  const token = `${TOKEN_PREFIX}${createToken()}`;
  const id = randomUUID();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  const outcome = await carryOut<'already_there'>(
    acting,
    {
      action: 'admin-token',
      target: name,
      changes: additions({ name, role, expiresAt: expiresAt.toISOString() }),
      details: { what: 'created', id, ...(behind.kind === 'person' ? { personId: behind.personId } : {}) },
    },
    async (transaction) => {
      const row = { companyId: company.id, id, name, tokenHash: hashToken(token), role, createdAt, expiresAt };
      const taken = await whyNot(transaction);
      if (taken === null) {
        await insertAdminToken(transaction, { ...row, ...ownerOf(behind), revokedAt: null, lastUsedAt: null });
      }
      return taken;
    },
  );
  if (isRefusal(outcome)) return outcome;
  return outcome.isDryRun ? { ...outcome, token: null, tokenId: null } : { ...outcome, token, tokenId: id };
}

async function findBehind(
  { context, administrator }: Acting,
  asked: AdminRole,
  ownerId: string | undefined,
): Promise<Behind | Refusal<'not_found' | 'not_possible'>> {
  if (ownerId === undefined) return administrator.behind;
  if (administrator.behind.kind !== 'server') {
    return refuse('not_possible', 'A token that you make is yours. For a colleague one is made at the server.');
  }
  const found = await findPersonWithRole(context.database, context.company.id, ownerId);
  if (found === null) return refuse('not_found', 'There is no such person.');
  const { login } = found.person;
  if (found.role === null)
    return refuse('not_possible', `${login} has no role, so a token of theirs does nothing. Give them one first.`);
  const { role } = found.role;
  if (ADMIN_ROLES.indexOf(asked) > ADMIN_ROLES.indexOf(role))
    return refuse('not_possible', `${login} has the role ${role}, so a token of theirs does no more: ask for ${role}.`);
  return { kind: 'person', companyId: context.company.id, personId: ownerId, sessionId: null };
}

function ownerOf(behind: Behind): Pick<AdminToken, 'madeBy' | 'ownerCompanyId' | 'ownerId' | 'sessionId'> {
  return behind.kind === 'person'
    ? { madeBy: 'person', ownerCompanyId: behind.companyId, ownerId: behind.personId, sessionId: behind.sessionId }
    : { madeBy: 'server', ownerCompanyId: null, ownerId: null, sessionId: null };
}

export async function revokeToken(acting: Acting, id: string): Promise<Outcome | Refusal<'not_found'>> {
  const { context } = acting;
  const { database, company, now } = context;
  const token = (await findAdminTokens(database, company.id)).find((one) => one.token.id === id)?.token;
  if (token === undefined || token.revokedAt !== null) {
    return refuse('not_found', 'There is no such token, or it was revoked before.');
  }
  const revokedAt = now();
  return carryOut(
    acting,
    {
      action: 'admin-token',
      target: token.name,
      changes: [{ field: 'revokedAt', from: null, to: revokedAt.toISOString() }],
      details: { what: 'revoked', id, ...(token.ownerId === null ? {} : { personId: token.ownerId }) },
      warnings: await noteOnWhatTokenDid(context, token),
    },
    async (transaction) => {
      await revokeAdminToken(transaction, company.id, id, revokedAt);
      return null;
    },
  );
}

import { randomUUID } from 'node:crypto';
import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { createToken, hashToken } from '../../crypto/tokens.ts';
import { findAdminTokens, insertAdminToken, revokeAdminToken } from '../../repositories/admin-credentials.ts';
import type { Database } from '../../database/database.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import type { AdminToken } from '../../repositories/roles.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../server-context.ts';
import { type Acting, additions, carryOut, isByToken } from './acting.ts';

const DAY_MS = 86_400_000;
/** So that a scanner for secrets, or a person, sees what it is. */
const PREFIX = 'vestibule-admin-';

export async function listTokens({ database, company }: ServerContext) {
  return (await findAdminTokens(database, company.id)).map(({ id, name, role, createdAt, expiresAt, revokedAt }) => ({
    id,
    name,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}

/** Makes a token for the command line of another computer. It is shown this once; the database keeps its hash. */
export async function createAdminToken(
  acting: Acting,
  { name, role, days }: z.infer<typeof ADMIN_CALLS.adminCreateToken.body>,
): Promise<(Outcome & { token: string | null; tokenId: string | null }) | Refusal<'already_there' | 'role_missing'>> {
  const { context } = acting;
  const { database, company, now } = context;
  if (isByToken(acting)) return refuse('role_missing', 'Tokens are made by a person or at the server, not by a token.');
  const isUsable = ({ revokedAt, expiresAt }: AdminToken) => revokedAt === null && expiresAt > now();
  const whyNot = async (place: Database) =>
    (await findAdminTokens(place, company.id)).some((token) => token.name === name && isUsable(token))
      ? refuse('already_there', `There is a token called ${name} already. Revoke it, or choose another name.`)
      : null;
  const refusal = await whyNot(database);
  if (refusal !== null) return refusal;
  const token = `${PREFIX}${createToken()}`;
  const id = randomUUID();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  const outcome = await carryOut<'already_there'>(
    acting,
    {
      action: 'admin-token',
      target: name,
      changes: additions({ name, role, expiresAt: expiresAt.toISOString() }),
      details: { what: 'created', id },
    },
    async (transaction) => {
      const row = { companyId: company.id, id, name, tokenHash: hashToken(token), role, createdAt, expiresAt };
      await lockCompany(transaction, company.id);
      const taken = await whyNot(transaction);
      if (taken === null) await insertAdminToken(transaction, { ...row, revokedAt: null });
      return taken;
    },
  );
  if (isRefusal(outcome)) return outcome;
  return outcome.isDryRun ? { ...outcome, token: null, tokenId: null } : { ...outcome, token, tokenId: id };
}

export async function revokeToken(acting: Acting, id: string): Promise<Outcome | Refusal<'not_found'>> {
  const { context } = acting;
  const { database, company, now } = context;
  const token = (await findAdminTokens(database, company.id)).find((one) => one.id === id);
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
      details: { what: 'revoked', id },
    },
    async (transaction) => {
      await revokeAdminToken(transaction, company.id, id, revokedAt);
      return null;
    },
  );
}

import { createHash, randomUUID } from 'node:crypto';
import {
  type ADMIN_CALLS,
  type AdminRole,
  COMMAND_LINE_SIGN_IN_HOURS,
  type Outcome,
  type redeemCommandLineCodeCall,
} from '@vestibule/contracts';
import * as z from 'zod';
import type * as mini from 'zod/mini';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import type { Database } from '../../../database/database.ts';
import { createToken, hashToken, isSameText } from '../../../operations/crypto/tokens.ts';
import {
  findAdminTokenById,
  insertAdminToken,
  letTokenExpire,
  revokeAdminToken,
} from '../../../repositories/admin-tokens.ts';
import { findPerson, findWebSessionById, type Person } from '../../../repositories/people.ts';
import { holdSession } from '../../../repositories/opened-sessions.ts';
import { lockPerson } from '../../../repositories/person-lock.ts';
import { findRole, type Role } from '../../../repositories/roles.ts';
import { type Acting, additions, carryOut } from '../../audit/acting.ts';
import { audit } from '../../audit/audit.ts';
import { beginCeremony, type CeremonyKind, readCeremony, takeCeremony } from '../factors/ceremonies.ts';
import { TOKEN_PREFIX } from './admin-tokens.ts';

const CODE_LIFE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What a person has allowed, until the command line comes for it. */
const COMMAND_LINE_CODE = {
  kind: 'command-line-code',
  lifeMs: CODE_LIFE_MS,
  content: z.object({
    personId: z.uuid(),
    sessionId: z.uuid(),
    challenge: z.string(),
    port: z.int(),
    computer: z.string(),
    basis: z.string(),
    /** Of the token that will be made: a code that comes twice ends it. */
    tokenId: z.uuid(),
  }),
} satisfies CeremonyKind<unknown>;
type Allowed = z.infer<typeof COMMAND_LINE_CODE.content>;

type Asked = mini.infer<typeof ADMIN_CALLS.adminAllowCommandLine.body>;
type Shown = mini.infer<typeof redeemCommandLineCodeCall.body>;

/** Lets a command line act as the person who calls in their session: a code for it, which leaves by their own browser. */
export async function allowCommandLine(
  acting: Acting,
  { port, challenge, computer, login }: Asked,
): Promise<(Outcome & { code: string | null }) | Refusal<'not_possible' | 'not_signed_in'>> {
  const { context, administrator } = acting;
  const { behind, role } = administrator;
  if (behind.kind !== 'person' || behind.sessionId === null) {
    return refuse('not_possible', 'This is allowed by a person in a browser. Here you need no sign-in.');
  }
  const { personId, sessionId, companyId } = behind;
  if (companyId !== context.company.id) {
    return refuse('not_possible', 'Sign in at your own company’s address: such a sign-in is for that company.');
  }
  if (login !== administrator.name) {
    return refuse(
      'not_possible',
      `In this browser ${administrator.name} is signed in by now. Load the page again, to see as whom it acts.`,
    );
  }
  const code = createToken();
  const tokenId = randomUUID();
  const outcome = await carryOut<'not_signed_in'>(
    acting,
    {
      action: 'admin-token',
      target: { id: personId, login: administrator.name },
      changes: additions({ role, hours: COMMAND_LINE_SIGN_IN_HOURS }),
      details: { what: 'allowed', id: tokenId, personId, label: computer },
    },
    async (transaction) => {
      const held = await findRole(transaction, companyId, personId);
      const person = await findPerson(transaction, companyId, personId);
      if (held === null || person === null) return refuse('not_signed_in', 'The role was taken meanwhile.');
      const basis = basisOf(person, held);
      const allowed = { personId, sessionId, challenge, port, computer, basis, tokenId };
      await beginCeremony({ ...context, database: transaction }, COMMAND_LINE_CODE, code, allowed);
      return null;
    },
  );
  if ('refused' in outcome) return outcome;
  return { ...outcome, code: outcome.isDryRun ? null : code };
}

interface SignedIn {
  readonly token: string;
  readonly name: string;
  readonly login: string;
  readonly role: AdminRole;
  readonly companyName: string;
  readonly expiresAt: string;
}

/** Makes the token that a person has allowed. A code is spent by the first try, whatever becomes of it. */
export async function redeemCommandLineCode(
  context: ServerContext,
  origin: Origin,
  shown: Shown,
): Promise<SignedIn | Refusal<'not_signed_in'>> {
  const allowed = await readCeremony(context, COMMAND_LINE_CODE, shown.code);
  // Anybody may send what looks like a code: no one's log grows by it.
  if (allowed === null) return refuse('not_signed_in', 'The code is over, or was made for another company or none.');
  const { database, company } = context;
  return database.transaction(async (transaction) => {
    // The person first: of two who come with one code, and of who signs them out everywhere meanwhile, each sees the other.
    await lockPerson(transaction, company.id, allowed.personId);
    const within = { ...context, database: transaction };
    const isFirst = (await takeCeremony(within, COMMAND_LINE_CODE, shown.code)) !== null;
    const hasEnded = !isFirst && (await endToken(within, origin, allowed.tokenId, 'its code was shown twice'));
    const result = isFirst ? await makeToken(within, origin, allowed, shown) : usedBefore();
    // Each code has two such entries at most, however often it comes.
    if ('refused' in result && (isFirst || hasEnded)) {
      const details = { code: result.refused, what: isFirst ? 'refused' : 'shown-again', id: allowed.tokenId };
      await audit(within, origin, { action: 'admin-token', outcome: 'refused', details });
    }
    return result;
  });
}

async function makeToken(
  context: ServerContext,
  origin: Origin,
  allowed: Allowed,
  { verifier, port }: Shown,
): Promise<SignedIn | Refusal<'not_signed_in'>> {
  const { database, company, now } = context;
  const digest = createHash('sha256').update(verifier).digest('base64url');
  if (!isSameText(digest, allowed.challenge) || port !== allowed.port) {
    return refuse('not_signed_in', 'The code was made for another command line.');
  }
  const { personId, sessionId, computer, tokenId: id } = allowed;
  const person = await findStillSignedIn(context, sessionId);
  const role = person === null ? null : await findRole(database, company.id, personId);
  if (person === null || role === null || basisOf(person, role) !== allowed.basis) {
    return refuse(
      'not_signed_in',
      'Who allowed this was signed out meanwhile, or has another role or password by now.',
    );
  }
  const token = `${TOKEN_PREFIX}${createToken()}`;
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + COMMAND_LINE_SIGN_IN_HOURS * HOUR_MS);
  const name = `command line on ${computer} (${id.slice(0, 4)})`;
  const made = { companyId: company.id, id, name, tokenHash: hashToken(token), role: role.role, createdAt, expiresAt };
  const owner = { madeBy: 'person', ownerCompanyId: company.id, ownerId: personId, sessionId } as const;
  await insertAdminToken(database, { ...made, ...owner, revokedAt: null, lastUsedAt: null });
  const changes = additions({ name, role: role.role, expiresAt: expiresAt.toISOString() });
  const details = { what: 'created', id, personId, changes };
  await audit(context, origin, { action: 'admin-token', outcome: 'done', actor: person, target: name, details });
  const { login } = person;
  return { token, name, login, role: role.role, companyName: company.displayName, expiresAt: expiresAt.toISOString() };
}

/** What ends a person's tokens while their session goes on ends what they have allowed as well. */
function basisOf({ passwordHash }: Person, { role, createdAt }: Role): string {
  return hashToken(JSON.stringify([passwordHash, role, createdAt]));
}

async function findStillSignedIn({ database, company, now }: ServerContext, id: string): Promise<Person | null> {
  if (!(await holdSession(database, company.id, id))) return null;
  const found = await findWebSessionById(database, company.id, id, now());
  return found === null || found.person.disabledAt !== null ? null : found.person;
}

/** Two have the code, and no one can say which of them is the person's own command line. */
function usedBefore(): Refusal<'not_signed_in'> {
  return refuse('not_signed_in', 'The code was used before. If a sign-in was made with it, that has ended for safety.');
}

/** @returns whether there was one to end */
async function endToken(context: ServerContext, origin: Origin, id: string, why: string): Promise<boolean> {
  const { database, company, now } = context;
  const token = await findLiveToken(database, company.id, id);
  if (token === null) return false;
  const revokedAt = now();
  await revokeAdminToken(database, company.id, id, revokedAt);
  const changes = [{ field: 'revokedAt', from: null, to: revokedAt.toISOString() }];
  const details = { what: 'revoked', why, id, personId: token.ownerId, changes };
  await audit(context, origin, { action: 'admin-token', outcome: 'done', target: token.name, details });
  return true;
}

/** Ends the token that calls: the command line signs out. */
export async function endOwnToken(acting: Acting): Promise<Outcome | Refusal<'not_possible'>> {
  const { context, administrator } = acting;
  const { tokenId } = administrator;
  const token = tokenId === undefined ? null : await findLiveToken(context.database, context.company.id, tokenId);
  if (token === null) return refuse('not_possible', 'No token calls: there is none to end.');
  const expiresAt = context.now();
  return carryOut(
    acting,
    {
      action: 'admin-token',
      target: token.name,
      changes: [{ field: 'expiresAt', from: token.expiresAt.toISOString(), to: expiresAt.toISOString() }],
      details: { what: 'signed-out', id: token.id, ...(token.ownerId === null ? {} : { personId: token.ownerId }) },
    },
    async (transaction) => {
      await letTokenExpire(transaction, context.company.id, token.id, expiresAt);
      return null;
    },
  );
}

async function findLiveToken(database: Database, companyId: string, id: string) {
  const token = await findAdminTokenById(database, companyId, id);
  return token === null || token.revokedAt !== null ? null : token;
}

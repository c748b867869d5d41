import { ADMIN_ROLES, type AdminRole } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { holdToken, type OwnedToken } from '../../repositories/admin-tokens.ts';
import { findCompany } from '../../repositories/companies.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import { holdSession } from '../../repositories/opened-sessions.ts';
import { findWebSessionById } from '../../repositories/people.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { findRole } from '../../repositories/roles.ts';
import { type Installation, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { orRollBack } from '../../context/transaction-of.ts';

/** Who stands behind a call. */
export type Behind =
  | {
      readonly kind: 'person';
      readonly companyId: string;
      readonly personId: string;
      /** The session they call in; null: a token of theirs calls. */
      readonly sessionId: string | null;
      /** SHA-256 of the cookie that the call was let in by: a new password gives the session another one. */
      readonly cookieHash?: string;
    }
  | { readonly kind: 'server' };

/** By what an administrator's call was let in. */
export interface Standing {
  readonly role: AdminRole;
  /** May the person act on every company of the provider, or of the installation? */
  readonly reach: 'company' | 'msp' | 'installation';
  /** Who answers for it: who calls, or who made the token that calls. Asked by every rule about oneself. */
  readonly behind: Behind;
  /** The token that calls; left out: none does. */
  readonly tokenId?: string;
}

/** A call of an administrator, and what it is about. */
interface StandingAt {
  readonly installation: Pick<Installation, 'now'>;
  readonly companyId: string;
  readonly administrator: Standing;
}

/**
 * What a token may do at this very moment: what it was made for, and no more than the person who made it may do now. Asked
 * at every call, never remembered.
 * @returns null: nothing, because its owner is blocked, is gone, or has no role here any more
 */
export function roleOfToken(
  { token, owner }: OwnedToken,
  company: Pick<ServerContext['company'], 'id' | 'mspId'>,
): AdminRole | null {
  // A token of the server is no person's.
  if (token.madeBy !== 'person') return token.role;
  if (owner === null || owner.isBlocked || owner.role === null) return null;
  const { role, reach } = owner.role;
  const isAtHome = owner.companyId === company.id;
  const runsProvider = reach === 'msp' && owner.mspId !== null && owner.mspId === company.mspId;
  if (!isAtHome && !runsProvider) return null;
  return isBelow(role, token.role) ? role : token.role;
}

/**
 * Looks once more, where it is written, whether who calls may do it: they may have been signed out, blocked or given another role
 * since the call was let in. Who does that waits until this transaction is over, or was there first. To be called before
 * anything else is locked: the company is locked, then the person.
 * @throws RolledBack when they may not, which undoes the transaction and is what the call is answered
 */
export async function holdStanding(transaction: Database, acting: StandingAt): Promise<void> {
  await lockCompany(transaction, acting.companyId);
  const { behind } = acting.administrator;
  if (behind.kind === 'person') await lockPerson(transaction, behind.companyId, behind.personId);
  orRollBack((await whySignedOut(transaction, acting)) ?? (await whyLessMay(transaction, acting)));
}

async function whySignedOut(
  transaction: Database,
  { installation, administrator: { behind } }: StandingAt,
): Promise<Refusal<'not_signed_in'> | null> {
  if (behind.kind !== 'person' || behind.sessionId === null) return null;
  const { companyId, sessionId, cookieHash } = behind;
  // A call that was let in by the cookie from before a new password comes too late as well.
  const isHeld = await holdSession(transaction, companyId, sessionId, cookieHash);
  const found = isHeld ? await findWebSessionById(transaction, companyId, sessionId, installation.now()) : null;
  return found !== null && found.person.disabledAt === null
    ? null
    : refuse('not_signed_in', 'The session was ended meanwhile, or has another cookie by now.');
}

async function whyLessMay(
  transaction: Database,
  { installation, companyId, administrator }: StandingAt,
): Promise<Refusal<'not_signed_in' | 'role_missing'> | null> {
  const { behind, tokenId, role, reach } = administrator;
  const company = (await findCompany(transaction, companyId))?.company ?? null;
  if (tokenId !== undefined) {
    const held = await holdToken(transaction, companyId, tokenId, installation.now());
    const may = held === null || company === null ? null : roleOfToken(held, company);
    return may === null || isBelow(may, role)
      ? refuse('not_signed_in', 'The token has ended meanwhile, or may do less by now.')
      : null;
  }
  if (behind.kind !== 'person') return null;
  const held = await findRole(transaction, behind.companyId, behind.personId);
  const isAtHome = company === null || company.id === behind.companyId;
  const home = isAtHome ? company : (await findCompany(transaction, behind.companyId))?.company;
  return held === null || isBelow(held.role, role) || held.reach !== reach || home?.mspId !== company?.mspId
    ? refuse('role_missing', 'Your role was changed meanwhile. Load the page again.')
    : null;
}

function isBelow(role: AdminRole, wanted: AdminRole): boolean {
  return ADMIN_ROLES.indexOf(role) < ADMIN_ROLES.indexOf(wanted);
}

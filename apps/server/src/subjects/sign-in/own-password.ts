import { endAccessTokens } from '../../repositories/access-tokens.ts';
import { endTokensMadeBy } from '../../repositories/admin-tokens.ts';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import { findPerson, type Person, updatePerson } from '../../repositories/people.ts';
import { changeWebSession, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { withdrawDeviceTokens } from '../../repositories/device-accounts.ts';
import { withdrawWebTokens } from '../../repositories/web-tokens.ts';
import { audit } from '../audit/audit.ts';
import type { Caller } from '../../context/caller.ts';
import { hashPassword, isPasswordRight } from '../people/passwords.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { forgive, giveBack, mayTry, passwordAttempt } from '../people/attempts.ts';
import { whyFactorIsTooOld } from '../people/factors/proof.ts';
import { whyPasswordIsWeak } from '../people/password-rule.ts';
import { namesOf } from '../people/administrators/token-owners.ts';
import { sayEnded } from '../people/end-sessions.ts';
import { markBrowser } from '../people/known-browser.ts';
import { type SessionCookies } from './sessions.ts';
import type { Visit } from '../people/visit.ts';
import { whileSignedIn } from '../people/while-signed-in.ts';

type PasswordRefusal = Refusal<'password_wrong' | 'too_many_attempts'>;

/**
 * Changes the person's own password, by the one before and a fresh second factor where they have one. Every other session
 * ends, with every token that they made, and this one gets another cookie. The password that was
 * checked has to hold still when the new one is kept, and this session to live: who took the account back meanwhile has it.
 */
export async function changeOwnPassword(
  context: ServerContext,
  visit: Visit,
  caller: Caller,
  input: { readonly currentPassword: string; readonly newPassword: string },
): Promise<SessionCookies | PasswordRefusal | Refusal<'password_weak' | 'not_signed_in' | 'proof_too_old'>> {
  const { person } = caller;
  const wrong = await whyPasswordIsWrong(context, visit, person, input.currentPassword);
  if (wrong !== null) return refuseChange(context, visit, person, wrong);
  const stale = await whyFactorIsTooOld(context, caller);
  if (stale !== null) return refuseChange(context, visit, person, stale);
  const weakness = whyPasswordIsWeak(input.newPassword, context, person);
  if (weakness !== null) return refuseChange(context, visit, person, refuse('password_weak', weakness));
  const passwordHash = await hashPassword(input.newPassword);
  const kept = await whileSignedIn(context, caller, (inside) => keepPassword(inside, visit, caller, passwordHash));
  if (isRefusal(kept)) return refuseChange(context, visit, person, kept);
  await auditPassword(context, visit, person, 'done', {});
  await sayEnded(context, visit, person, { actor: person, ended: kept.ended, endedTokens: kept.endedTokens });
  return kept.cookies;
}

async function keepPassword(
  inside: ServerContext,
  visit: Visit,
  caller: Caller,
  passwordHash: string,
): Promise<
  | { readonly ended: readonly string[]; readonly endedTokens: readonly string[]; readonly cookies: SessionCookies }
  | Refusal<'password_wrong' | 'not_signed_in'>
> {
  const { person, session } = caller;
  const found = await findPerson(inside.database, person.companyId, person.id);
  if (found === null || found.passwordHash !== person.passwordHash) return passwordWrong();
  const cookies = await renewProof(inside, visit, { ...caller, person: { ...person, passwordHash } });
  if (isRefusal(cookies)) return cookies;
  await updatePerson(inside.database, person, { passwordHash });
  const ended = await revokeWebSessionsOf(inside.database, person.companyId, person.id, inside.now(), session.id);
  // What was made by the cookie from before, and by a copy of it.
  await withdrawWebTokens(inside.database, person.companyId, session.id);
  await endAccessTokens(inside.database, person.companyId, session.id);
  await withdrawDeviceTokens(inside.database, person.companyId, person.id);
  const owner = { companyId: person.companyId, personId: person.id };
  // Anyone who has taken the account over may have made some, in this very session too.
  const endedTokens = namesOf(await endTokensMadeBy(inside.database, owner, inside.now()));
  return { ended, endedTokens, cookies };
}

function passwordWrong(): Refusal<'password_wrong'> {
  return refuse('password_wrong', 'This is not the password of this account.');
}

/** Takes the password once more, as fresh proof. */
export async function confirmOwnPassword(
  context: ServerContext,
  visit: Visit,
  caller: Caller,
  password: string,
): Promise<SessionCookies | PasswordRefusal | Refusal<'not_signed_in'>> {
  const wrong = await whyPasswordIsWrong(context, visit, caller.person, password);
  return wrong === null ? renewProof(context, visit, caller) : refuseChange(context, visit, caller.person, wrong);
}

async function whyPasswordIsWrong(
  context: ServerContext,
  visit: Visit,
  person: Person,
  password: string,
): Promise<PasswordRefusal | null> {
  const attempt = await passwordAttempt(context, person.login, person, visit);
  if (!(await mayTry(context, attempt))) {
    return refuse('too_many_attempts', 'Too many passwords in a short time. Wait half a minute and try again.');
  }
  const isRight = await isPasswordRight(person.passwordHash, password);
  if (isRight === 'busy') {
    await giveBack(context, attempt);
    return refuse('too_many_attempts', 'Too many sign-ins right now. Try again.');
  }
  if (!isRight) return passwordWrong();
  await forgive(context, attempt);
  return null;
}

async function renewProof(
  context: ServerContext,
  visit: Visit,
  { session, person }: Caller,
): Promise<SessionCookies | Refusal<'not_signed_in'>> {
  const now = context.now();
  const token = createToken();
  const changed = await changeWebSession(context.database, session, {
    tokenHash: hashToken(token),
    provenAt: now,
    lastSeenAt: now,
  });
  if (changed === null) return refuse('not_signed_in', 'The session was ended meanwhile.');
  const browserMark = await markBrowser(context, person, changed.factors, visit.browserMark);
  return { token, sessionId: changed.id, expiresAt: changed.expiresAt, browserMark };
}

type ChangeRefused = 'password_wrong' | 'too_many_attempts' | 'password_weak' | 'not_signed_in' | 'proof_too_old';

async function refuseChange<Code extends ChangeRefused>(
  context: ServerContext,
  origin: Origin,
  person: Person,
  refusal: Refusal<Code>,
): Promise<Refusal<Code>> {
  await auditPassword(context, origin, person, 'refused', { code: refusal.refused });
  return refusal;
}

async function auditPassword(
  context: ServerContext,
  origin: Origin,
  person: Person,
  outcome: 'done' | 'refused',
  details: Record<string, unknown>,
): Promise<void> {
  await audit(context, origin, { action: 'password', outcome, actor: person, details });
}

import { randomUUID } from 'node:crypto';
import { createToken, hashToken } from '../crypto/tokens.ts';
import { bindPendingSignIn } from '../repositories/pending-sign-ins.ts';
import {
  clearFailedAttempts,
  createWebSession,
  findPersonByLogin,
  type Person,
  recordFailedAttempt,
  revokeWebSession,
} from '../repositories/people.ts';
import { audit } from './audit.ts';
import { isPasswordRight } from './passwords.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

const SESSION_LIFE_MS = 12 * 3_600_000;
/** Wrong passwords before the next try has to wait, and the longest wait: guessing is slow, nobody is locked out. */
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 30_000;

export interface SignedIn {
  readonly token: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly continueTo: string;
}

/** Signs a person in with login and password and binds the pending sign-in, if any, to that person. */
export async function signIn(
  context: ServerContext,
  origin: Origin,
  input: { readonly login: string; readonly password: string; readonly loginMarker?: string | undefined },
): Promise<SignedIn | Refusal<'credentials_wrong' | 'account_disabled' | 'too_many_attempts' | 'sign_in_unknown'>> {
  const now = context.now();
  const refused = async (code: 'credentials_wrong' | 'account_disabled' | 'too_many_attempts', message: string) => {
    await audit(context, origin, {
      action: 'sign-in',
      outcome: 'refused',
      target: input.login.slice(0, 255),
      details: { code },
    });
    return refuse(code, message);
  };
  const person = await findPersonByLogin(context.database, context.company.id, input.login);
  if (person?.nextAttemptAt && person.nextAttemptAt > now) {
    return refused('too_many_attempts', 'Too many wrong passwords. Wait half a minute and try again.');
  }
  if (!(await isPasswordRight(person?.passwordHash ?? null, input.password)) || person === null) {
    if (person !== null) await recordFailedAttempt(context.database, person, nextAttemptAt(person, now));
    return refused('credentials_wrong', 'Login or password is wrong.');
  }
  if (person.disabledAt !== null) return refused('account_disabled', 'This account was disabled by support.');
  if (input.loginMarker !== undefined) {
    const isBound = await bindPendingSignIn(context.database, context.company.id, input.loginMarker, person.id);
    if (!isBound) return refuse('sign_in_unknown', 'This sign-in was begun by somebody else or is not known.');
  }
  await clearFailedAttempts(context.database, person);
  return openSession(context, origin, person, input.loginMarker);
}

async function openSession(
  context: ServerContext,
  origin: Origin,
  person: Person,
  loginMarker: string | undefined,
): Promise<SignedIn> {
  const now = context.now();
  const token = createToken();
  const sessionId = randomUUID();
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS);
  await createWebSession(context.database, {
    companyId: context.company.id,
    id: sessionId,
    personId: person.id,
    tokenHash: hashToken(token),
    authenticatedAt: now,
    expiresAt,
    revokedAt: null,
  });
  await audit(context, origin, { action: 'sign-in', outcome: 'done', actor: person.login });
  const continueTo = loginMarker === undefined ? '/online/session-status' : `/device-check/?login=${loginMarker}`;
  return { token, sessionId, expiresAt, continueTo };
}

export async function signOut(
  context: ServerContext,
  origin: Origin,
  session: { readonly id: string },
  person: Person,
): Promise<void> {
  await revokeWebSession(context.database, context.company.id, session.id, context.now());
  await audit(context, origin, { action: 'sign-out', outcome: 'done', actor: person.login });
}

function nextAttemptAt(person: Person, now: Date): Date | null {
  const surplus = person.failedAttempts + 1 - FREE_ATTEMPTS;
  if (surplus < 0) return null;
  return new Date(now.getTime() + Math.min(1000 * 2 ** surplus, LONGEST_WAIT_MS));
}

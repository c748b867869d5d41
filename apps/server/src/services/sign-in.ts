import { randomUUID } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { createToken, hashToken } from '../crypto/tokens.ts';
import type { Database } from '../database/open.ts';
import { bindPendingSignIn } from '../repositories/pending-sign-ins.ts';
import {
  createWebSession,
  findPersonByLogin,
  normalizeLogin,
  type Person,
  revokeWebSession,
} from '../repositories/people.ts';
import { audit } from './audit.ts';
import { isPasswordRight } from './passwords.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

const SESSION_LIFE_MS = 12 * 3_600_000;
/** Tries before the next one has to wait, the longest wait, and when it is all forgotten. */
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 30_000;
const FORGET_AFTER_MS = 15 * 60_000;
const MAXIMUM_THROTTLED = 10_000;

export interface SignedIn {
  readonly token: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly continueTo: string;
}

type SignInRefusal = 'credentials_wrong' | 'account_disabled' | 'too_many_attempts' | 'sign_in_unknown';

/** Signs a person in with login and password and binds the pending sign-in, if any, to that person. */
export async function signIn(
  context: ServerContext,
  origin: Origin,
  input: { readonly login: string; readonly password: string; readonly loginMarker?: string | undefined },
): Promise<SignedIn | Refusal<SignInRefusal>> {
  const now = context.now();
  const refused = async <const Code extends SignInRefusal>(code: Code, message: string) => {
    await audit(context, origin, {
      action: 'sign-in',
      outcome: 'refused',
      target: input.login.slice(0, 255),
      details: { code },
    });
    return refuse(code, message);
  };
  const throttle = throttleOf(context);
  const key = `${context.company.id} ${throttle.keyOf(input.login, origin.address)}`;
  if (!throttle.take(key, now.getTime())) {
    return refused('too_many_attempts', 'Too many wrong passwords. Wait half a minute and try again.');
  }
  const person = await findPersonByLogin(context.database, context.company.id, input.login);
  const isRight = await isPasswordRight(person?.passwordHash ?? null, input.password);
  if (isRight === 'busy') {
    throttle.giveBack(key);
    return refused('too_many_attempts', 'Too many people sign in at this moment. Try again.');
  }
  if (!isRight || person === null) return refused('credentials_wrong', 'Login or password is wrong.');
  throttle.clear(key);
  if (person.disabledAt !== null) return refused('account_disabled', 'This account was disabled by support.');
  if (input.loginMarker !== undefined) {
    const isBound = await bindPendingSignIn(context.database, context.company.id, input.loginMarker, person.id);
    if (!isBound) return refused('sign_in_unknown', 'This sign-in was begun by somebody else or is not known.');
  }
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
    factors: ['password'],
    awaits: null,
    activatedBy: null,
    upstreamClaims: null,
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

interface Tries {
  readonly count: number;
  readonly lastAt: number;
  readonly waitUntil: number;
}

/**
 * Slows guessing down, by login and address: a stranger elsewhere cannot keep a person out, and a login that does not
 * exist is slowed down like one that does. A try counts before its password is looked at, and nothing waits in
 * between, so guesses sent at once do not get past the limit. It lives in this process: each server counts for itself,
 * so several servers together allow as many times the tries.
 */
class SignInThrottle {
  /** In the order of the last try, so that the first is the one to drop. */
  readonly #tries = new Map<string, Tries>();

  /** An IPv6 address counts as its /64: one computer has all of them. */
  keyOf(login: string, address: string): string {
    return `${normalizeIP(address)} ${normalizeLogin(login)}`;
  }

  /** @returns false when this try has to wait; it is not counted then */
  take(key: string, now: number): boolean {
    const known = this.#tries.get(key);
    if (known !== undefined && known.waitUntil > now) return false;
    const isFresh = known === undefined || known.lastAt + FORGET_AFTER_MS <= now;
    const count = isFresh ? 1 : known.count + 1;
    const surplus = count - FREE_ATTEMPTS;
    const wait = surplus < 0 ? 0 : Math.min(1000 * 2 ** surplus, LONGEST_WAIT_MS);
    this.#tries.delete(key);
    this.#tries.set(key, { count, lastAt: now, waitUntil: now + wait });
    if (this.#tries.size > MAXIMUM_THROTTLED) {
      for (const oldest of this.#tries.keys()) {
        this.#tries.delete(oldest);
        break;
      }
    }
    return true;
  }

  /** For a try whose password nobody looked at. */
  giveBack(key: string): void {
    const known = this.#tries.get(key);
    if (known !== undefined) this.#tries.set(key, { ...known, count: known.count - 1, waitUntil: known.lastAt });
  }

  clear(key: string): void {
    this.#tries.delete(key);
  }
}

const throttles = new WeakMap<Database, SignInThrottle>();

function throttleOf({ database }: ServerContext): SignInThrottle {
  const known = throttles.get(database);
  if (known !== undefined) return known;
  const created = new SignInThrottle();
  throttles.set(database, created);
  return created;
}

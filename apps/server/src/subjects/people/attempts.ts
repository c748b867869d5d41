import { addressKey, networksOf } from '../../operations/counting/address-keys.ts';
import { authenticate } from '../../operations/crypto/tokens.ts';
import { normalizeLogin, type Person } from '../../repositories/people.ts';
import {
  type AttemptLimits,
  clearAttempts,
  giveBackAttempt,
  takeAttempt,
} from '../../repositories/sign-in-attempts.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { findKnownBrowser } from './known-browser.ts';
import type { Visit } from './visit.ts';

/** Passwords: five tries, then waits of up to half a minute, forgotten after a quarter of an hour. */
const PASSWORD_LIMITS: AttemptLimits = { free: 5, longestWaitMs: 30_000, forgetAfterMs: 15 * 60_000 };
/**
 * Codes of six digits, asked for after the password only: at most about 300 tries a day against a person, of which three
 * codes in a million are right at a time.
 */
const CODE_LIMITS: AttemptLimits = { free: 10, longestWaitMs: 300_000, forgetAfterMs: 24 * 3_600_000 };
/** Right ones: more than anyone signs in with, and each leaves entries in the audit log. Then one a minute. */
const SIGN_IN_LIMITS: AttemptLimits = { free: 200, longestWaitMs: 60_000, forgetAfterMs: 3 * 3_600_000 };
/** As many as one address gets by these limits in a quarter of an hour. */
const GUESSES_OF_ADDRESS = 35;
export const GUESSES_WINDOW_MS = 15 * 60_000;
/** What anybody may send who knows the id of an account: soon one entry a minute. */
const REFUSED_REPORT_LIMITS: AttemptLimits = { free: 1, longestWaitMs: 60_000, forgetAfterMs: 15 * 60_000 };

/** One kind of guess, slowed down as all servers together count it. */
export interface AttemptKey {
  readonly keyHash: string;
  readonly limits: AttemptLimits;
  /** Wider networks that a guess is counted in as well, by each server for itself, with how many they may make. */
  readonly networks?: readonly { readonly key: string; readonly limit: number }[];
}

/** Where a guess comes from. */
export type Source = Pick<Visit, 'address' | 'browserMark'>;

/**
 * A login from an address: a stranger elsewhere cannot keep a person out, and a login that does not exist is slowed down
 * like one that does. An IPv6 address counts as its /64, which one computer has all of, and more widely in its /56 and /48. A browser that the person has signed
 * in with counts by itself: a colleague at the same address cannot keep them out there.
 * @param person who has this login, if anybody
 */
export async function passwordAttempt(
  context: ServerContext,
  login: string,
  person: Person | null,
  { address, browserMark }: Source,
): Promise<AttemptKey> {
  const browser = await findKnownBrowser(context, person, 'password', browserMark);
  const parts = browser === null ? ['password-attempt', addressKey(address)] : ['password-attempt-known', browser];
  const key = { keyHash: authenticate(context.secret, ...parts, normalizeLogin(login)), limits: PASSWORD_LIMITS };
  if (browser !== null) return key;
  const [, ...wider] = networksOf(address);
  const of = `${context.company.id} ${normalizeLogin(login)}`;
  const networks = wider.map((network) => ({
    key: `${of} ${network.key}`,
    limit: GUESSES_OF_ADDRESS * network.share,
  }));
  return { ...key, networks };
}

/**
 * A person's codes, from wherever: only who has given the first factor gets here. A browser that the person has signed in
 * with, code and all, counts by itself: anyone who has but the password cannot keep them out there.
 */
export async function codeAttempt(
  context: ServerContext,
  person: Person,
  { browserMark }: Source,
): Promise<AttemptKey> {
  const browser = await findKnownBrowser(context, person, 'code', browserMark);
  const parts = browser === null ? ['code-attempt'] : ['code-attempt-known', browser];
  return { keyHash: authenticate(context.secret, ...parts, person.id), limits: CODE_LIMITS };
}

/**
 * Sign-ins of a person with what was right: anyone who has that can make as many as they like. Counted for each browser that
 * the person has signed in with, and for each address from others, so that they keep no one out elsewhere; from the start
 * with a new password.
 */
export async function maySignIn(
  context: ServerContext,
  person: Person,
  { address, browserMark }: Source,
): Promise<Refusal<'too_many_attempts'> | null> {
  const from = (await findKnownBrowser(context, person, 'password', browserMark)) ?? addressKey(address);
  const keyHash = authenticate(context.secret, 'signed-in', from, person.id, person.passwordHash ?? '');
  return (await mayTry(context, { keyHash, limits: SIGN_IN_LIMITS }))
    ? null
    : refuse('too_many_attempts', 'This person has signed in very often. Wait a minute and try again.');
}

/** Refused reports for the account of an installed client, from wherever: so often they are written down at most. */
export function refusedReport(context: ServerContext, accountId: string): AttemptKey {
  return { keyHash: authenticate(context.secret, 'refused-report', accountId), limits: REFUSED_REPORT_LIMITS };
}

/**
 * Counts a try before its secret is looked at, so that guesses sent at once do not get past the limit.
 * @returns false when it has to wait
 */
export async function mayTry(context: ServerContext, { keyHash, limits, networks = [] }: AttemptKey): Promise<boolean> {
  const { guesses } = context;
  if (networks.some(({ key, limit }) => guesses.read(key) >= limit)) return false;
  for (const { key } of networks) guesses.add(key);
  return takeAttempt(context.database, context.company.id, keyHash, context.now(), limits);
}

export async function giveBack(context: ServerContext, { keyHash }: AttemptKey): Promise<void> {
  await giveBackAttempt(context.database, context.company.id, keyHash, context.now());
}

export async function forgive(context: ServerContext, { keyHash }: AttemptKey): Promise<void> {
  await clearAttempts(context.database, context.company.id, keyHash);
}

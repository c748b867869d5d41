import { randomInt } from 'node:crypto';
import { VOUCHING_CODE_LENGTH, VOUCHING_CODE_LIFE_MS, vouchingCodeOf } from '@vestibule/contracts';
import * as z from 'zod';
import { authenticate } from '../../../operations/crypto/tokens.ts';
import type { AttemptLimits } from '../../../repositories/sign-in-attempts.ts';
import type { Caller } from '../../../context/caller.ts';
import type { AttemptKey } from '../../people/attempts.ts';
import { beginCeremony, type CeremonyKind, readCeremony, takeCeremony } from '../../people/factors/ceremonies.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** What a code stands for. */
interface Vouching {
  readonly deviceSessionId: string;
  /** Where the code was asked for. */
  readonly address: string;
}

const VOUCHING = {
  kind: 'vouching',
  lifeMs: VOUCHING_CODE_LIFE_MS,
  content: z.object({ deviceSessionId: z.uuid(), address: z.string() }),
} satisfies CeremonyKind<Vouching>;

/** Of a sign-in, so that a stranger with the password cannot use up the person's tries. A right guess opens nothing by itself. */
const LIMITS: AttemptLimits = { free: 5, longestWaitMs: 60_000, forgetAfterMs: 15 * 60_000 };

/** Makes a code for a computer that waits. It is stored as a keyed digest that holds its person. */
export async function makeCode(
  context: ServerContext,
  { person }: Caller,
  vouching: Vouching,
): Promise<{ readonly code: string; readonly expiresAt: string }> {
  const code = vouchingCodeOf(Array.from({ length: VOUCHING_CODE_LENGTH }, () => randomInt(32)));
  await beginCeremony(context, VOUCHING, keyOf(context, person.id, code), vouching);
  return { code, expiresAt: new Date(context.now().getTime() + VOUCHING.lifeMs).toISOString() };
}

/** What a code stands for, of this person's own. @returns null when it is unknown, over, or another person's */
export function readCode(context: ServerContext, { person }: Caller, code: string): Promise<Vouching | null> {
  return readCeremony(context, VOUCHING, keyOf(context, person.id, code));
}

/** Takes a code, once. */
export function takeCode(context: ServerContext, { person }: Caller, code: string): Promise<Vouching | null> {
  return takeCeremony(context, VOUCHING, keyOf(context, person.id, code));
}

/** Codes that are asked for, and codes that are tried: each slowed down by itself. */
export function codeAttempt(context: ServerContext, { session }: Caller, what: 'asked' | 'tried'): AttemptKey {
  return { keyHash: authenticate(context.secret, 'vouching-code', what, session.id), limits: LIMITS };
}

function keyOf(context: ServerContext, personId: string, code: string): string {
  return authenticate(context.secret, 'vouching', personId, code);
}

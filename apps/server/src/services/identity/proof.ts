import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import type { Caller } from '../device-session.ts';
import { type Refusal, refuse, type ServerContext } from '../server-context.ts';

/** What changes how somebody signs in asks for a proof of so long ago at most: a session left open is not enough. */
const FRESH_MS = 15 * 60_000;

/**
 * Whether a session may change the person's own factors and password. While a sign-in awaits its second factor, only a
 * person without any may set one up: else a password alone would be enough to add a new one.
 *
 * @returns null when it may
 */
export async function whyNotToChangeFactors(
  context: ServerContext,
  { session, person }: Caller,
): Promise<Refusal<'second_factor_missing' | 'proof_too_old'> | null> {
  const factors = await findConfirmedFactors(context.database, { companyId: person.companyId, personId: person.id });
  if (session.awaits === 'second-factor') {
    return factors.length === 0 ? null : refuse('second_factor_missing', 'Give one of your second factors first.');
  }
  const proven = factors.length === 0 ? session.provenAt : session.secondFactorAt;
  return proven !== null && context.now().getTime() - proven.getTime() < FRESH_MS
    ? null
    : refuse('proof_too_old', 'Prove again who you are, then go on.');
}

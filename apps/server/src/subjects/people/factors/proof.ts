import { hasDeviceSessionSince } from '../../../repositories/devices.ts';
import { findConfirmedFactors } from '../../../repositories/second-factors.ts';
import { ageOf } from '../../../repositories/age.ts';
import type { Caller } from '../../../context/caller.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** What changes how someone signs in asks for a proof of so long ago at most: a session left open is not enough. */
const FRESH_MS = 15 * 60_000;

/**
 * Whether a session may set a factor up. While a sign-in awaits its second factor, only a person without any may, and while
 * it awaits the device check no one: else a password alone would be enough to add a new one.
 *
 * @returns null when it may
 */
export async function whyNotToAddFactor(
  context: ServerContext,
  caller: Caller,
): Promise<Refusal<'second_factor_missing' | 'proof_too_old'> | null> {
  if (caller.session.awaits === 'device') {
    return refuse('second_factor_missing', 'Pass the check of your computer first.');
  }
  if (caller.session.awaits !== 'second-factor') return whyProofIsUsed(context, caller);
  const { companyId, id: personId } = caller.person;
  const factors = await findConfirmedFactors(context.database, { companyId, personId });
  return factors.length === 0 ? null : refuse('second_factor_missing', 'Give one of your second factors first.');
}

/** Whether someone has proven a moment ago who they are: with a second factor, where they have one. */
export async function whyProofIsTooOld(
  context: ServerContext,
  caller: Caller,
): Promise<Refusal<'proof_too_old'> | null> {
  return isFresh(context, await provenAt(context, caller)) ? null : tooOld();
}

/**
 * The same of someone who has just given their password: nothing more is asked where they have no second factor. Where they have
 * one, it must not be used: a copied cookie and the password are not the person.
 */
export async function whyFactorIsTooOld(
  context: ServerContext,
  caller: Caller,
): Promise<Refusal<'proof_too_old'> | null> {
  const { companyId, id: personId } = caller.person;
  const factors = await findConfirmedFactors(context.database, { companyId, personId });
  return factors.length === 0 ? null : whyProofIsUsed(context, caller);
}

/**
 * The same for what opens further sign-ins: factors, recovery codes, the password. Once a computer has come to the sign-in, its
 * proof is used: a cookie that was copied then sets nothing up.
 */
export async function whyProofIsUsed(context: ServerContext, caller: Caller): Promise<Refusal<'proof_too_old'> | null> {
  const proven = await provenAt(context, caller);
  if (proven === null || !isFresh(context, proven)) return tooOld();
  return (await hasDeviceSessionSince(context.database, caller.session, proven)) ? tooOld() : null;
}

async function provenAt({ database }: ServerContext, { session, person }: Caller): Promise<Date | null> {
  const factors = await findConfirmedFactors(database, { companyId: person.companyId, personId: person.id });
  return factors.length === 0 ? session.provenAt : session.secondFactorAt;
}

function isFresh({ now }: ServerContext, proven: Date | null): boolean {
  return proven !== null && ageOf(proven, now()) < FRESH_MS;
}

function tooOld(): Refusal<'proof_too_old'> {
  return refuse('proof_too_old', 'Prove again who you are, then go on.');
}

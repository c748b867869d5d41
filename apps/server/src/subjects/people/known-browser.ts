import { authenticate, createToken } from '../../operations/crypto/tokens.ts';
import type { Person } from '../../repositories/people.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type Factor, hasSecondFactor } from './factors/second-factor-needs.ts';

/** What wrong tries are counted for. */
type Guessed = 'password' | 'code';

/** Four people who share a computer. */
const MAXIMUM_PROOFS = 8;
const PART = /^[\w-]{43}$/;

/**
 * Marks a browser in which someone has signed in: a random id, and proofs over it that only this installation makes. There
 * the person's wrong tries are counted by themselves, so that no one elsewhere keeps them out. It is no way in, and says to
 * no one else whose it is.
 * @param mark the one that the browser has: its id stays, and so do the proofs of others who sign in there
 */
export async function markBrowser(
  context: ServerContext,
  person: Person,
  factors: readonly Factor[],
  mark: string | undefined,
): Promise<string> {
  const { id, proofs } = readMark(mark) ?? { id: createToken(), proofs: [] };
  const own = [
    await proofOf(context, person, 'password', id),
    // Anyone who has but the password could make as many marks as they like.
    ...(hasSecondFactor(factors) ? [await proofOf(context, person, 'code', id)] : []),
  ];
  return [id, ...new Set([...own, ...proofs])].slice(0, 1 + MAXIMUM_PROOFS).join('.');
}

/** @returns the id of the browser, where this person has signed in there before; null where that is not proven */
export async function findKnownBrowser(
  context: ServerContext,
  person: Person | null,
  guessed: Guessed,
  mark: string | undefined,
): Promise<string | null> {
  const read = readMark(mark);
  if (read === null || person === null) return null;
  return read.proofs.includes(await proofOf(context, person, guessed, read.id)) ? read.id : null;
}

function readMark(mark = ''): { readonly id: string; readonly proofs: readonly string[] } | null {
  const [id = '', ...proofs] = mark.split('.');
  const isMark = proofs.length <= MAXIMUM_PROOFS && [id, ...proofs].every((part) => PART.test(part));
  return isMark ? { id, proofs } : null;
}

/** A new password or second factor asks for new marks: those of the one who had the old ones are worth nothing. */
async function proofOf(context: ServerContext, person: Person, guessed: Guessed, id: string): Promise<string> {
  const { secret, company, database } = context;
  const of = { companyId: company.id, personId: person.id };
  const factors = guessed === 'code' ? await findConfirmedFactors(database, of) : [];
  const holder = [person.passwordHash ?? '', ...factors.map((factor) => factor.id)].join(' ');
  return authenticate(secret, 'known-browser', guessed, company.id, person.id, holder, id);
}

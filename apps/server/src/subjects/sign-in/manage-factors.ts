import type { SecondFactors } from '@vestibule/contracts';
import type { Person } from '../../repositories/people.ts';
import {
  countRecoveryCodes,
  deleteAllFactors,
  deleteFactor,
  findConfirmedFactors,
} from '../../repositories/second-factors.ts';
import type { Caller } from '../../context/caller.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { auditFactor, refuseFactor } from '../people/factors/factor-audit.ts';
import { mayUsePasskeyHere, signsInHere } from '../people/local-sign-in.ts';
import { whyProofIsUsed } from '../people/factors/proof.ts';
import { renewRecoveryCodes } from '../people/factors/recovery-codes.ts';
import { isSecondFactorRequired } from '../people/factors/second-factor-needs.ts';
import { whileSignedIn } from '../people/while-signed-in.ts';

export async function listFactors(context: ServerContext, person: Person): Promise<SecondFactors> {
  const holder = { companyId: person.companyId, personId: person.id };
  const factors = await findConfirmedFactors(context.database, holder);
  return {
    factors: factors.map(({ id, kind, name, createdAt }) => ({
      id,
      kind: kind === 'passkey' ? 'passkey' : 'totp',
      name,
      createdAt: createdAt.toISOString(),
    })),
    recoveryCodesLeft: await countRecoveryCodes(context.database, holder),
    isRequired: await isSecondFactorRequired(context, context.database, person, null),
  };
}

/**
 * Removes a factor. With the last one go the recovery codes; where one is asked for, the last one stays, and so does the
 * only thing that someone signs in with.
 */
export async function removeFactor(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  id: string,
): Promise<null | Refusal<'proof_too_old' | 'not_found' | 'second_factor_required' | 'last_way_in' | 'not_signed_in'>> {
  const { person } = caller;
  const event = { what: 'removed' } as const;
  const blocked = await whyProofIsUsed(context, caller);
  if (blocked !== null) return refuseFactor(context, origin, person, event, blocked);
  const holder = { companyId: person.companyId, personId: person.id };
  // One removal of a person at a time: two at once must not take the last two.
  const removed = await whileSignedIn(context, caller, async (inside) => {
    const { database: transaction } = inside;
    const factors = await findConfirmedFactors(transaction, holder);
    const factor = factors.find((known) => known.id === id);
    if (factor === undefined) return refuse('not_found', 'There is no such factor.');
    const isLast = factors.length === 1;
    if (isLast && (await isSecondFactorRequired(inside, transaction, person, null))) {
      return refuse('second_factor_required', 'The last second factor stays: one is asked for here.');
    }
    const hasOther = factors.some(({ id: other, kind }) => other !== id && kind === 'passkey');
    if (factor.kind === 'passkey' && !hasOther && (await isOnlyWayIn(inside, person))) {
      return refuse('last_way_in', 'This passkey is all they sign in with: it stays until there is another.');
    }
    if (isLast) await deleteAllFactors(transaction, holder);
    else await deleteFactor(transaction, holder, id);
    return factor;
  });
  if ('refused' in removed) return refuseFactor(context, origin, person, event, removed);
  await auditFactor(context, origin, person, { ...event, method: removed.kind });
  return null;
}

/** Whether a passkey opens the gate for someone whom nothing else of here lets in. */
async function isOnlyWayIn(context: ServerContext, person: Person): Promise<boolean> {
  const hasPassword = person.passwordHash !== null && (await signsInHere(context, person));
  return !hasPassword && (await mayUsePasskeyHere(context, person));
}

export async function renewOwnRecoveryCodes(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
): Promise<string[] | Refusal<'proof_too_old' | 'not_found' | 'not_signed_in'>> {
  const { person } = caller;
  const event = { what: 'recovery-codes-renewed' } as const;
  const blocked = await whyProofIsUsed(context, caller);
  if (blocked !== null) return refuseFactor(context, origin, person, event, blocked);
  const holder = { companyId: person.companyId, personId: person.id };
  const factors = await findConfirmedFactors(context.database, holder);
  if (factors.length === 0) return refuse('not_found', 'Recovery codes come with a second factor. Set one up first.');
  const codes = await whileSignedIn(context, caller, (inside) => renewRecoveryCodes(inside, holder));
  if (isRefusal(codes)) return refuseFactor(context, origin, person, event, codes);
  await auditFactor(context, origin, person, event);
  return codes;
}

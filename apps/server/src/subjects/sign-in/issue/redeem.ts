import type { SamlPostData } from '@vestibule/contracts';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import type { Database } from '../../../database/open.ts';
import { holdForPermit } from '../../../repositories/asking.ts';
import { findPermit, type Permit } from '../../../repositories/permits.ts';
import { type TakenPermit, takePermit } from '../../../repositories/take-permit.ts';
import type { Caller } from '../../../context/caller.ts';
import { issueWith } from './issue-response.ts';
import type { LeaveRefusal } from './leave.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

type RedeemRefusal = LeaveRefusal | Refusal<'permit_unknown' | 'permit_used' | 'sign_in_unknown'>;

/** Redeems a permit, once, for the signed SAML response. */
export async function redeemPermit(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  permitHandle: string,
): Promise<SamlPostData | RedeemRefusal> {
  const handleHash = hashToken(permitHandle);
  const take = async (transaction: Database) => {
    const taken = await takeOwn(context, transaction, caller, handleHash);
    return taken === null ? whyNotTaken(context, transaction, caller, handleHash) : claimOf(taken);
  };
  const hold = (transaction: Database) => holdForPermit(transaction, shownBy(context, caller, handleHash));
  return issueWith<'permit_unknown' | 'permit_used'>(context, origin, caller, take, hold);
}

/**
 * Takes the permit that a browser shows for one sign-in request, if it was made for this session and that request and works
 * still. @returns null otherwise; then nothing is spent
 */
export async function takeOwnPermit(
  context: ServerContext,
  transaction: Database,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  shown: { readonly permit: string; readonly pendingSignInId: string },
): Promise<Permit | null> {
  const handleHash = hashToken(shown.permit);
  const found = await findPermit(transaction, context.company.id, handleHash);
  const isOwn = found !== null && found.webSessionId === session.id && found.personId === person.id;
  if (!isOwn || found.pendingSignInId !== shown.pendingSignInId) return null;
  return (await takeOwn(context, transaction, { session, person }, handleHash))?.permit ?? null;
}

/** Takes a permit of this very sign-in; that of another is not spent by a try. @returns null when there is none to take */
export function takeOwn(
  context: ServerContext,
  transaction: Database,
  caller: Pick<Caller, 'session' | 'person'>,
  handleHash: string,
): Promise<TakenPermit | null> {
  return takePermit(transaction, shownBy(context, caller, handleHash), context.now());
}

function shownBy(
  { company }: ServerContext,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  handleHash: string,
) {
  return { companyId: company.id, handleHash, webSessionId: session.id, personId: person.id };
}

/** What a response is asked for with, where a permit was taken. */
export function claimOf({ permit, signIn, asking }: TakenPermit) {
  return { claim: { kind: 'permit', permit }, pendingSignInId: permit.pendingSignInId, signIn, asking } as const;
}

/** Why a permit was not taken. */
export async function whyNotTaken(
  context: ServerContext,
  database: Database,
  caller: Caller,
  handleHash: string,
): Promise<Refusal<'permit_unknown' | 'permit_used'>> {
  const permit = await findPermit(database, context.company.id, handleHash);
  const isOwn = permit !== null && permit.webSessionId === caller.session.id && permit.personId === caller.person.id;
  return isOwn
    ? refuse('permit_used', 'This permit has been used. It works once.')
    : refuse('permit_unknown', 'This permit is not known here, or newer ones have replaced it.');
}

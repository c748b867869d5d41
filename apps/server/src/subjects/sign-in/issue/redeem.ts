import type { SamlPostData } from '@vestibule/contracts';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import type { Database } from '../../../database/open.ts';
import { findPermit, type Permit, takePermit } from '../../../repositories/permits.ts';
import type { Caller } from '../../../context/caller.ts';
import { auditRefusal, issueWith } from './issue-response.ts';
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
  const refusal = await whyNotToTry(context, caller, handleHash);
  if (refusal !== null) {
    await auditRefusal(context, origin, caller, refusal);
    return refusal;
  }
  return issueWith<'permit_used'>(context, origin, caller, async (transaction) => {
    const permit = await takePermit(transaction, context.company.id, handleHash, context.now());
    return permit === null
      ? refuse('permit_used', 'This permit has been used. It works once.')
      : { claim: { kind: 'permit', permit }, pendingSignInId: permit.pendingSignInId };
  });
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
  return takePermit(transaction, context.company.id, handleHash, context.now());
}

/** Why a permit cannot even be tried: so that a wrong try does not spend it. */
export async function whyNotToTry(
  context: ServerContext,
  caller: Caller,
  handleHash: string,
): Promise<Refusal<'permit_unknown' | 'permit_used'> | null> {
  const permit = await findPermit(context.database, context.company.id, handleHash);
  const isOwn = permit !== null && permit.webSessionId === caller.session.id && permit.personId === caller.person.id;
  if (!isOwn) return refuse('permit_unknown', 'This permit is not known here, or newer ones have replaced it.');
  return permit.usedAt === null ? null : refuse('permit_used', 'This permit has been used. It works once.');
}

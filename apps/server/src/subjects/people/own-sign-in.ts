import {
  findNewestPendingSignIn,
  findPendingSignIn,
  type FoundSignIn,
  isOver,
} from '../../repositories/pending-sign-ins.ts';
import type { Caller } from '../../context/caller.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

export type OwnSignIn = FoundSignIn;

/** The pending sign-in a caller names, if it is bound to this person and not over. */
export async function findOwnSignIn(
  context: ServerContext,
  caller: Caller,
  loginMarker: string,
): Promise<OwnSignIn | Refusal<'sign_in_unknown' | 'sign_in_expired'>> {
  return ownOf(context, caller, await findPendingSignIn(context.database, context.company.id, loginMarker));
}

/** The same of one that was read with something else. */
export function ownOf(
  context: ServerContext,
  { person }: Caller,
  found: FoundSignIn | null,
): OwnSignIn | Refusal<'sign_in_unknown' | 'sign_in_expired'> {
  if (found === null || found.pending.personId !== person.id) {
    return refuse('sign_in_unknown', 'This sign-in is not known here.');
  }
  return isOver(found.pending, context.now())
    ? refuse('sign_in_expired', 'This sign-in is too old. Open the application again.')
    : found;
}

/** The pending sign-in a caller names, or else the newest one of this session; null when there is none. */
export async function findOwnOrNewestSignIn(
  context: ServerContext,
  caller: Caller,
  loginMarker: string | undefined,
): Promise<OwnSignIn | Refusal<'sign_in_unknown' | 'sign_in_expired'> | null> {
  if (loginMarker !== undefined) return findOwnSignIn(context, caller, loginMarker);
  const owner = { personId: caller.person.id, webSessionId: caller.session.id };
  return findNewestPendingSignIn(context.database, context.company.id, owner, context.now());
}

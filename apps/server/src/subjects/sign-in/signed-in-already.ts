import { ACCOUNT_PATHS } from '@vestibule/contracts';
import type { FoundSignIn } from '../../repositories/pending-sign-ins.ts';
import type { ShownPerson } from '../../repositories/shown-sign-ins.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { mayOpen } from './second-step/may-open.ts';
import { signedInAt } from './signed-in-at.ts';
import { canBecomeStrongEnough } from './strong-enough.ts';

/** Whether the session is of the people, reach and age that a sign-in asks for. Null: no work application waits. */
export function isFreshEnough(
  signedIn: ShownPerson | null,
  pending: FoundSignIn['pending'] | null,
): signedIn is ShownPerson {
  return (
    signedIn !== null &&
    signedIn.session.awaits !== 'second-factor' &&
    mayOpen(signedIn.session, pending) &&
    !(pending?.forceAuthentication === true && signedInAt(signedIn.session) < pending.createdAt)
  );
}

/**
 * Where a browser at the sign-in page goes on that is signed in already, from another tab say. It is never sent back here from
 * there: both ask the same.
 * @returns null where a sign-in is needed, also where one of another kind could open the application
 */
export function whereSignedInGoesOn(
  context: ServerContext,
  signedIn: ShownPerson | null,
  found: FoundSignIn | null,
): string | null {
  if (!isFreshEnough(signedIn, found?.pending ?? null)) return null;
  // Anyone can send a link that signs in as themselves: no page goes on as them that waits for the person.
  if (signedIn.session.openedFrom !== null) return null;
  if (found === null) return ACCOUNT_PATHS.sessionStatus;
  const { id, personId } = found.pending;
  const isAnothers = personId !== null && personId !== signedIn.person.id;
  return !isAnothers && canBecomeStrongEnough(context, found, signedIn.session) ? `/saml/continue?login=${id}` : null;
}

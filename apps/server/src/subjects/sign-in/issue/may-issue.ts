import type { Database } from '../../../database/open.ts';
import type { Person, WebSession } from '../../../repositories/people.ts';
import { isOver } from '../../../repositories/pending-sign-ins.ts';
import { isByOwnKey } from '../../../protocols/entra/methods.ts';
import { isSecondStep } from '../../../protocols/entra/record.ts';
import { askAboutClaim } from './ask-about-claim.ts';
import { askAboutPerson } from './ask-about-person.ts';
import type { Leave, LeaveRefusal, Question } from './leave.ts';
import { mayVouch } from '../../people/identity-providers/unsupported-system.ts';
import { observationOf } from '../../policy/gate/gate-state.ts';
import { whyApplicationIsShut } from '../../applications/open-application.ts';
import { isRefusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { isStrongEnough } from '../strong-enough.ts';

/**
 * The one door to an assertion, whatever it is asked for with. Every question is asked again at the moment of issue: the
 * person, the session and its factors, the pending sign-in, the device, and the newest report judged by the policy as it
 * stands now; or the grant, and whether it reaches as far as this.
 *
 * @param database the transaction in which the assertion is issued
 */
export async function mayIssue(
  context: ServerContext,
  database: Database,
  question: Question,
): Promise<Leave | LeaveRefusal> {
  const { pending } = question;
  if (isOver(pending, context.now())) return refuse('sign_in_expired', 'The application’s request is too old.');
  const shut = whyApplicationIsShut(question.application, pending);
  if (shut !== null) return shut;
  const signedIn = await askAboutPerson(context, database, question);
  if (isRefusal(signedIn)) return signedIn;
  const leave = await askAboutClaim(context, database, signedIn, question);
  if (isRefusal(leave) || question.purpose === 'activation') return leave;
  if (isSecondStep(question.application) && !isByOwnKey(leave.evidence)) {
    return refuse('policy_not_met', 'The second step is the computer itself, and this is leave to go without it.');
  }
  // A device that proves nothing now is no factor in what the assertion says: what opens without it proves less.
  return isStrongEnough(context, pending, signedIn.session, leave.evidence)
    ? leave
    : refuse('policy_not_met', 'The application asks for more than this sign-in has without the device.');
}

/** Whether nothing but the policy stands between this person and the application, and the policy only observes. */
export async function mayGoOnUnchecked(
  context: ServerContext,
  { session, person }: { readonly session: Pick<WebSession, 'id'>; readonly person: Person },
  signIn: Pick<Question, 'pending' | 'application'>,
): Promise<boolean> {
  // What is certain to be refused is not asked of the database.
  if (observationOf(context, person, signIn.application, signIn.pending) === 'enforced') return false;
  const claim = { kind: 'observation', permit: null } as const;
  const question = { ...signIn, claim, webSessionId: session.id, purpose: 'assertion' } as const;
  return !isRefusal(await mayIssue(context, context.database, question));
}

/** Whether the company's identity provider has vouched for this device, and nothing else stands in the way. */
export async function mayGoOnByUpstream(
  context: ServerContext,
  { session }: { readonly session: Pick<WebSession, 'id' | 'upstreamClaims' | 'userAgent'> },
  signIn: Pick<Question, 'pending' | 'application'>,
): Promise<boolean> {
  if (!mayVouch(session, signIn)) return false;
  const claim = { kind: 'upstream-claim' } as const;
  const question = { ...signIn, claim, webSessionId: session.id, purpose: 'assertion' } as const;
  return !isRefusal(await mayIssue(context, context.database, question));
}

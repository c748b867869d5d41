import * as z from 'zod';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import { findWebSession, type Person } from '../../repositories/people.ts';
import { beginCeremony, type CeremonyKind, readRecentCeremony, takeCeremony } from '../people/factors/ceremonies.ts';
import { type UpstreamArrival, upstreamArrivalSchema } from '../people/identity-providers/intent.ts';
import type { Visit } from '../people/visit.ts';
import type { ServerContext } from '../../context/server-context.ts';

const QUESTION_LIFE_MS = 300_000;
/** A second press, or one after an answer that did not arrive. */
const ANSWERED_TWICE_MS = 60_000;

/** An answer of an identity provider in a browser in which another person is signed in: it waits for that very session. */
const UPSTREAM_QUESTION = {
  kind: 'upstream-question',
  lifeMs: QUESTION_LIFE_MS,
  content: upstreamArrivalSchema.extend({ sessionId: z.uuid() }),
} satisfies CeremonyKind<unknown>;

/** A person as the page that asks names them. */
export type NamedPerson = Pick<Person, 'displayName' | 'login'>;

/** Nothing was changed yet: another person is signed in there. */
export interface UpstreamQuestion {
  readonly kind: 'question';
  readonly upstreamId: string;
  /** Ends that session, once, and no other. */
  readonly handle: string;
  readonly signedIn: NamedPerson;
  readonly vouchedFor: NamedPerson;
}

/** Another person's sign-in in this browser: more than a second step, and not one that still waits for a factor. */
export async function findOtherSignedIn(
  { database, company, now }: ServerContext,
  { sessionToken }: Visit,
  personId: string,
) {
  if (sessionToken === undefined) return null;
  const signedIn = await findWebSession(database, company.id, hashToken(sessionToken), now());
  if (signedIn === null || signedIn.person.id === personId) return null;
  const { reach, awaits } = signedIn.session;
  return reach === 'whole' && awaits !== 'second-factor' ? signedIn : null;
}

/** Keeps the answer until the person has said whether they leave. */
export async function askToReplace(
  context: ServerContext,
  other: { readonly session: { readonly id: string }; readonly person: NamedPerson },
  vouchedFor: NamedPerson,
  arrival: UpstreamArrival,
): Promise<UpstreamQuestion> {
  const handle = createToken();
  await beginCeremony(context, UPSTREAM_QUESTION, handle, { ...arrival, sessionId: other.session.id });
  return { kind: 'question', upstreamId: arrival.intent.upstreamId, handle, signedIn: other.person, vouchedFor };
}

/**
 * Takes what waits, once.
 * @returns null: not of this company or identity provider, or over. `isAnsweredAgain`: it was taken a moment ago
 */
export async function takeQuestion(context: ServerContext, handle: string, upstreamId: string) {
  const asked = await readRecentCeremony(context, UPSTREAM_QUESTION, handle, ANSWERED_TWICE_MS);
  if (asked?.intent.upstreamId !== upstreamId) return null;
  const isAnsweredAgain = (await takeCeremony(context, UPSTREAM_QUESTION, handle)) === null;
  return { ...asked, isAnsweredAgain };
}

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { authenticate, createToken, hashToken } from '../../../operations/crypto/tokens.ts';
import { findPerson, findWebSession, type Person, type WebSession } from '../../../repositories/people.ts';
import { findPendingSignIn, givePendingSignIn, type PendingSignInRow } from '../../../repositories/pending-sign-ins.ts';
import { changeWebSession } from '../../../repositories/web-sessions.ts';
import { audit } from '../../audit/audit.ts';
import {
  beginCeremony,
  type CeremonyKind,
  readOpenCeremony,
  readRecentCeremony,
  takeCeremony,
} from '../../people/factors/ceremonies.ts';
import { tellApplications } from '../../people/end-sessions.ts';
import { beginSession } from '../begin-session.ts';
import type { SessionCookies } from '../sessions.ts';
import type { Visit } from '../../people/visit.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** From the posted request to the page that follows it. */
const ARRIVAL_LIFE_MS = 60_000;
/** For an answer to the question whether one person is to take the place of another. */
const QUESTION_LIFE_MS = 300_000;
/** A second press, or one after an answer that did not arrive. */
const ANSWERED_TWICE_MS = 60_000;
/** Long enough to put a computer right; a later request of the identity provider makes it longer. */
const SESSION_LIFE_MS = 3_600_000;

const ARRIVAL = {
  kind: 'second-step-arrival',
  lifeMs: ARRIVAL_LIFE_MS,
  content: z.object({
    pendingSignInId: z.uuid(),
    personId: z.uuid(),
    /** Who vouches for the person. */
    upstreamId: z.uuid().nullable(),
    issuer: z.string(),
  }),
} satisfies CeremonyKind<unknown>;
type Arrival = z.infer<typeof ARRIVAL.content>;

/** An arrival in a browser in which another person is signed in: it waits for the answer of that very session. */
const REPLACEMENT = {
  kind: 'second-step-replacement',
  lifeMs: QUESTION_LIFE_MS,
  content: ARRIVAL.content.extend({ sessionId: z.uuid() }),
} satisfies CeremonyKind<unknown>;

/** Where a browser goes on that brought a sign-in. */
export interface Arrived {
  readonly kind: 'arrived';
  readonly loginMarker: string;
  readonly cookies: SessionCookies | null;
}

/** Nothing was changed yet: another person is signed in there. */
export interface ReplacementQuestion {
  readonly kind: 'question';
  /** Ends that session, once, and no other. */
  readonly handle: string;
  readonly signedIn: Pick<Person, 'displayName' | 'login'>;
  readonly vouchedFor: Pick<Person, 'displayName' | 'login'>;
}

/** The post of another site carries no cookie of ours: what it proved waits for the same browser's next request. */
export async function rememberArrival(context: ServerContext, arrival: Arrival): Promise<string> {
  const handle = createToken();
  await beginCeremony(context, ARRIVAL, handle, arrival);
  return handle;
}

/**
 * Gives the sign-in to the browser that brought it: to the session it has already, where that is the same person's, else
 * to one that reaches no further than this. A page of another site can bring any browser here, so where another person is
 * signed in, that person is asked first.
 */
export async function arriveAtSecondStep(
  context: ServerContext,
  visit: Visit,
  handle: string,
): Promise<Arrived | ReplacementQuestion | Refusal<'sign_in_unknown'>> {
  const arrival = await takeCeremony(context, ARRIVAL, handle);
  if (arrival === null) return askAgain(context, visit, handle);
  const other = await findOther(context, visit, arrival);
  if (other === null) return goOn(context, visit, arrival);
  const answer = answerOf(context, handle, other.session.id);
  await beginCeremony(context, REPLACEMENT, answer, { ...arrival, sessionId: other.session.id });
  return ask(context, other, arrival, answer);
}

/** The page with the question may be loaded again, in the session that was asked, as long as it has not answered. */
async function askAgain(
  context: ServerContext,
  { sessionToken }: Visit,
  handle: string,
): Promise<ReplacementQuestion | Refusal<'sign_in_unknown'>> {
  const { database, company, now } = context;
  const asked =
    sessionToken === undefined ? null : await findWebSession(database, company.id, hashToken(sessionToken), now());
  if (asked === null) return UNKNOWN;
  const answer = answerOf(context, handle, asked.session.id);
  const waiting = await readOpenCeremony(context, REPLACEMENT, answer);
  return waiting === null ? UNKNOWN : ask(context, asked, waiting, answer);
}

async function ask(
  { database, company }: ServerContext,
  { person }: { readonly person: Person },
  { personId }: Arrival,
  answer: string,
): Promise<ReplacementQuestion | Refusal<'sign_in_unknown'>> {
  const vouchedFor = await findPerson(database, company.id, personId);
  if (vouchedFor === null || vouchedFor.disabledAt !== null) return UNKNOWN;
  return { kind: 'question', handle: answer, signedIn: person, vouchedFor };
}

/** The same for the same page in the same session. No one else can make it. */
function answerOf({ secret }: ServerContext, handle: string, sessionId: string): string {
  return authenticate(secret, 'second-step-answer', handle, sessionId);
}

/** What the browser is led to arrive with once more. */
export interface ArriveAgain {
  readonly kind: 'again';
  readonly handle: string;
}

/**
 * Goes on as who the identity provider vouched for, since the session that was asked has said so. Where another session
 * answers, none does, or the same one answers twice, the browser arrives once more: a page of another site may have sent
 * it, and its next request tells by its cookie who is signed in there.
 */
export async function replacePerson(
  context: ServerContext,
  visit: Visit,
  handle: string,
): Promise<Arrived | ArriveAgain | Refusal<'sign_in_unknown'>> {
  const asked = await readRecentCeremony(context, REPLACEMENT, handle, ANSWERED_TWICE_MS);
  if (asked === null) return UNKNOWN;
  const { sessionId, ...arrival } = asked;
  const other = await findOther(context, visit, arrival);
  if (other?.session.id === sessionId && (await takeCeremony(context, REPLACEMENT, handle)) !== null) {
    return goOn(context, visit, arrival);
  }
  // What was vouched for once is not carried on for ever.
  const found = await findPendingSignIn(context.database, context.company.id, arrival.pendingSignInId);
  if (found === null || found.pending.completedAt !== null || found.pending.expiresAt <= context.now()) return UNKNOWN;
  return { kind: 'again', handle: await rememberArrival(context, arrival) };
}

const UNKNOWN = refuse('sign_in_unknown', 'This sign-in is not known here, or is too old.');

/** Another person's sign-in in this browser that is more than such a second step. */
async function findOther({ database, company, now }: ServerContext, { sessionToken }: Visit, { personId }: Arrival) {
  if (sessionToken === undefined) return null;
  const signedIn = await findWebSession(database, company.id, hashToken(sessionToken), now());
  return signedIn?.session.reach === 'whole' && signedIn.person.id !== personId ? signedIn : null;
}

async function goOn(
  context: ServerContext,
  visit: Visit,
  arrival: Arrival,
): Promise<Arrived | Refusal<'sign_in_unknown'>> {
  const { database, company } = context;
  const found = await findPendingSignIn(database, company.id, arrival.pendingSignInId);
  const person = await findPerson(database, company.id, arrival.personId);
  if (found === null || person === null || person.disabledAt !== null) return UNKNOWN;
  const { pending } = found;
  const kept = await findSessionToKeep(context, visit, person, pending);
  const cookies = kept === null ? await open(context, visit, person, arrival) : await prolong(context, visit, kept);
  if (isRefusal(cookies)) return cookies;
  await givePendingSignIn(database, company.id, pending.id, cookies?.sessionId ?? kept?.id ?? '');
  return { kind: 'arrived', loginMarker: pending.id, cookies };
}

async function findSessionToKeep(
  { database, company, now }: ServerContext,
  { sessionToken }: Visit,
  person: Person,
  pending: PendingSignInRow,
): Promise<WebSession | null> {
  if (sessionToken === undefined || pending.forceAuthentication) return null;
  const signedIn = await findWebSession(database, company.id, hashToken(sessionToken), now());
  if (signedIn === null || signedIn.person.id !== person.id) return null;
  return signedIn.session.awaits === 'second-factor' ? null : signedIn.session;
}

/** @returns the cookies for longer; null: the session stays as it is */
async function prolong(
  context: ServerContext,
  { sessionToken }: Visit,
  session: WebSession,
): Promise<SessionCookies | null> {
  if (session.reach === 'whole' || sessionToken === undefined) return null;
  const now = context.now();
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS);
  const changed = await changeWebSession(context.database, session, { expiresAt, lastSeenAt: now });
  return changed === null ? null : { token: sessionToken, sessionId: session.id, expiresAt };
}

async function open(
  context: ServerContext,
  visit: Visit,
  person: Person,
  { upstreamId, issuer }: Arrival,
): Promise<SessionCookies | Refusal<'sign_in_unknown'>> {
  const { database } = context;
  const now = context.now();
  const token = createToken();
  const sessionId = randomUUID();
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS);
  const opened = await database.transaction(async (transaction) => {
    const begun = await beginSession(context, transaction, visit, person, {
      id: sessionId,
      token,
      expiresAt,
      factors: ['upstream'],
      awaits: 'device',
      reach: 'second-step',
      upstreamClaims: { upstreamId, issuer, groups: person.groups, level: null },
    });
    if (begun === null) return null;
    const details = { factors: ['upstream'], awaits: 'device', reach: 'second-step' };
    const event = { action: 'sign-in', outcome: 'done', actor: person, about: visit.address, details } as const;
    await audit(context, visit, event, transaction);
    return begun;
  });
  if (opened === null) return UNKNOWN;
  // Another person's sign-in may have been there, and has said that it may end.
  if (opened.left !== null) await tellApplications(context, [opened.left]);
  return { token, sessionId, expiresAt };
}

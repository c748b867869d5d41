import { randomUUID } from 'node:crypto';
import { ACCOUNT_PATHS, type ErrorCode, type SignInStep } from '@vestibule/contracts';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import type { Database } from '../../database/open.ts';
import { endOpeningTokens } from '../../repositories/access-tokens.ts';
import { noteSignIn } from '../../repositories/sign-ins.ts';
import { bindSignIn } from '../../context/bind-sign-in.ts';
import { noteAside } from '../../context/note-sign-in.ts';
import type { Person, WebSession } from '../../repositories/people.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { changeWebSession, revokeSurplusSessions } from '../../repositories/web-sessions.ts';
import { audit } from '../audit/audit.ts';
import type { Caller } from '../../context/caller.ts';
import { gateStateOf } from '../policy/gate/gate-state.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { noteOfRefusal } from './sign-in-notes.ts';
import { canBecomeStrongEnough } from './strong-enough.ts';
import { sayEnded, tellApplications } from '../people/end-sessions.ts';
import { markBrowser } from '../people/known-browser.ts';
import { beginSession } from './begin-session.ts';
import {
  type Awaited,
  type Factor,
  type FactorNeeds,
  findFactorNeeds,
  hasSecondFactor,
} from '../people/factors/second-factor-needs.ts';
import type { Visit } from '../people/visit.ts';

/** A whole session, whatever happens; one that awaits its second factor; and how many whole ones a person may have. */
const SESSION_LIFE_MS = 12 * 3_600_000;
const AWAITING_LIFE_MS = 15 * 60_000;
const MAXIMUM_SESSIONS = 20;

/** What the browser is given. */
export interface SessionCookies {
  readonly token: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** Once everything that was asked for is given: what this browser is known by. */
  readonly browserMark?: string | undefined;
}

export interface OpenedSession extends SessionCookies {
  readonly step: SignInStep;
}

type OpenRefusal = 'account_disabled' | 'sign_in_unknown';

/** What someone gave to be signed in. */
interface Proof<Code extends ErrorCode = never> {
  readonly factors: readonly Factor[];
  /** When they were given; left out: now. */
  readonly givenAt?: Date;
  readonly upstreamClaims?: Record<string, unknown>;
  /** Asked in the very transaction that opens the session, in which no one takes anything from the person. Null: it holds. */
  readonly whyNoMore?: (transaction: Database) => Promise<Refusal<Code> | null>;
}

/** Opens a session for a person who has given a first factor, and binds the pending sign-in to them. */
export async function openSession<Code extends ErrorCode = never>(
  context: ServerContext,
  visit: Visit,
  person: Person,
  proof: Proof<Code> & { readonly loginMarker: string | undefined },
): Promise<OpenedSession | Refusal<OpenRefusal | Code>> {
  if (person.disabledAt !== null) return refuseToOpen(context, visit, person, proof, disabled());
  const sessionId = randomUUID();
  const awaited = await findAwaited(
    context,
    { id: sessionId, authenticatedAt: context.now(), factors: [...proof.factors] },
    person,
    proof.loginMarker,
  );
  return isRefusal(awaited)
    ? refuseToOpen(context, visit, person, proof, awaited)
    : open(context, visit, person, proof, { sessionId, awaited });
}

/** Opens a session that no work application waits for. */
export async function openOwnSession(
  context: ServerContext,
  visit: Visit,
  person: Person,
  proof: Proof,
): Promise<OpenedSession | Refusal<'account_disabled'>> {
  return person.disabledAt === null
    ? open(context, visit, person, proof, { sessionId: randomUUID(), awaited: null })
    : refuseToOpen(context, visit, person, proof, disabled());
}

/** The session that the browser had before ends. No one who was blocked meanwhile gets one. */
async function open<Code extends ErrorCode>(
  context: ServerContext,
  visit: Visit,
  person: Person,
  proof: Proof<Code>,
  { sessionId, awaited }: { readonly sessionId: string; readonly awaited: Awaited },
): Promise<OpenedSession | Refusal<'account_disabled' | Code>> {
  const { database, company } = context;
  const needs = await findFactorNeeds(context, database, person, proof.factors, awaited);
  const now = context.now();
  const isWhole = needs.challenge === null;
  const token = createToken();
  const expiresAt = new Date(now.getTime() + (isWhole ? SESSION_LIFE_MS : AWAITING_LIFE_MS));
  const opened = await database.transaction(async (transaction) => {
    if (proof.whyNoMore !== undefined) {
      await lockPerson(transaction, company.id, person.id);
      const gone = await proof.whyNoMore(transaction);
      if (gone !== null) return gone;
    }
    const begun = await beginSession(context, transaction, visit, person, {
      id: sessionId,
      token,
      expiresAt,
      factors: [...proof.factors],
      awaits: awaitsOf(needs),
      upstreamClaims: proof.upstreamClaims ?? null,
      provenAt: proof.givenAt ?? now,
      secondFactorAt: hasSecondFactor(proof.factors) ? (proof.givenAt ?? now) : null,
    });
    if (begun === null) return disabled();
    const surplus = isWhole
      ? await revokeSurplusSessions(transaction, company.id, person.id, now, {
          maximum: MAXIMUM_SESSIONS,
          keptId: sessionId,
        })
      : [];
    const details = { factors: proof.factors, awaits: awaitsOf(needs) };
    await auditSignIn(context, visit, 'done', person, details, transaction);
    return { ...begun, surplus };
  });
  if (isRefusal(opened)) return refuseToOpen<'account_disabled' | Code>(context, visit, person, proof, opened);
  // Another person has signed in where a person was, who has left by that.
  if (opened.left !== null) await tellApplications(context, [opened.left]);
  await sayTooMany(context, visit, person, opened.surplus);
  const browserMark = isWhole ? await markBrowser(context, person, proof.factors, visit.browserMark) : undefined;
  return {
    token,
    sessionId,
    expiresAt,
    browserMark,
    step: stepOf(context, needs, awaited, { ...proof, upstreamClaims: proof.upstreamClaims ?? null }),
  };
}

/** Sessions that were too many have ended as any other does: open pages and applications are told. */
async function sayTooMany(
  context: ServerContext,
  visit: Visit,
  person: Person,
  ended: readonly string[],
): Promise<void> {
  if (ended.length > 0) await sayEnded(context, visit, person, { actor: person, ended });
}

function disabled(): Refusal<'account_disabled'> {
  return refuse('account_disabled', 'This account was disabled by support.');
}

async function refuseToOpen<Code extends ErrorCode>(
  context: ServerContext,
  visit: Visit,
  person: Person,
  { factors, loginMarker }: Pick<Proof, 'factors'> & { readonly loginMarker?: string | undefined },
  refusal: Refusal<Code>,
): Promise<Refusal<Code>> {
  if (loginMarker !== undefined) {
    const note = { ...noteOfRefusal(context, visit, refusal), personId: person.id };
    const which = { companyId: context.company.id, signInId: loginMarker };
    await noteAside(context, () => noteSignIn(context.database, which, note));
  }
  await auditSignIn(context, visit, 'refused', person, { code: refusal.refused, factors });
  return refusal;
}

/**
 * Adds a factor to a session: the token is a new one from now on and access tokens end, so that a copy from before opens
 * nothing that the factor opens. A second factor given again counts as fresh proof.
 */
export async function addFactor(
  context: ServerContext,
  visit: Visit,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  factor: Factor,
  loginMarker: string | undefined,
): Promise<(SessionCookies & { readonly continueTo: string }) | Refusal<'not_signed_in' | 'sign_in_unknown'>> {
  const awaited = await findAwaited(context, session, person, loginMarker);
  if (isRefusal(awaited)) return awaited;
  const factors = session.factors.includes(factor) ? session.factors : [...session.factors, factor];
  const needs = await findFactorNeeds(context, context.database, person, factors, awaited);
  const now = context.now();
  const token = createToken();
  const change = {
    tokenHash: hashToken(token),
    factors,
    // A whole session stays whole: what one application asks for beyond that is asked again at the moment of issue.
    awaits: session.awaits === 'second-factor' ? awaitsOf(needs) : session.awaits,
    expiresAt: new Date(session.authenticatedAt.getTime() + SESSION_LIFE_MS),
    provenAt: now,
    lastSeenAt: now,
    ...(hasSecondFactor([factor]) && { secondFactorAt: now }),
  };
  const changed = await context.database.transaction(async (transaction) => {
    await endOpeningTokens(transaction, session);
    return changeWebSession(transaction, session, change);
  });
  if (changed === null) return refuse('not_signed_in', 'The session was ended meanwhile.');
  const surplus = await revokeSurplusSessions(context.database, context.company.id, person.id, now, {
    maximum: MAXIMUM_SESSIONS,
    keptId: session.id,
  });
  await auditSignIn(context, visit, 'done', person, { added: factor, awaits: changed.awaits });
  await sayTooMany(context, visit, person, surplus);
  return {
    token,
    sessionId: changed.id,
    expiresAt: changed.expiresAt,
    browserMark: needs.challenge === null ? await markBrowser(context, person, factors, visit.browserMark) : undefined,
    continueTo: continueTo(context, awaited, { ...session, factors }, needs.isDeviceMissing),
  };
}

/** Where the browser's sign-in stands, as the pending sign-in asks for it. */
export async function describeProgress(
  context: ServerContext,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  loginMarker: string | undefined,
): Promise<{ readonly needs: FactorNeeds; readonly continueTo: string } | Refusal<'sign_in_unknown'>> {
  const awaited = await findAwaited(context, session, person, loginMarker);
  if (isRefusal(awaited)) return awaited;
  const needs = await findFactorNeeds(context, context.database, person, session.factors, awaited);
  return { needs, continueTo: continueTo(context, awaited, session, needs.isDeviceMissing) };
}

async function findAwaited(
  context: ServerContext,
  session: Pick<WebSession, 'id' | 'authenticatedAt' | 'factors'>,
  person: Person,
  loginMarker: string | undefined,
): Promise<Awaited | Refusal<'sign_in_unknown'>> {
  if (loginMarker === undefined) return null;
  const shown = { companyId: context.company.id, id: loginMarker, personId: person.id, webSessionId: session.id };
  const found = await bindSignIn(context, shown, session);
  return found ?? refuse('sign_in_unknown', 'Another person began this sign-in, or it is unknown.');
}

function awaitsOf({ challenge, isDeviceMissing }: FactorNeeds): WebSession['awaits'] {
  if (challenge !== null) return 'second-factor';
  return isDeviceMissing ? 'device' : null;
}

function stepOf(
  context: ServerContext,
  { challenge, isDeviceMissing }: FactorNeeds,
  awaited: Awaited,
  session: Parameters<typeof canBecomeStrongEnough>[2],
): SignInStep {
  return challenge === null
    ? { continueTo: continueTo(context, awaited, session, isDeviceMissing) }
    : { secondFactor: challenge };
}

/**
 * To the check with what a work application began, or where the device check is a factor; else to one's own page. Where
 * nothing is to be read, or this sign-in is not what the application asks for, no page of the check is shown.
 */
function continueTo(
  context: ServerContext,
  awaited: Awaited,
  session: Parameters<typeof canBecomeStrongEnough>[2],
  isDeviceMissing: boolean,
): string {
  if (awaited === null) return isDeviceMissing ? '/device-check/' : ACCOUNT_PATHS.sessionStatus;
  const { state, isReading } = gateStateOf(context);
  const isStraight = (state === 'observing' && !isReading) || !canBecomeStrongEnough(context, awaited, session);
  return `${isStraight ? '/saml/continue' : '/device-check/'}?login=${awaited.pending.id}`;
}

async function auditSignIn(
  context: ServerContext,
  origin: Origin,
  outcome: 'done' | 'refused',
  person: Person,
  details: Record<string, unknown>,
  transaction?: Database,
): Promise<void> {
  const [actor, target, about] =
    outcome === 'done' ? [person, null, `${origin.address} ${JSON.stringify(details)}`] : [null, person, person.id];
  await audit(context, origin, { action: 'sign-in', outcome, actor, target, about, details }, transaction);
}

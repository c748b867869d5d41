import { randomUUID } from 'node:crypto';
import { ACCOUNT_PATHS, type SignInStep } from '@vestibule/contracts';
import { createToken, hashToken } from '../../crypto/tokens.ts';
import { bindPendingSignIn, findPendingSignIn } from '../../repositories/pending-sign-ins.ts';
import type { Person, WebSession } from '../../repositories/people.ts';
import {
  changeWebSession,
  createWebSession,
  revokeSurplusSessions,
  revokeWebSession,
  revokeWebSessionByToken,
  revokeWebSessionsOf,
} from '../../repositories/web-sessions.ts';
import { audit } from '../audit.ts';
import type { Caller } from '../device-session.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../server-context.ts';
import {
  type Awaited,
  type Factor,
  type FactorNeeds,
  findFactorNeeds,
  hasSecondFactor,
} from './second-factor-needs.ts';
import type { Visit } from './visit.ts';

/** A whole session, whatever happens; one that awaits its second factor; and how many whole ones a person may have. */
const SESSION_LIFE_MS = 12 * 3_600_000;
const AWAITING_LIFE_MS = 15 * 60_000;
const MAXIMUM_SESSIONS = 20;

/** What the browser is given. */
export interface SessionCookies {
  readonly token: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

export interface OpenedSession extends SessionCookies {
  readonly step: SignInStep;
}

/**
 * Opens a session for a person who has given a first factor, and binds the pending sign-in to them. The session that the
 * browser had before ends.
 */
export async function openSession(
  context: ServerContext,
  visit: Visit,
  person: Person,
  proof: {
    readonly factors: readonly Factor[];
    readonly loginMarker: string | undefined;
    readonly upstreamClaims?: Record<string, unknown>;
  },
): Promise<OpenedSession | Refusal<'account_disabled' | 'sign_in_unknown'>> {
  const { database, company } = context;
  const refused = async <const Code extends 'account_disabled' | 'sign_in_unknown'>(code: Code, message: string) => {
    await auditSignIn(context, visit, 'refused', person, { code, factors: proof.factors });
    return refuse(code, message);
  };
  if (person.disabledAt !== null) return refused('account_disabled', 'This account was disabled by support.');
  const sessionId = randomUUID();
  const awaited = await findAwaited(context, { id: sessionId }, person, proof.loginMarker);
  if (isRefusal(awaited)) return refused(awaited.refused, awaited.message);
  const needs = await findFactorNeeds(context, database, person, proof.factors, awaited);
  const now = context.now();
  const isWhole = needs.challenge === null;
  const cookies = {
    token: createToken(),
    sessionId,
    expiresAt: new Date(now.getTime() + (isWhole ? SESSION_LIFE_MS : AWAITING_LIFE_MS)),
  };
  if (visit.sessionToken !== undefined) {
    await revokeWebSessionByToken(database, company.id, hashToken(visit.sessionToken), now);
  }
  await createWebSession(database, {
    companyId: company.id,
    id: cookies.sessionId,
    personId: person.id,
    tokenHash: hashToken(cookies.token),
    authenticatedAt: now,
    expiresAt: cookies.expiresAt,
    factors: [...proof.factors],
    awaits: awaitsOf(needs),
    upstreamClaims: proof.upstreamClaims ?? null,
    lastSeenAt: now,
    provenAt: now,
    secondFactorAt: hasSecondFactor(proof.factors) ? now : null,
    address: visit.address,
    userAgent: visit.userAgent.slice(0, 255),
  });
  if (isWhole) await revokeSurplusSessions(database, company.id, person.id, now, MAXIMUM_SESSIONS);
  await auditSignIn(context, visit, 'done', person, { factors: proof.factors, awaits: awaitsOf(needs) });
  return { ...cookies, step: stepOf(needs, proof.loginMarker) };
}

/**
 * Adds a factor to a session: the token is a new one from now on, so that whoever knew the old one has nothing. A second
 * factor given again counts as fresh proof.
 */
export async function addFactor(
  context: ServerContext,
  origin: Origin,
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
  const changed = await changeWebSession(context.database, session, {
    tokenHash: hashToken(token),
    factors,
    // A whole session stays whole: what one application asks for beyond that is asked again at the moment of issue.
    awaits: session.awaits === 'second-factor' ? awaitsOf(needs) : session.awaits,
    expiresAt: new Date(session.authenticatedAt.getTime() + SESSION_LIFE_MS),
    provenAt: now,
    lastSeenAt: now,
    ...(hasSecondFactor([factor]) && { secondFactorAt: now }),
  });
  if (changed === null) return refuse('not_signed_in', 'The session was ended meanwhile.');
  await revokeSurplusSessions(context.database, context.company.id, person.id, now, MAXIMUM_SESSIONS);
  await auditSignIn(context, origin, 'done', person, { added: factor, awaits: changed.awaits });
  return {
    token,
    sessionId: changed.id,
    expiresAt: changed.expiresAt,
    continueTo: continueTo(loginMarker, needs.isDeviceMissing),
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
  return { needs, continueTo: continueTo(loginMarker, needs.isDeviceMissing) };
}

export async function signOut(context: ServerContext, origin: Origin, { session, person }: Caller): Promise<void> {
  await revokeWebSession(context.database, context.company.id, session.id, context.now());
  await audit(context, origin, { action: 'sign-out', outcome: 'done', actor: person.login });
  await tellPages(context, person);
}

/**
 * Ends the sessions of a person: what was opened in them, on their computers as well, is over at once.
 * @param change who did it and, where it stays, the session it was done from
 * @returns how many were ended
 */
export async function endSessionsOf(
  context: ServerContext,
  origin: Origin,
  person: Person,
  change: { readonly actor: string; readonly exceptId?: string },
): Promise<number> {
  const { database, company } = context;
  const count = await revokeWebSessionsOf(database, company.id, person.id, context.now(), change.exceptId);
  await audit(context, origin, {
    action: 'sign-out',
    outcome: 'done',
    actor: change.actor,
    target: person.login,
    details: { sessions: count },
  });
  await tellPages(context, person);
  return count;
}

export async function tellPages(context: ServerContext, person: Person): Promise<void> {
  await context.events.publish({ companyId: context.company.id, personId: person.id, subject: 'session' });
}

async function findAwaited(
  context: ServerContext,
  session: Pick<WebSession, 'id'>,
  person: Person,
  loginMarker: string | undefined,
): Promise<Awaited | Refusal<'sign_in_unknown'>> {
  if (loginMarker === undefined) return null;
  const isOwn = await bindPendingSignIn(context.database, context.company.id, loginMarker, person.id, session.id);
  const found = isOwn ? await findPendingSignIn(context.database, context.company.id, loginMarker) : null;
  return found ?? refuse('sign_in_unknown', 'This sign-in was begun by somebody else or is not known.');
}

function awaitsOf({ challenge, isDeviceMissing }: FactorNeeds): WebSession['awaits'] {
  if (challenge !== null) return 'second-factor';
  return isDeviceMissing ? 'device' : null;
}

function stepOf({ challenge, isDeviceMissing }: FactorNeeds, loginMarker: string | undefined): SignInStep {
  return challenge === null ? { continueTo: continueTo(loginMarker, isDeviceMissing) } : { secondFactor: challenge };
}

/** To the check with what a work application began, or where the device check is a factor; else to one's own page. */
function continueTo(loginMarker: string | undefined, isDeviceMissing: boolean): string {
  if (loginMarker !== undefined) return `/device-check/?login=${loginMarker}`;
  return isDeviceMissing ? '/device-check/' : ACCOUNT_PATHS.sessionStatus;
}

async function auditSignIn(
  context: ServerContext,
  origin: Origin,
  outcome: 'done' | 'refused',
  person: Person,
  details: Record<string, unknown>,
): Promise<void> {
  await audit(context, origin, {
    action: 'sign-in',
    outcome,
    actor: outcome === 'done' ? person.login : null,
    target: outcome === 'refused' ? person.login : null,
    details,
  });
}

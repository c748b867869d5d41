import { randomUUID } from 'node:crypto';
import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { verifyOpeningProof } from '@vestibule/device-keys';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import { handOverTokens } from '../../repositories/admin-tokens.ts';
import { isOverBy } from '../../repositories/age.ts';
import { rememberOnce } from '../../repositories/ceremonies.ts';
import { hasKnownDevice } from '../../repositories/own-devices.ts';
import { findWebSession, findWebSessionById, type WebSession } from '../../repositories/people.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { isAtOtherComputer } from '../../repositories/other-computer.ts';
import { isStartAddress } from '../../repositories/start-addresses.ts';
import { findSurplusOpened, holdSession } from '../../repositories/opened-sessions.ts';
import { createWebSession, revokeWebSession } from '../../repositories/web-sessions.ts';
import { createWebToken, findSessionOfToken, takeWebToken } from '../../repositories/web-tokens.ts';
import { audit } from '../audit/audit.ts';
import type { Caller } from '../../context/caller.ts';
import type { OwnDeviceSession } from '../devices/own-device-session.ts';
import { sayEnded } from '../people/end-sessions.ts';
import type { Visit } from '../people/visit.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

const WEB_TOKEN_LIFE_MS = 60_000;
/** Browsers of one person that Workplace has opened, at one time. */
const MAXIMUM_OPENED = 20;

/** An absolute path, written plainly: browsers take a second slash and a backslash for another site. */
const PLAIN_PATH = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/?#]*$/;
/** Pages only: an address below /api could spend something. */
const PAGE = /^\/(?!api(?:\/|$))[a-z-]*(?:\/|$)/;

/** Makes a one-time token with which Workplace opens an address signed in, for a page. */
export async function issueWebToken(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  asked: Asked,
): Promise<{ readonly token: string } | Refusal<'address_not_allowed' | 'device_unknown' | 'not_signed_in'>> {
  if (await mayBeOpened(context, asked.url)) {
    return (
      (await issueFor(context, origin, caller, asked)) ?? refuse('not_signed_in', 'The session was ended meanwhile.')
    );
  }
  const message = 'Only a page of this site or the start of an application may be opened.';
  return refuseAsked(context, origin, caller, asked.deviceId, refuse('address_not_allowed', message));
}

const PROOF_KIND = 'opening-proof';

/**
 * The same for Workplace itself, without a page: by the token of a sign-in that lasts, and a proof of the computer that was
 * checked in it. It opens the person's own page and no other.
 */
export async function issueWebTokenToDevice(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { session, device }: OwnDeviceSession,
  proof: string,
): Promise<{ readonly token: string } | Refusal<'device_unknown' | 'web_token_wrong'>> {
  const { database, company, publicUrl } = context;
  const { deviceId, identityKey } = device;
  const verified = await verifyOpeningProof(proof, identityKey, { deviceId, sessionId: session.id, aud: publicUrl });
  const isNew =
    verified.ok &&
    (await rememberOnce(database, {
      companyId: company.id,
      kind: PROOF_KIND,
      keyHash: hashToken(`${deviceId} ${verified.value.jti}`),
      // Later it is refused for its session, which is over.
      expiresAt: session.expiresAt,
    }));
  const issued = isNew ? await issueFor(context, origin, caller, { deviceId, url: ACCOUNT_PATHS.sessionStatus }) : null;
  if (issued !== null) return issued;
  const refusal = refuse('web_token_wrong', 'This is no fresh proof of the computer that was checked.');
  return refuseAsked(context, origin, caller, deviceId, refusal);
}

interface Asked {
  readonly deviceId: string;
  readonly url: string;
}

/** @returns null where the session was ended meanwhile, or has another cookie by now */
async function issueFor(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { deviceId, url }: Asked,
): Promise<{ readonly token: string } | Refusal<'device_unknown'> | null> {
  const { database, company, now } = context;
  const { person, session } = caller;
  if (!(await hasKnownDevice(database, company.id, person.id, deviceId))) {
    const refusal = refuse('device_unknown', 'This computer is not known as one of this person.');
    return refuseAsked(context, origin, caller, deviceId, refusal);
  }
  const at = { companyId: company.id, personId: person.id, webSessionId: session.id, deviceId };
  if (await isAtOtherComputer(database, at)) {
    const refusal = refuse('device_unknown', 'This browser was signed in at another computer than this one.');
    return refuseAsked(context, origin, caller, deviceId, refusal);
  }
  const token = createToken();
  const isMade = await database.transaction(async (transaction) => {
    // By the cookie from before a new password, which takes back what was made by it, it comes too late.
    if (!(await holdSession(transaction, company.id, session.id, session.tokenHash))) return false;
    await createWebToken(transaction, {
      companyId: company.id,
      tokenHash: hashToken(token),
      webSessionId: session.id,
      deviceId,
      url,
      expiresAt: new Date(now().getTime() + WEB_TOKEN_LIFE_MS),
      usedAt: null,
    });
    return true;
  });
  if (!isMade) return null;
  const details = { address: withoutQuery(url) };
  await audit(context, origin, { action: 'web-token', outcome: 'done', actor: person, target: deviceId, details });
  return { token };
}

async function refuseAsked<Given extends Refusal>(
  context: ServerContext,
  origin: Origin,
  { person }: Caller,
  deviceId: string,
  refusal: Given,
): Promise<Given> {
  const details = { code: refusal.refused };
  await audit(context, origin, { action: 'web-token', outcome: 'refused', actor: person, target: deviceId, details });
  return refusal;
}

async function mayBeOpened(context: ServerContext, url: string): Promise<boolean> {
  return isOwnPage(context, url) || isStartAddress(context.database, context.company.id, url);
}

function isOwnPage({ publicUrl }: ServerContext, url: string): boolean {
  if (!PLAIN_PATH.test(url)) return false;
  const { origin, pathname } = new URL(url, publicUrl);
  // Looked at as the browser will go there, without `..`.
  return origin === publicUrl && PAGE.test(pathname);
}

export interface OpenedByWebToken {
  readonly url: string;
  /** Null: the browser is the one that the token was made in, and keeps the session that it has. */
  readonly session: { readonly token: string; readonly sessionId: string; readonly expiresAt: Date } | null;
}

/** No proof of anything was given to the new session: what asks for a fresh one asks again. */
const NEVER_PROVEN = { provenAt: new Date(0), secondFactorAt: null } as const;

/**
 * Spends a web token: the browser it was opened in gets a session of its own, with the factors of the one the token was
 * made in. It ends no later than that one, and with it. It is no fresh proof, and has passed no check. Where the person is
 * signed in already, the browser keeps the session that it has.
 */
export async function openWithWebToken(
  context: ServerContext,
  visit: Visit,
  token: string,
): Promise<OpenedByWebToken | Refusal<'web_token_wrong' | 'account_disabled'>> {
  const { company } = context;
  const now = context.now();
  const opened = await context.database.transaction(async (database) => {
    const from = await findSessionOfToken(database, company.id, hashToken(token));
    const made = from === null ? null : await findWebSessionById(database, company.id, from, now);
    // The person first and their session after, as everything does that ends sessions. Both are held until the end: who ends
    // this one in this moment ends what it has opened as well.
    if (made !== null) await lockPerson(database, company.id, made.person.id);
    const taken = await takeWebToken(database, company.id, hashToken(token), now);
    const isHeld = made !== null && (await holdSession(database, company.id, made.session.id));
    const isOver = taken === null || isOverBy(taken.expiresAt, WEB_TOKEN_LIFE_MS, now);
    if (isOver || made === null || !isHeld) {
      return refuse('web_token_wrong', 'This link is over or was used before.');
    }
    if (made.person.disabledAt !== null) return refuse('account_disabled', 'This account was disabled by support.');
    if (!(await hasKnownDevice(database, company.id, made.person.id, taken.deviceId))) {
      return refuse('web_token_wrong', 'The computer that this link was made for is not known any more.');
    }
    const at = {
      companyId: company.id,
      personId: made.person.id,
      webSessionId: made.session.id,
      deviceId: taken.deviceId,
    };
    if (await isAtOtherComputer(database, at)) {
      return refuse('web_token_wrong', 'The sign-in that this link comes from is at another computer.');
    }
    const { sessionToken } = visit;
    const present =
      sessionToken === undefined ? null : await findWebSession(database, company.id, hashToken(sessionToken), now);
    if (present !== null && present.person.id !== made.person.id) {
      // No one is moved into another person's session by a link.
      return refuse('web_token_wrong', 'Another person is signed in in this browser. Sign out there first.');
    }
    const details = { opened: withoutQuery(taken.url) };
    const entry = { action: 'web-token', outcome: 'done', actor: made.person, details } as const;
    if (present !== null && isWhole(present.session)) {
      // The session that a check goes on in at this moment is left as it is, as is one that this person has here.
      await audit(context, visit, entry, database);
      return { url: taken.url, session: null, person: made.person, replaced: [], surplus: [] };
    }
    const sibling = { id: randomUUID(), token: createToken() };
    const isCreated = await createWebSession(database, {
      ...made.session,
      id: sibling.id,
      tokenHash: hashToken(sibling.token),
      // The device check was passed in the other session; here a computer has to report again, and be the factor again.
      activatedBy: null,
      openedFrom: made.session.id,
      openedFor: taken.deviceId,
      ...NEVER_PROVEN,
      factors: made.session.factors.filter((factor) => factor !== 'device'),
      callerNumber: null,
      lastSeenAt: now,
      address: visit.address,
      userAgent: visit.userAgent.slice(0, 255),
    });
    if (!isCreated) return refuse('account_disabled', 'This account was disabled by support.');
    if (present !== null) await handOverTokens(database, company.id, { from: [present.session.id], to: sibling.id });
    await audit(context, visit, entry, database);
    const session = { token: sibling.token, sessionId: sibling.id, expiresAt: made.session.expiresAt };
    const surplus = await findSurplusOpened(database, company.id, made.person.id, now, MAXIMUM_OPENED);
    const replaced = present === null ? [] : [present.session.id];
    return { url: taken.url, session, person: made.person, replaced, surplus };
  });
  if (isRefusal(opened)) {
    await auditRefusedOpening(context, visit, opened);
    return opened;
  }
  const { url, session, person, replaced, surplus } = opened;
  // Not before: holding one session, no one waits for another.
  for (const id of [...replaced, ...surplus]) await revokeWebSession(context.database, company.id, id, now);
  if (surplus.length > 0) await sayEnded(context, visit, person, { actor: person, ended: surplus });
  return { url, session };
}

/** Writes down that a link with a web token opened nothing. */
export async function auditRefusedOpening(context: ServerContext, origin: Origin, refusal: Refusal): Promise<void> {
  await audit(context, origin, { action: 'web-token', outcome: 'refused', details: { code: refusal.refused } });
}

/** Nothing more is asked of it, and it reaches everywhere. */
function isWhole({ awaits, reach }: WebSession): boolean {
  return awaits === null && reach === 'whole';
}

/** A query may hold what is no one else's business. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}

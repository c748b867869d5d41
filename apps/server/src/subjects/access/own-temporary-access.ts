import { randomUUID } from 'node:crypto';
import { ofPerson } from '../../repositories/audit-words.ts';
import type { SamlPostData } from '@vestibule/contracts';
import { type AccessGrant, findTemporaryAccess, takeGrantUse } from '../../repositories/access-grants.ts';
import {
  countRequestsSince,
  findNewestRequest,
  findOpenRequests,
  storeAccessRequest,
} from '../../repositories/access-requests.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { noteSignIn } from '../../repositories/sign-ins.ts';
import { noteAside } from '../../context/note-sign-in.ts';
import { audit } from '../audit/audit.ts';
import { findLeaveToAnswerAgain } from './answer-again.ts';
import { shownNumber } from '../support/caller-number.ts';
import type { Caller } from '../../context/caller.ts';
import { type GrantLeaveRefusal, issueByGrant } from '../sign-in/issue/issue-by-claim.ts';
import { mailAccessRequest } from '../settings/mail-out.ts';
import { mayGoOnUnchecked, mayIssue } from '../sign-in/issue/may-issue.ts';
import { findOwnOrNewestSignIn, type OwnSignIn } from '../people/own-sign-in.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { whyWayIsShut } from '../settings/way-around.ts';

const DAY_MS = 86_400_000;
/** Asking again and again helps no one: so often in 24 hours. */
const REQUESTS_PER_DAY = 5;

export interface OwnTemporaryAccess {
  readonly isTempAccessGranted: boolean;
  readonly isObserved?: true;
  readonly expiresAt: string | null;
  readonly reason: string | null;
  readonly mayBeAsked: boolean;
  readonly isAsked: boolean;
  readonly refusal: string | null;
  readonly caller: { readonly number: string; readonly expiresAt: string } | null;
}

/**
 * Whether this person has temporary access for what they want to open. A leave counts only if it would lead to a response
 * right now, so that a waiting page does not leave for nothing.
 */
export async function describeTemporaryAccess(
  context: ServerContext,
  caller: Caller,
  loginMarker: string | undefined,
): Promise<OwnTemporaryAccess> {
  const named = await findOwnOrNewestSignIn(context, caller, loginMarker);
  const signIn = isRefusal(named) ? null : named;
  // For a sign-in that is over no leave opens anything.
  const grant = isRefusal(named) ? null : await findGrant(context, caller, signIn);
  const { id: personId } = caller.person;
  const now = context.now();
  const newest = await findNewestRequest(context.database, context.company.id, personId, now);
  return {
    isTempAccessGranted: grant !== null,
    ...((await isOpenByNow(context, caller, loginMarker, signIn)) ? { isObserved: true as const } : {}),
    expiresAt: grant?.expiresAt.toISOString() ?? null,
    reason: grant?.reason ?? null,
    mayBeAsked: mayBeAsked(context, signIn),
    isAsked: newest !== null && newest.closedAt === null,
    refusal: grant === null ? (newest?.refusal ?? null) : null,
    caller: shownNumber(caller.session, now),
  };
}

/** Whether a page that was stopped may go on by itself: the gate has begun to observe meanwhile. */
async function isOpenByNow(
  context: ServerContext,
  caller: Caller,
  loginMarker: string | undefined,
  signIn: OwnSignIn | null,
): Promise<boolean> {
  if (loginMarker === undefined || signIn === null || signIn.pending.mode !== 'frontline') return false;
  return mayGoOnUnchecked(context, caller, signIn);
}

async function findGrant(
  context: ServerContext,
  caller: Caller,
  signIn: OwnSignIn | null,
): Promise<AccessGrant | null> {
  const { database, company } = context;
  const applicationId = signIn?.application.id ?? null;
  const grants = await findTemporaryAccess(database, company.id, caller.person.id, applicationId, context.now());
  if (signIn === null) return grants[0] ?? null;
  const again = await findLeaveToAnswerAgain(context, database, caller, signIn.application.id);
  for (const grant of [...again, ...grants]) {
    const leave = await mayIssue(context, database, {
      claim: { kind: 'grant', grant, isAgain: false },
      ...signIn,
      webSessionId: caller.session.id,
      purpose: 'assertion',
    });
    if (!isRefusal(leave)) return grant;
  }
  return null;
}

function mayBeAsked({ configuration, now }: ServerContext, signIn: OwnSignIn | null): boolean {
  const { temporaryAccess } = configuration;
  if (!temporaryAccess.mayBeAsked) return false;
  if (signIn === null) return whyWayIsShut({ ...temporaryAccess, applications: null }, null, now()) === null;
  const why = whyWayIsShut(temporaryAccess, signIn.application.name, now());
  return why === null && signIn.pending.mode === 'frontline';
}

/** Asks support for temporary access. Asked twice for the same, it stands once. */
export async function askTemporaryAccess(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  asked: { readonly reason: string; readonly loginMarker: string | undefined },
): Promise<null | Refusal<'asking_not_allowed' | 'too_many_attempts'>> {
  const named = await findOwnOrNewestSignIn(context, caller, asked.loginMarker);
  const signIn = isRefusal(named) ? null : named;
  const applicationId = signIn?.application.id ?? null;
  const stored = mayBeAsked(context, signIn)
    ? await storeRequest(context, caller, applicationId, asked.reason)
    : refuse('asking_not_allowed', 'Your company does not give temporary access this way. Call support.');
  const refusal = isRefusal(stored) ? stored : null;
  await audit(context, origin, {
    action: 'access-request',
    outcome: refusal === null ? 'done' : 'refused',
    actor: caller.person,
    target: signIn?.application.name ?? null,
    of: ofPerson(caller.person.id),
    // Five a day are taken. What is asked again while the first stands is answered as the first was, and taken no more.
    isProven: stored === 'stored',
    details: stored === 'stored' ? { reason: asked.reason } : { code: refusal?.refused ?? 'asked_already' },
  });
  if (stored === 'stored' && signIn !== null) await noteAsked(context, origin, signIn);
  if (stored === 'stored') {
    const asking = { companyId: context.company.id, personId: caller.person.id, subject: 'temporary-access' } as const;
    await context.events.publish(asking);
    const application = signIn?.application.name ?? null;
    // No one waits for a mail server; what comes of it is in the audit log.
    void mailAccessRequest(context, { person: caller.person, application, reason: asked.reason }).catch(
      () => undefined,
    );
  }
  return refusal;
}

async function noteAsked(context: ServerContext, { correlationId }: Origin, { pending }: OwnSignIn): Promise<void> {
  const at = context.now();
  const step = { at: at.toISOString(), kind: 'access', id: 'access-asked' } as const;
  const which = { companyId: context.company.id, signInId: pending.id };
  await noteAside(context, () => noteSignIn(context.database, which, { at, correlationId, steps: [step] }));
}

async function storeRequest(
  context: ServerContext,
  { person }: Caller,
  applicationId: string | null,
  reason: string,
): Promise<'stored' | 'stands' | Refusal<'too_many_attempts'>> {
  const companyId = context.company.id;
  const now = context.now();
  return context.database.transaction(async (transaction) => {
    await lockPerson(transaction, companyId, person.id);
    const open = await findOpenRequests(transaction, companyId, now, person.id);
    if (open.some((request) => request.applicationId === applicationId)) return 'stands';
    const since = new Date(now.getTime() - DAY_MS);
    if ((await countRequestsSince(transaction, companyId, person.id, since)) >= REQUESTS_PER_DAY) {
      return refuse('too_many_attempts', 'You have asked several times today. Call support instead.');
    }
    await storeAccessRequest(transaction, {
      companyId,
      id: randomUUID(),
      personId: person.id,
      applicationId,
      reason,
      createdAt: now,
      closedAt: null,
      refusal: null,
    });
    return 'stored';
  });
}

/**
 * The response by temporary access, if there is any; null when there is none to try. Where a use was taken a moment ago, its
 * answer is given again before another one is taken.
 */
export async function issueByTemporaryAccess(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { pending, application }: OwnSignIn,
): Promise<SamlPostData | GrantLeaveRefusal | null> {
  const { database, company } = context;
  const again = await findLeaveToAnswerAgain(context, database, caller, application.id);
  const grants = await findTemporaryAccess(database, company.id, caller.person.id, application.id, context.now());
  let last: GrantLeaveRefusal | null = null;
  for (const grant of new Map([...again, ...grants].map((one) => [one.id, one])).values()) {
    const issued = await issueByGrant(context, origin, caller, pending.id, async (transaction) => {
      // Asked once more, now that the person is held: what crosses is answered by one use as well.
      const lost = await findLeaveToAnswerAgain(context, transaction, caller, application.id);
      const answered = lost.find(({ id }) => id === grant.id);
      if (answered !== undefined) return { grant: answered, isAgain: true };
      const taken = await takeGrantUse(transaction, grant, context.now());
      return taken === null
        ? refuse('policy_not_met', 'This leave was used up or revoked meanwhile.')
        : { grant: taken, isAgain: false };
    });
    if (!isRefusal(issued)) return issued;
    last = issued;
  }
  return last;
}

import { ACCESS_USES_MAXIMUM } from '@vestibule/contracts';
import { randomUUID } from 'node:crypto';
import {
  type AccessGrant,
  approveStoredGrant,
  countGrantsSince,
  countTemporaryAccess,
  countWaitingGrants,
  findGrants,
  type GrantFilter,
  revokeStoredGrant,
  storeGrant,
} from '../../repositories/access-grants.ts';
import {
  type AccessRequest,
  closeRequests,
  findOpenRequests,
  refuseRequest,
} from '../../repositories/access-requests.ts';
import type { Database } from '../../database/database.ts';
import { findApplication } from '../../repositories/companies.ts';
import { findPerson } from '../../repositories/people.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { asWord, type Who } from '../../repositories/audit-words.ts';
import { audit } from '../audit/audit.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { whyWayIsShut } from '../settings/way-around.ts';

const HOUR_MS = 3_600_000;
const MOST_WAITING = 5;

export interface TemporaryAccess {
  readonly personId: string;
  /** Null: every application. */
  readonly applicationId: string | null;
  readonly hours: number;
  readonly reason: string;
  /** How many responses it is good for. */
  readonly uses: number;
  /** Also past a failed sign-in stopper, but never with a blocked account or a blocked computer. */
  readonly overridesStopper: boolean;
  readonly grantedBy: Who;
  /** Who answers for it: also who made the token that gave it. */
  readonly grantedById?: string | null;
  /** Beyond what the company allows its support: for administrators, and for what waits for their approval. */
  readonly mayExceedLimits?: boolean;
  /** It opens nothing before another administrator has approved it. */
  readonly waitsForApproval?: boolean;
  /** Where an administrator calls: looks once more whether they may, and rolls back. */
  readonly hold?: Hold;
}

/** What the transaction begins with that writes what an administrator wants. */
type Hold = (transaction: Database) => Promise<void>;

const holdNothing: Hold = async () => undefined;

/** Entries name the person by id here. */
const byId = (id: string): Who => ({ id, login: id });

type GrantRefusal = Refusal<'not_found' | 'request_malformed' | 'account_disabled' | 'grant_limit_reached'>;

/**
 * Lets a person in for a while without a verdict that meets the policy. What they asked for is answered with it, and
 * their waiting page is told to look.
 */
export async function grantTemporaryAccess(
  context: ServerContext,
  origin: Origin,
  wanted: TemporaryAccess,
): Promise<AccessGrant | GrantRefusal> {
  const grant = (await whyNotToGrant(context, wanted)) ?? (await store(context, origin, wanted));
  if (isRefusal(grant)) {
    const { personId, grantedBy } = wanted;
    await audit(context, origin, {
      action: 'access-grant',
      outcome: 'refused',
      actor: grantedBy,
      target: byId(personId),
      details: { code: grant.refused },
    });
    return grant;
  }
  await tellWaitingPage(context, grant.personId);
  return grant;
}

/** What stands against a grant before it is tried; the limit per person is looked at when it is stored. */
export async function whyNotToGrant(context: ServerContext, wanted: TemporaryAccess): Promise<GrantRefusal | null> {
  const { personId, applicationId, hours, uses, reason } = wanted;
  const { database, company } = context;
  const { maximumHours } = context.configuration.temporaryAccess;
  if (!Number.isInteger(hours) || hours < 1) return refuse('request_malformed', 'hours is not a number of hours.');
  if (!Number.isInteger(uses) || uses < 1 || uses > ACCESS_USES_MAXIMUM) {
    return refuse('request_malformed', `uses goes from 1 to ${ACCESS_USES_MAXIMUM}.`);
  }
  if (reason.trim() === '') return refuse('request_malformed', 'reason is empty.');
  if (hours > maximumHours && wanted.mayExceedLimits !== true) {
    return refuse('grant_limit_reached', `Temporary access lasts ${maximumHours} hours at most here.`);
  }
  const person = await findPerson(database, company.id, personId);
  if (person === null) return refuse('not_found', 'There is no such person.');
  if (person.disabledAt !== null) return refuse('account_disabled', 'This account is disabled; no leave opens it.');
  const application = applicationId === null ? null : await findApplication(database, company.id, applicationId);
  if (applicationId !== null && application === null) return refuse('not_found', 'There is no such application.');
  const why = whyWayIsShut(context.configuration.temporaryAccess, application?.name ?? null, context.now());
  return why === null ? null : refuse('grant_limit_reached', why);
}

async function store(
  context: ServerContext,
  origin: Origin,
  wanted: TemporaryAccess,
): Promise<AccessGrant | Refusal<'grant_limit_reached'>> {
  const { personId, applicationId, hours, uses, overridesStopper, grantedBy, mayExceedLimits } = wanted;
  const companyId = context.company.id;
  const { waitsForApproval = false, hold = holdNothing } = wanted;
  const now = context.now();
  const grant: AccessGrant = {
    companyId,
    id: randomUUID(),
    kind: 'temporary-access',
    personId,
    applicationId,
    reason: wanted.reason.trim(),
    grantedBy: grantedBy.login,
    createdAt: now,
    expiresAt: new Date(now.getTime() + hours * HOUR_MS),
    usesLeft: uses,
    overridesStopper,
    revokedAt: null,
    grantedById: wanted.grantedById ?? null,
    waitsForApproval,
  };
  return context.database.transaction(async (transaction) => {
    await hold(transaction);
    await lockPerson(transaction, companyId, personId);
    // What no one else has to approve has to be within the limits also now that no one else is given anything.
    const { secondApprover } = context.configuration.temporaryAccess;
    const mustFit = !waitsForApproval && secondApprover === 'above-limits';
    const refusal =
      (await whyTooMany(context, personId, mayExceedLimits === true && !mustFit, transaction)) ??
      (waitsForApproval ? await whyTooManyWait(context, personId, transaction) : null);
    if (refusal !== null) return refusal;
    await storeGrant(transaction, grant);
    // What waits is no answer yet.
    if (!waitsForApproval) await closeRequests(transaction, companyId, personId, applicationId, now);
    const { id, expiresAt, reason } = grant;
    const details = {
      grantId: id,
      applicationId,
      expiresAt: expiresAt.toISOString(),
      uses,
      overridesStopper,
      reason,
      waitsForApproval,
    };
    await audit(
      context,
      origin,
      { action: 'access-grant', outcome: 'done', actor: grantedBy, target: byId(personId), details },
      transaction,
    );
    return grant;
  });
}

/** Why a person may be given no more; what binds support alone is passed over for administrators. */
export async function whyTooMany(
  { company, configuration, now, database }: ServerContext,
  personId: string,
  mayExceedLimits: boolean,
  transaction: Database = database,
): Promise<Refusal<'grant_limit_reached'> | null> {
  const { maximumPerPerson, maximumPerWeek, maximumPer30Days } = configuration.temporaryAccess;
  const since = (days: number) => ({
    personId,
    kind: 'temporary-access' as const,
    since: new Date(now().getTime() - days * 24 * HOUR_MS),
  });
  const inMonth = await countGrantsSince(transaction, company.id, since(30));
  if (inMonth >= maximumPer30Days) {
    return refuse(
      'grant_limit_reached',
      `This person was given temporary access ${times(inMonth)} in 30 days, as often as anybody may be. Repair or replace the computer, or raise temporaryAccess.maximumPer30Days.`,
    );
  }
  if (mayExceedLimits) return null;
  const alive = await countTemporaryAccess(transaction, company.id, personId, now());
  if (alive >= maximumPerPerson) {
    return refuse(
      'grant_limit_reached',
      `This person has temporary access already (${alive}). Revoke it, or wait for its end.`,
    );
  }
  const inWeek = await countGrantsSince(transaction, company.id, since(7));
  return inWeek < maximumPerWeek
    ? null
    : refuse(
        'grant_limit_reached',
        `This person was given temporary access ${times(inWeek)} in a week, as often as support may give it. Ask an administrator.`,
      );
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** What waits counts for nothing before it is approved, so there is an end to it of its own. */
async function whyTooManyWait(
  { company, now }: ServerContext,
  personId: string,
  transaction: Database,
): Promise<Refusal<'grant_limit_reached'> | null> {
  const waiting = await countWaitingGrants(transaction, company.id, personId, now());
  return waiting < MOST_WAITING
    ? null
    : refuse(
        'grant_limit_reached',
        `This person has temporary access that waits for approval already (${waiting}). Approve or revoke it first.`,
      );
}

/** Lets leave open that waits for it. Its hours begin now. */
export async function approveGrant(
  context: ServerContext,
  origin: Origin,
  grant: AccessGrant,
  approvedBy: Who,
  hold: Hold = holdNothing,
): Promise<AccessGrant | Refusal<'not_found' | 'grant_limit_reached'>> {
  const { database, company } = context;
  const now = context.now();
  const expiresAt = new Date(now.getTime() + grant.expiresAt.getTime() - grant.createdAt.getTime());
  const approved = await database.transaction(async (transaction) => {
    await hold(transaction);
    await lockPerson(transaction, company.id, grant.personId);
    const tooMany = await whyTooMany(context, grant.personId, true, transaction);
    if (tooMany !== null) return tooMany;
    const stored = await approveStoredGrant(transaction, company.id, grant.id, { expiresAt });
    if (stored === null) return null;
    await closeRequests(transaction, company.id, stored.personId, stored.applicationId, now);
    const details = {
      grantId: stored.id,
      isApproved: true,
      grantedBy: asWord({ id: stored.grantedById, login: stored.grantedBy }),
      expiresAt: expiresAt.toISOString(),
    };
    await audit(
      context,
      origin,
      { action: 'access-grant', outcome: 'done', actor: approvedBy, target: byId(stored.personId), details },
      transaction,
    );
    return stored;
  });
  if (approved === null) return refuse('not_found', 'There is no such leave that waits for approval.');
  if (isRefusal(approved)) return approved;
  await tellWaitingPage(context, approved.personId);
  return approved;
}

/** Says no to who asks, with a sentence that their page shows. */
export async function refuseAccess(
  context: ServerContext,
  origin: Origin,
  { id, reason, refusedBy }: { readonly id: string; readonly reason: string; readonly refusedBy: Who },
  hold: Hold = holdNothing,
): Promise<AccessRequest | Refusal<'not_found'>> {
  const { database, company } = context;
  const refused = await database.transaction(async (transaction) => {
    await hold(transaction);
    const stored = await refuseRequest(transaction, company.id, id, { refusal: reason, now: context.now() });
    if (stored === null) return null;
    await audit(
      context,
      origin,
      {
        action: 'access-request',
        outcome: 'refused',
        actor: refusedBy,
        target: byId(stored.personId),
        details: { requestId: id, reason },
      },
      transaction,
    );
    return stored;
  });
  if (refused === null) return refuse('not_found', 'There is no such request, or it was answered or is over.');
  await tellWaitingPage(context, refused.personId);
  return refused;
}

/** Takes a grant of either kind back: it opens nothing from now on. Sign-ins that it led to stay. */
export async function revokeGrant(
  context: ServerContext,
  origin: Origin,
  { id, revokedBy }: { readonly id: string; readonly revokedBy: Who },
): Promise<AccessGrant | Refusal<'not_found'>> {
  const companyId = context.company.id;
  const revoked = await revokeStoredGrant(context.database, companyId, id, context.now());
  await audit(context, origin, {
    action: 'access-grant',
    outcome: revoked === null ? 'refused' : 'done',
    actor: revokedBy,
    target: revoked === null ? null : byId(revoked.personId),
    details: { grantId: id, isRevoked: revoked !== null, kind: revoked?.kind ?? null },
  });
  if (revoked === null) return refuse('not_found', 'There is no such leave, or it was revoked before.');
  await tellWaitingPage(context, revoked.personId);
  return revoked;
}

/** Leave that was given in this company, the newest first. */
export function listGrants(
  context: ServerContext,
  filter: Pick<GrantFilter, 'kind' | 'personId'> & { readonly isLiveOnly: boolean },
): Promise<AccessGrant[]> {
  const { isLiveOnly, ...rest } = filter;
  return findGrants(context.database, context.company.id, { ...rest, ...(isLiveOnly && { liveAt: context.now() }) });
}

/** Who asks for temporary access and has no answer yet, the oldest first. */
export function listAccessRequests(context: ServerContext): Promise<AccessRequest[]> {
  return findOpenRequests(context.database, context.company.id, context.now());
}

async function tellWaitingPage(context: ServerContext, personId: string): Promise<void> {
  await context.events.publish({ companyId: context.company.id, personId, subject: 'temporary-access' });
}

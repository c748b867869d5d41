import { randomUUID } from 'node:crypto';
import {
  type AccessGrant,
  countTemporaryAccess,
  findGrants,
  type GrantFilter,
  revokeStoredGrant,
  storeGrant,
} from '../repositories/access-grants.ts';
import { type AccessRequest, closeRequests, findOpenRequests } from '../repositories/access-requests.ts';
import { findApplication } from '../repositories/companies.ts';
import { findPerson } from '../repositories/people.ts';
import { lockPerson } from '../repositories/person-lock.ts';
import { audit } from './audit.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

const HOUR_MS = 3_600_000;
const USES_MAXIMUM = 1000;

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
  /** For the audit: a login, the name of a token, or 'local command line'. */
  readonly grantedBy: string;
  /** Beyond what the company allows its support: for administrators. */
  readonly mayExceedLimits?: boolean;
}

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
      target: personId,
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
  if (!Number.isInteger(uses) || uses < 1 || uses > USES_MAXIMUM) {
    return refuse('request_malformed', `uses goes from 1 to ${USES_MAXIMUM}.`);
  }
  if (reason.trim() === '') return refuse('request_malformed', 'reason is empty.');
  if (hours > maximumHours && wanted.mayExceedLimits !== true) {
    return refuse('grant_limit_reached', `Temporary access lasts ${maximumHours} hours at most here.`);
  }
  const person = await findPerson(database, company.id, personId);
  if (person === null) return refuse('not_found', 'There is no such person.');
  if (person.disabledAt !== null) return refuse('account_disabled', 'This account is disabled; no leave opens it.');
  if (applicationId === null) return null;
  const application = await findApplication(database, company.id, applicationId);
  return application === null ? refuse('not_found', 'There is no such application.') : null;
}

async function store(
  context: ServerContext,
  origin: Origin,
  wanted: TemporaryAccess,
): Promise<AccessGrant | Refusal<'grant_limit_reached'>> {
  const { personId, applicationId, hours, uses, overridesStopper, grantedBy, mayExceedLimits } = wanted;
  const companyId = context.company.id;
  const { maximumPerPerson } = context.configuration.temporaryAccess;
  const now = context.now();
  const grant: AccessGrant = {
    companyId,
    id: randomUUID(),
    kind: 'temporary-access',
    personId,
    applicationId,
    reason: wanted.reason.trim(),
    grantedBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + hours * HOUR_MS),
    usesLeft: uses,
    overridesStopper,
    revokedAt: null,
  };
  return context.database.transaction(async (transaction) => {
    await lockPerson(transaction, companyId, personId);
    const alive = await countTemporaryAccess(transaction, companyId, personId, now);
    if (alive >= maximumPerPerson && mayExceedLimits !== true) {
      return refuse('grant_limit_reached', `This person has ${alive} leaves already. Revoke one, or wait for its end.`);
    }
    await storeGrant(transaction, grant);
    await closeRequests(transaction, companyId, personId, applicationId, now);
    const { id, expiresAt, reason } = grant;
    const details = { grantId: id, applicationId, expiresAt: expiresAt.toISOString(), uses, overridesStopper, reason };
    await audit(
      context,
      origin,
      { action: 'access-grant', outcome: 'done', actor: grantedBy, target: personId, details },
      transaction,
    );
    return grant;
  });
}

/** Takes a grant of either kind back: it opens nothing from now on. Sign-ins that it led to stay. */
export async function revokeGrant(
  context: ServerContext,
  origin: Origin,
  { id, revokedBy }: { readonly id: string; readonly revokedBy: string },
): Promise<AccessGrant | Refusal<'not_found'>> {
  const companyId = context.company.id;
  const revoked = await revokeStoredGrant(context.database, companyId, id, context.now());
  await audit(context, origin, {
    action: 'access-grant',
    outcome: revoked === null ? 'refused' : 'done',
    actor: revokedBy,
    target: revoked?.personId ?? null,
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
  return findOpenRequests(context.database, context.company.id);
}

async function tellWaitingPage(context: ServerContext, personId: string): Promise<void> {
  await context.events.publish({ companyId: context.company.id, personId, subject: 'temporary-access' });
}

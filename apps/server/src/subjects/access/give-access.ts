import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { findAllApplications, findAnyApplication } from '../../repositories/admin-applications.ts';
import { REQUEST_LIFE_MS } from '../../repositories/access-requests.ts';
import { findPeopleByIds } from '../../repositories/admin-people.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import {
  approveGrant,
  grantTemporaryAccess,
  listAccessRequests,
  listGrants,
  refuseAccess,
  revokeGrant,
  whyNotToGrant,
  whyTooMany,
} from './temporary-access.ts';
import { type Acting, additions, isByToken, isThemselves, mayBeThemselves, whoIs } from '../audit/acting.ts';
import { holdStanding } from '../audit/standing.ts';
import { findOne } from '../people/people.ts';
import type { Database } from '../../database/database.ts';

type Wanted = z.infer<typeof ADMIN_CALLS.adminGrantAccess.body>;

/** Names for the ids that grants and requests hold. */
async function createNames(
  context: ServerContext,
  rows: readonly { personId: string; applicationId: string | null }[],
) {
  const { database, company } = context;
  const personIds = [...new Set(rows.map(({ personId }) => personId))];
  const [people, applications] = await Promise.all([
    findPeopleByIds(database, company.id, personIds),
    findAllApplications(database, company.id),
  ]);
  return ({ personId, applicationId }: { personId: string; applicationId: string | null }) => {
    const person = people.find(({ id }) => id === personId);
    const application = applications.find(({ id }) => id === applicationId);
    return {
      personId,
      login: person?.login ?? null,
      displayName: person?.displayName ?? null,
      applicationId,
      applicationName: application?.name ?? null,
    };
  };
}

export async function describeRequests(context: ServerContext) {
  const requests = await listAccessRequests(context);
  const names = await createNames(context, requests);
  return requests.map((request) => ({
    id: request.id,
    ...names(request),
    reason: request.reason,
    createdAt: request.createdAt.toISOString(),
    endsAt: new Date(request.createdAt.getTime() + REQUEST_LIFE_MS).toISOString(),
  }));
}

export async function describeGrants(
  context: ServerContext,
  { personId, isAll }: z.infer<typeof ADMIN_CALLS.adminAccessGrants.query>,
) {
  const filter = { isLiveOnly: isAll !== 'true', ...(personId === undefined ? {} : { personId }) };
  const grants = await listGrants(context, filter);
  const names = await createNames(context, grants);
  return grants.map((grant) => ({
    id: grant.id,
    kind: grant.kind,
    ...names(grant),
    reason: grant.reason,
    grantedBy: grant.grantedBy,
    createdAt: grant.createdAt.toISOString(),
    expiresAt: grant.expiresAt.toISOString(),
    usesLeft: grant.usesLeft,
    overridesStopper: grant.overridesStopper,
    revokedAt: grant.revokedAt?.toISOString() ?? null,
    waitsForApproval: grant.waitsForApproval,
  }));
}

type GiveRefusal = Refusal<'not_found' | 'role_missing' | 'not_possible' | 'grant_limit_reached' | 'request_malformed'>;

/**
 * Gives temporary access. Support stays within what the company allows, and gives none to themselves; administrators may go
 * beyond it, and past a sign-in stopper. Where the company asks for a second approver, what goes beyond the limits, or all
 * of it, opens nothing before another administrator has approved it.
 */
export async function giveAccess(
  acting: Acting,
  wanted: Wanted,
): Promise<(Outcome & { grantId: string | null; waitsForApproval: boolean }) | GiveRefusal> {
  const { context, administrator, origin, isDryRun } = acting;
  const isAdministrator = administrator.role === 'administrator';
  if (wanted.overridesStopper && !isAdministrator) {
    return refuse('role_missing', 'Only administrators let a person past a check that stops every sign-in.');
  }
  if (!isAdministrator && isThemselves(acting, wanted.personId)) {
    return refuse(
      'not_possible',
      'Supporters can’t give themselves temporary access, with their token neither: ask a colleague.',
    );
  }
  if (!isAdministrator && mayBeThemselves(acting, wanted.personId)) {
    return refuse(
      'not_possible',
      'This token belongs to no person, so its holder could give themselves temporary access. Make one with --owner: vestibule token create --help',
    );
  }
  const found = await findOne(context, wanted.personId);
  if (isRefusal(found)) return found;
  const { maximumHours } = context.configuration.temporaryAccess;
  const waitsForApproval = await needsApproval(acting, wanted);
  if (waitsForApproval && isByToken(acting)) {
    return refuse(
      'not_possible',
      'This needs a second approver, and a token gives nothing of that kind. Sign in for it.',
    );
  }
  const mayExceedLimits = isAdministrator || waitsForApproval;
  const hold = (transaction: Database) => holdStanding(transaction, acting);
  const grantedById = administrator.behind.kind === 'person' ? administrator.behind.personId : null;
  const access = { ...wanted, grantedBy: whoIs(administrator), grantedById, mayExceedLimits, waitsForApproval, hold };
  const refusal =
    (await whyNotToGrant(context, access)) ??
    (isDryRun ? await whyTooMany(context, wanted.personId, mayExceedLimits) : null);
  if (refusal !== null) return asRefusal(refusal);
  const { applicationId, hours, reason, uses, overridesStopper } = wanted;
  const application =
    applicationId === null ? null : await findAnyApplication(context.database, context.company.id, applicationId);
  const outcome: Outcome = {
    isDryRun,
    changes: additions({
      login: found.person.login,
      application: application?.name ?? 'every application',
      hours,
      reason,
      uses,
      overridesStopper,
    }),
    warnings: [
      ...(wanted.hours > maximumHours ? [`That is longer than the ${maximumHours} hours that support may give.`] : []),
      ...(wanted.overridesStopper ? ['It also opens while a check fails that stops every sign-in.'] : []),
      ...(waitsForApproval ? [WAITS] : []),
    ],
  };
  if (isDryRun) return { ...outcome, grantId: null, waitsForApproval };
  const grant = await grantTemporaryAccess(context, origin, access);
  return isRefusal(grant) ? asRefusal(grant) : { ...outcome, grantId: grant.id, waitsForApproval };
}

const WAITS = 'It opens nothing yet: another administrator has to approve it. They see it with: vestibule access list';

async function needsApproval(acting: Acting, wanted: Wanted): Promise<boolean> {
  const { context } = acting;
  const { secondApprover, maximumHours } = context.configuration.temporaryAccess;
  switch (secondApprover) {
    case 'off':
      return false;
    case 'always':
      return true;
    case 'above-limits':
      return (
        wanted.hours > maximumHours ||
        wanted.overridesStopper ||
        mayBeThemselves(acting, wanted.personId) ||
        (await whyTooMany(context, wanted.personId, false)) !== null
      );
    default:
      return secondApprover satisfies never;
  }
}

/** Approves what another person gave: never one's own, never for oneself, and not by a token. */
export async function approveAccess(
  acting: Acting,
  id: string,
): Promise<Outcome | Refusal<'not_found' | 'not_possible' | 'grant_limit_reached'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const grant = (await listGrants(context, { isLiveOnly: true })).find((one) => one.id === id);
  if (grant === undefined || !grant.waitsForApproval) {
    return refuse('not_found', 'There is no such leave that waits for approval.');
  }
  const { name, personId } = administrator;
  const isOwn =
    grant.grantedBy === name || (personId !== null && [grant.grantedById, grant.personId].includes(personId));
  if (isOwn || isByToken(acting)) {
    return refuse('not_possible', 'You can’t approve what you gave or get, and no token can: ask a colleague.');
  }
  const changes = [{ field: 'waitsForApproval', from: true, to: false }];
  const outcome: Outcome = { isDryRun, changes, warnings: [] };
  if (isDryRun) return outcome;
  const approved = await approveGrant(context, origin, grant, whoIs(administrator), (transaction) =>
    holdStanding(transaction, acting),
  );
  return isRefusal(approved) ? approved : outcome;
}

/** Says no to a request; the page of who asked says so, with the sentence. */
export async function sayNo(acting: Acting, id: string, reason: string): Promise<Outcome | Refusal<'not_found'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const request = (await listAccessRequests(context)).find((one) => one.id === id);
  if (request === undefined) {
    return refuse('not_found', 'There is no such request, or it was answered or is over.');
  }
  const outcome: Outcome = { isDryRun, changes: additions({ refusal: reason }), warnings: [] };
  if (isDryRun) return outcome;
  const refused = await refuseAccess(context, origin, { id, reason, refusedBy: whoIs(administrator) }, (transaction) =>
    holdStanding(transaction, acting),
  );
  return isRefusal(refused) ? refused : outcome;
}

function asRefusal(refusal: Refusal) {
  switch (refusal.refused) {
    case 'not_found':
    case 'grant_limit_reached':
    case 'request_malformed':
      return refuse(refusal.refused, refusal.message);
    default:
      return refuse('not_possible', refusal.message);
  }
}

export async function takeAccessBack(acting: Acting, id: string): Promise<Outcome | Refusal<'not_found'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const grant = (await listGrants(context, { isLiveOnly: false })).find((one) => one.id === id);
  if (grant === undefined || grant.revokedAt !== null) {
    return refuse('not_found', 'There is no such leave, or it was revoked before.');
  }
  const at = context.now().toISOString();
  const outcome: Outcome = { isDryRun, changes: [{ field: 'revokedAt', from: null, to: at }], warnings: [] };
  if (isDryRun) return outcome;
  const revoked = await revokeGrant(context, origin, { id, revokedBy: whoIs(administrator) });
  return isRefusal(revoked) ? revoked : outcome;
}

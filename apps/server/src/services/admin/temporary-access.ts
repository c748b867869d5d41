import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { findAllApplications, findAnyApplication } from '../../repositories/admin-applications.ts';
import { countTemporaryAccess } from '../../repositories/access-grants.ts';
import { findPeopleByIds } from '../../repositories/admin-people.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../server-context.ts';
import {
  grantTemporaryAccess,
  listAccessRequests,
  listGrants,
  revokeGrant,
  whyNotToGrant,
} from '../temporary-access.ts';
import { type Acting, additions } from './acting.ts';
import { findOne } from './people.ts';

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
  }));
}

/**
 * Gives temporary access. Support stays within what the company allows, and gives none to themselves; administrators may go
 * beyond it, and past a sign-in stopper.
 */
export async function giveAccess(
  acting: Acting,
  wanted: Wanted,
): Promise<
  | (Outcome & { grantId: string | null })
  | Refusal<'not_found' | 'role_missing' | 'not_possible' | 'grant_limit_reached' | 'request_malformed'>
> {
  const { context, administrator, origin, isDryRun } = acting;
  const mayExceedLimits = administrator.role === 'administrator';
  if (wanted.overridesStopper && !mayExceedLimits) {
    return refuse('role_missing', 'Only administrators let somebody past a check that stops every sign-in.');
  }
  if (administrator.personId === wanted.personId && !mayExceedLimits) {
    return refuse('not_possible', 'Nobody of support gives temporary access to themselves: ask a colleague.');
  }
  const found = await findOne(context, wanted.personId);
  if (isRefusal(found)) return found;
  const { maximumHours } = context.configuration.temporaryAccess;
  const access = { ...wanted, grantedBy: administrator.name, mayExceedLimits };
  const refusal = await whyNotToGrant(context, access);
  if (refusal !== null) return asRefusal(refusal);
  if (isDryRun && !mayExceedLimits && (await hasAllLeaves(context, wanted.personId))) {
    return refuse('grant_limit_reached', 'This person has as many leaves as they may have.');
  }
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
    ],
  };
  if (isDryRun) return { ...outcome, grantId: null };
  const grant = await grantTemporaryAccess(context, origin, access);
  return isRefusal(grant) ? asRefusal(grant) : { ...outcome, grantId: grant.id };
}

async function hasAllLeaves({ database, company, configuration, now }: ServerContext, personId: string) {
  const alive = await countTemporaryAccess(database, company.id, personId, now());
  return alive >= configuration.temporaryAccess.maximumPerPerson;
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
  const revoked = await revokeGrant(context, origin, { id, revokedBy: administrator.name });
  return isRefusal(revoked) ? revoked : outcome;
}

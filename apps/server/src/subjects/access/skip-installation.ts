import { randomUUID } from 'node:crypto';
import type { SamlPostData } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { type AccessGrant, findSkipEnds, storeGrant } from '../../repositories/access-grants.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { audit } from '../audit/audit.ts';
import type { Caller } from '../../context/caller.ts';
import { auditRefusal } from '../sign-in/issue/issue-response.ts';
import { type GrantLeaveRefusal, issueByGrant, type TakenGrant } from '../sign-in/issue/issue-by-claim.ts';
import { mayNotSkip } from '../settings/skip-rule.ts';
import { findOwnOrNewestSignIn, type OwnSignIn } from '../people/own-sign-in.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

type SkipRefusal = GrantLeaveRefusal | Refusal<'skipping_not_allowed' | 'skipping_used_up' | 'installation_required'>;

/**
 * The response for a person who goes on without Workplace. Each response has a grant of its own with one use; those that
 * are taken while one leave lasts count as that leave.
 */
export async function skipInstallation(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  loginMarker: string | undefined,
): Promise<SamlPostData | SkipRefusal> {
  const signIn =
    (await findOwnOrNewestSignIn(context, caller, loginMarker)) ??
    refuse('sign_in_unknown', 'No application waits for this sign-in.');
  const refusal = isRefusal(signIn) ? signIn : mayNotSkip(context, caller.person, signIn.pending, signIn.application);
  if (refusal !== null) {
    await auditRefusal(context, origin, caller, refusal, isRefusal(signIn) ? null : signIn.pending.id);
    return refusal;
  }
  if (isRefusal(signIn)) return signIn;
  return issueByGrant(context, origin, caller, signIn.pending.id, (transaction) =>
    createSkipGrant(context, origin, caller, signIn, transaction),
  );
}

async function createSkipGrant(
  context: ServerContext,
  origin: Origin,
  { person }: Caller,
  { application }: OwnSignIn,
  transaction: Database,
): Promise<TakenGrant | Refusal<'skipping_used_up'>> {
  const { hours, maximumPerPerson, maximumPer30Days } = context.configuration.skipping;
  const companyId = context.company.id;
  const now = context.now();
  await lockPerson(transaction, companyId, person.id);
  const ends = await findSkipEnds(transaction, companyId, person.id);
  const current = ends.find((end) => end > now);
  if (current === undefined && ends.length >= maximumPerPerson) {
    return refuse('skipping_used_up', `Going on without Workplace works ${maximumPerPerson} times. Install it now.`);
  }
  const monthAgo = new Date(now.getTime() - MONTH_MS);
  if (current === undefined && ends.filter((end) => end > monthAgo).length >= maximumPer30Days) {
    return refuse(
      'skipping_used_up',
      `Going on without Workplace works ${maximumPer30Days} times in 30 days. Install it now, or call support.`,
    );
  }
  const grant: AccessGrant = {
    companyId,
    id: randomUUID(),
    kind: 'skip-installation',
    personId: person.id,
    applicationId: application.id,
    reason: 'Went on without Workplace',
    grantedBy: person.login,
    createdAt: now,
    expiresAt: current ?? new Date(now.getTime() + hours * HOUR_MS),
    // Its one use is taken by what is issued in this very transaction.
    usesLeft: 0,
    overridesStopper: false,
    revokedAt: null,
    grantedById: null,
    waitsForApproval: false,
  };
  await storeGrant(transaction, grant);
  const details = { grantId: grant.id, kind: grant.kind, applicationId: application.id };
  await audit(
    context,
    origin,
    { action: 'access-grant', outcome: 'done', actor: person, target: { id: person.id, login: person.id }, details },
    transaction,
  );
  return { grant, isAgain: false };
}

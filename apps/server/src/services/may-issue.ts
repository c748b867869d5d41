import { mayContinue } from '@vestibule/policy';
import { findDeviceSession, findNewestReport } from '../repositories/devices.ts';
import type { Database } from '../database/open.ts';
import type { Permit } from '../repositories/permits.ts';
import { findPerson, findWebSessionById, type Person, type WebSession } from '../repositories/people.ts';
import { isOver, type PendingSignInRow } from '../repositories/pending-sign-ins.ts';
import { judge, type Verdict } from './judge.ts';
import { type Refusal, refuse, type ServerContext } from './server-context.ts';

export interface Leave {
  readonly person: Person;
  readonly webSession: WebSession;
  readonly verdict: Verdict;
  readonly deviceId: string;
  /** How the device stood, as every assertion says. A lenient policy lets a computer through that is not compliant. */
  readonly standing: 'compliant' | 'grace' | 'not-compliant';
}

export type LeaveRefusal = Refusal<
  | 'permit_expired'
  | 'policy_not_met'
  | 'account_disabled'
  | 'not_signed_in'
  | 'device_blocked'
  | 'sign_in_expired'
  | 'report_missing'
>;

/**
 * The one door to an assertion. Every question is asked again at the moment of issue: the person, the session, the
 * device, the pending sign-in, and the newest report judged by the policy as it stands now.
 *
 * @param database the transaction in which the assertion is issued
 * @param permit the permit that has just been taken in that transaction
 */
export async function mayIssue(
  context: ServerContext,
  database: Database,
  permit: Permit,
  pending: PendingSignInRow,
): Promise<Leave | LeaveRefusal> {
  const now = context.now();
  if (permit.expiresAt <= now) return refuse('permit_expired', 'The permit is over.');
  if (isOver(pending, now)) return refuse('sign_in_expired', 'The application’s request is too old.');

  const signedIn = await findWebSessionById(database, context.company.id, permit.webSessionId, now);
  if (signedIn === null) return refuse('not_signed_in', 'The session is over.');
  if (pending.forceAuthentication && signedIn.session.authenticatedAt < pending.createdAt) {
    return refuse('not_signed_in', 'The application asks for a fresh sign-in.');
  }
  const person = await findPerson(database, context.company.id, permit.personId);
  if (person === null || person.disabledAt !== null) {
    return refuse('account_disabled', 'This account was disabled by support.');
  }
  if (pending.personId !== person.id || signedIn.person.id !== person.id) {
    return refuse('not_signed_in', 'This sign-in belongs to somebody else.');
  }
  const found = await findDeviceSession(database, context.company.id, permit.deviceSessionId);
  if (found === null || found.session.expiresAt <= now) return refuse('report_missing', 'The device session is over.');
  const { session, device } = found;
  if (device.state === 'blocked') return refuse('device_blocked', 'This computer was blocked by an administrator.');
  if (device.keyThumbprint !== permit.keyThumbprint || session.personId !== person.id) {
    return refuse('policy_not_met', 'The permit was made for another device key or person.');
  }
  const newest = await findNewestReport(database, context.company.id, session.id);
  if (newest === null) return refuse('report_missing', 'There is no report of this computer.');
  const verdict = judge(context, device, person.login, newest);
  if (verdict.isExpired) return refuse('report_missing', 'The newest report of this computer is too old.');
  if (!mayContinue(verdict.evaluation, context.policy.policy)) {
    return refuse('policy_not_met', 'Required security checks fail.');
  }
  return {
    person,
    webSession: signedIn.session,
    verdict,
    deviceId: device.deviceId,
    standing: standingOf(verdict),
  };
}

function standingOf({ evaluation }: Verdict): Leave['standing'] {
  if (evaluation.complianceStatus === 'NotCompliant') return 'not-compliant';
  const isInGrace = evaluation.securityChecks.some((check) => check.state === 'failed' && check.deadline !== undefined);
  return isInGrace ? 'grace' : 'compliant';
}

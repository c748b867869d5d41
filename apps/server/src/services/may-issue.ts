import type { SecondFactorRule } from '@vestibule/contracts';
import { mayContinue } from '@vestibule/policy';
import type { Database } from '../database/open.ts';
import type { AccessGrant } from '../repositories/access-grants.ts';
import type { Application } from '../repositories/companies.ts';
import { type DeviceSession, findDeviceSession, hasBlockedDevice } from '../repositories/devices.ts';
import { findPerson, findWebSessionById, type Person, type WebSession } from '../repositories/people.ts';
import { isOver, type PendingSignInRow } from '../repositories/pending-sign-ins.ts';
import type { Permit } from '../repositories/permits.ts';
import { findNewestReport, findRecentReports } from '../repositories/reports.ts';
import { isStrongEnough, secondFactorRule } from './factor-rule.ts';
import { observationOf } from './gate-state.ts';
import type { DeviceEvidence, DeviceStanding } from '../saml/index.ts';
import { evidenceOf, standingOf } from './device-standing.ts';
import { judge } from './judge.ts';
import { whyApplicationIsShut } from './open-application.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from './server-context.ts';
import { isSecondFactor, SECOND_FACTOR_KINDS } from './second-factor-device.ts';
import { mayNotSkip } from './skip-rule.ts';

/** What an assertion is asked for with. Nothing else leads to one. */
export type Claim =
  /** The device opened a permit: the second version's sign-in, and its activation. */
  | { readonly kind: 'permit'; readonly permit: Permit }
  /**
   * The newest report of this device session: the first version's sign-in, whose reports are signed just the same, or a
   * client that reports by itself.
   */
  | { readonly kind: 'report'; readonly deviceSessionId: string }
  /** The device check was this sign-in's second factor, a moment ago. */
  | { readonly kind: 'activation' }
  /** Leave that the server itself keeps; one use of it was taken in the same transaction. */
  | { readonly kind: 'grant'; readonly grant: AccessGrant }
  /** The policy is not enforced for this person and application now; whether that is so is asked here. */
  | { readonly kind: 'observation' };

export interface Question {
  readonly claim: Claim;
  readonly pending: PendingSignInRow;
  readonly application: Application;
  readonly webSessionId: string;
  /** activation: the device check is about to become the second factor, so that factor may still be missing. */
  readonly purpose: 'assertion' | 'activation';
}

export interface Leave {
  readonly person: Person;
  readonly webSession: WebSession;
  readonly deviceId: string | null;
  readonly deviceSessionId: string | null;
  readonly reportId: string | null;
  readonly grantId: string | null;
  /** How the device stood, as every assertion says. A lenient policy lets a computer through that is not compliant. */
  readonly standing: DeviceStanding;
  /** How well that was proven. */
  readonly evidence: DeviceEvidence;
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
 * The one door to an assertion, whatever it is asked for with. Every question is asked again at the moment of issue: the
 * person, the session and its factors, the pending sign-in, the device, and the newest report judged by the policy as it
 * stands now; or the grant, and whether it reaches as far as this.
 *
 * @param database the transaction in which the assertion is issued
 */
export async function mayIssue(
  context: ServerContext,
  database: Database,
  question: Question,
): Promise<Leave | LeaveRefusal> {
  const { pending } = question;
  if (isOver(pending, context.now())) return refuse('sign_in_expired', 'The application’s request is too old.');
  const shut = whyApplicationIsShut(question.application, pending);
  if (shut !== null) return shut;
  const signedIn = await askAboutPerson(context, database, question);
  if (isRefusal(signedIn)) return signedIn;
  const leave = await askAboutClaim(context, database, signedIn, question);
  if (isRefusal(leave) || question.purpose === 'activation') return leave;
  // A device that proves nothing now is no factor in what the assertion says.
  return isStrongEnough(pending, signedIn.session, leave.evidence)
    ? leave
    : refuse('not_signed_in', 'The application asks for more than this sign-in has without the device.');
}

/** Whether nothing but the policy stands between this person and the application, and the policy only observes. */
export async function mayGoOnUnchecked(
  context: ServerContext,
  { session }: { readonly session: Pick<WebSession, 'id'> },
  signIn: Pick<Question, 'pending' | 'application'>,
): Promise<boolean> {
  const claim = { kind: 'observation' } as const;
  const question = { ...signIn, claim, webSessionId: session.id, purpose: 'assertion' } as const;
  return !isRefusal(await mayIssue(context, context.database, question));
}

function askAboutClaim(
  context: ServerContext,
  database: Database,
  signedIn: SignedIn,
  question: Question,
): Promise<Leave | LeaveRefusal> {
  const { claim } = question;
  const isFactor = question.purpose === 'activation';
  switch (claim.kind) {
    case 'permit':
      return askAboutPermit(context, database, signedIn, claim.permit, isFactor);
    case 'report':
      return askAboutReport(context, database, signedIn, {
        deviceSessionId: claim.deviceSessionId,
        kinds: ['v1', 'agent'],
        isFactor,
      });
    case 'activation': {
      const { activatedBy } = signedIn.session;
      if (activatedBy === null) {
        return Promise.resolve(refuse('not_signed_in', 'The device check was not the second factor here.'));
      }
      return askAboutReport(context, database, signedIn, {
        deviceSessionId: activatedBy,
        kinds: SECOND_FACTOR_KINDS,
        isFactor: true,
      });
    }
    case 'grant':
      return askAboutGrant(context, database, signedIn, question, claim.grant);
    case 'observation':
      return askAboutObservation(context, database, signedIn, question);
    default:
      return claim satisfies never;
  }
}

interface SignedIn {
  readonly session: WebSession;
  readonly person: Person;
}

async function askAboutPerson(
  context: ServerContext,
  database: Database,
  { pending, application, webSessionId, purpose }: Question,
): Promise<SignedIn | LeaveRefusal> {
  const signedIn = await findWebSessionById(database, context.company.id, webSessionId, context.now());
  if (signedIn === null) return refuse('not_signed_in', 'The session is over.');
  const { session } = signedIn;
  if (pending.forceAuthentication && session.authenticatedAt < pending.createdAt) {
    return refuse('not_signed_in', 'The application asks for a fresh sign-in.');
  }
  // Read anew: support may have blocked the account a moment ago.
  const person = await findPerson(database, context.company.id, signedIn.person.id);
  if (person === null || person.disabledAt !== null) {
    return refuse('account_disabled', 'This account was disabled by support.');
  }
  if (pending.personId !== person.id) return refuse('not_signed_in', 'This sign-in belongs to somebody else.');
  const rule = secondFactorRule(context, application, pending);
  const isStrong = purpose === 'activation' || isStrongEnough(pending, session);
  if (!hasFactors(session, rule, purpose) || !isStrong) {
    return refuse('not_signed_in', 'A second factor is asked for, which this sign-in does not have.');
  }
  return { session, person };
}

const PROVEN_SECOND: readonly string[] = ['totp', 'passkey', 'recovery-code', 'upstream-mfa'];

function hasFactors({ factors, awaits }: WebSession, rule: SecondFactorRule, purpose: Question['purpose']): boolean {
  if (awaits === 'second-factor') return false;
  if (awaits === 'device' && purpose === 'assertion') return false;
  switch (rule) {
    case 'off':
      return true;
    case 'required':
      return factors.some((factor) => PROVEN_SECOND.includes(factor));
    case 'device':
      return purpose === 'activation' || factors.includes('device');
    default:
      return rule satisfies never;
  }
}

async function askAboutPermit(
  context: ServerContext,
  database: Database,
  signedIn: SignedIn,
  permit: Permit,
  isFactor: boolean,
): Promise<Leave | LeaveRefusal> {
  if (permit.expiresAt <= context.now()) return refuse('permit_expired', 'The permit is over.');
  if (permit.webSessionId !== signedIn.session.id || permit.personId !== signedIn.person.id) {
    return refuse('not_signed_in', 'The permit was made for another sign-in.');
  }
  const { deviceSessionId, keyThumbprint } = permit;
  return askAboutReport(context, database, signedIn, {
    deviceSessionId,
    kinds: ['full'],
    keyThumbprint,
    isFactor,
  });
}

function refuseBlocked(): Refusal<'device_blocked'> {
  return refuse('device_blocked', 'This computer was blocked by an administrator.');
}

interface ReportOf {
  readonly deviceSessionId: string;
  readonly kinds: readonly DeviceSession['kind'][];
  /** The key that opened the permit. */
  readonly keyThumbprint?: string;
  /** The computer stands for a factor: one that is not known to be theirs is none. */
  readonly isFactor?: boolean;
}

async function askAboutReport(
  context: ServerContext,
  database: Database,
  { session: webSession, person }: SignedIn,
  { deviceSessionId, kinds, keyThumbprint, isFactor = false }: ReportOf,
): Promise<Leave | LeaveRefusal> {
  const found = await findDeviceSession(database, context.company.id, deviceSessionId);
  if (found === null || found.session.expiresAt <= context.now() || found.session.webSessionId !== webSession.id) {
    return refuse('report_missing', 'The device session is over.');
  }
  const { session, device } = found;
  if (device.state === 'blocked') return refuseBlocked();
  const isOtherKey = keyThumbprint !== undefined && device.keyThumbprint !== keyThumbprint;
  if (isOtherKey || session.personId !== person.id || !kinds.includes(session.kind)) {
    return refuse('policy_not_met', 'This was made for another device key, person or kind of session.');
  }
  if (session.kind === 'v1' && device.hasUsedV2) {
    return refuse('policy_not_met', 'This computer has used the second version, and never goes back to the first.');
  }
  const newest = await findNewestReport(database, context.company.id, session.id);
  if (newest === null) return refuse('report_missing', 'There is no report of this computer.');
  if (isFactor && !(await isSecondFactor(database, found, person))) {
    return refuse('policy_not_met', 'Only the person’s own computer, once it is approved, counts as a second factor.');
  }
  const verdict = judge(context, device, person.login, newest);
  if (verdict.isExpired) return refuse('report_missing', 'The newest report of this computer is too old.');
  if (!mayContinue(verdict.evaluation, context.policy.policy)) {
    return refuse('policy_not_met', 'Required security checks fail.');
  }
  return {
    person,
    webSession,
    deviceId: device.deviceId,
    deviceSessionId: session.id,
    reportId: verdict.reportId,
    grantId: null,
    standing: standingOf(verdict),
    evidence: evidenceOf(verdict),
  };
}

async function askAboutGrant(
  context: ServerContext,
  database: Database,
  { session: webSession, person }: SignedIn,
  { pending, application }: Question,
  grant: AccessGrant,
): Promise<Leave | LeaveRefusal> {
  const isOwn = grant.personId === person.id;
  const isForApplication = grant.applicationId === null || grant.applicationId === application.id;
  const isLive = grant.revokedAt === null && grant.expiresAt > context.now();
  if (!isOwn || !isForApplication || !isLive) return refuse('policy_not_met', 'There is no leave for this.');
  if (grant.kind === 'skip-installation') {
    const refusal = mayNotSkip(context, person, pending, application);
    if (refusal !== null) return refuse('policy_not_met', refusal.message);
  }
  // Whatever the leave says: not with the very computer that was blocked.
  if (await hasBlockedDevice(database, context.company.id, webSession.id)) return refuseBlocked();
  const recent = grant.overridesStopper
    ? []
    : await findRecentReports(database, context.company.id, person.id, context.now());
  for (const { device, report } of recent) {
    if (device.state === 'blocked') return refuseBlocked();
    const { evaluation } = judge(context, device, person.login, report);
    if (evaluation.securityChecks.some((check) => check.isSigninStopper && !check.isPassed)) {
      return refuse('policy_not_met', 'A sign-in stopper fails, which this leave does not override.');
    }
  }
  return {
    person,
    webSession,
    deviceId: null,
    deviceSessionId: null,
    reportId: null,
    grantId: grant.id,
    standing: grant.kind === 'temporary-access' ? 'temporary' : 'skipped',
    evidence: 'none',
  };
}

/** Lets everybody through whom nothing but the policy would stop, and says how their computer stood if it was read. */
async function askAboutObservation(
  context: ServerContext,
  database: Database,
  { session: webSession, person }: SignedIn,
  { pending, application }: Question,
): Promise<Leave | LeaveRefusal> {
  if (observationOf(context, person, application, pending) === 'enforced') {
    return refuse('policy_not_met', 'The policy is enforced here.');
  }
  if (await hasBlockedDevice(database, context.company.id, webSession.id)) return refuseBlocked();
  const recent = await findRecentReports(database, context.company.id, person.id, context.now());
  if (recent.some(({ device }) => device.state === 'blocked')) return refuseBlocked();
  const read = recent
    .filter(({ device, deviceSession }) => {
      const isLive = deviceSession.expiresAt > context.now() && device.state !== 'retired';
      return isLive && deviceSession.webSessionId === webSession.id;
    })
    .map(({ device, report }) => ({ device, report, verdict: judge(context, device, person.login, report) }))
    .filter(({ verdict }) => !verdict.isExpired)
    .toSorted((left, right) => right.report.receivedAt.getTime() - left.report.receivedAt.getTime())[0];
  return {
    person,
    webSession,
    deviceId: read?.device.deviceId ?? null,
    deviceSessionId: read?.report.deviceSessionId ?? null,
    reportId: read?.report.id ?? null,
    grantId: null,
    standing: read === undefined ? 'not-checked' : standingOf(read.verdict),
    evidence: read === undefined ? 'none' : evidenceOf(read.verdict),
  };
}

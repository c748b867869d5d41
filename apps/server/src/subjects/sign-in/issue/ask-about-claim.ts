import { PROGRAM_LIMITS } from '@vestibule/contracts';
import { mayContinue } from '@vestibule/policy';
import type { Database } from '../../../database/open.ts';
import type { Asking } from '../../../repositories/asking.ts';
import { type DeviceSession, findDeviceSession, hasBlockedDevice } from '../../../repositories/devices.ts';
import { isAtOtherComputer } from '../../../repositories/other-computer.ts';
import { isPermitOver, type Permit } from '../../../repositories/permits.ts';
import { findNewestReport, findRecentReports } from '../../../repositories/reports.ts';
import type { ActivationProof } from '../activation-proof.ts';
import { evidenceOf, standingOf } from '../../devices/device-standing.ts';
import { isDeviceTheFactor } from '../../settings/factor-rule.ts';
import { gateStateOf, observationOf } from '../../policy/gate/gate-state.ts';
import { judge, type Verdict } from '../../policy/judge.ts';
import type { SignedIn } from './ask-about-person.ts';
import type { Claim, Leave, LeaveRefusal, Question } from './leave.ts';
import { whyNotRegistered } from '../../devices/register-device.ts';
import type { TakenReport } from '../../devices/reports.ts';
import { factorStandingOf, SECOND_FACTOR_KINDS } from '../../policy/second-factor-device.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { mayNotSkip } from '../../settings/skip-rule.ts';
import { whyNotByUpstream } from '../../people/identity-providers/unsupported-system.ts';
import { whyWayIsShut } from '../../settings/way-around.ts';

/**
 * Whether what is shown leads to an assertion for anyone who signed in. Where the computer is the second factor, whose it is and
 * whether it counts is asked of the one that reports now, each time: that another one was the factor says nothing of it.
 */
export function askAboutClaim(
  context: ServerContext,
  database: Database,
  asking: Asking,
  question: Question,
): Promise<Leave | LeaveRefusal> {
  const { claim, application, pending, purpose } = question;
  const isFactor = purpose === 'activation' || isDeviceTheFactor(context, application, pending);
  const applicationName = application.name;
  switch (claim.kind) {
    case 'permit':
      return askAboutPermit(context, database, asking, claim.permit, { isFactor, applicationName });
    case 'report':
      return askAboutTaken(context, database, asking, claim.taken, { kinds: ['v1'], isFactor, applicationName });
    case 'activation':
      return askAboutActivation(context, database, asking, question, claim.proof);
    case 'grant':
      return askAboutGrant(context, database, asking, question, claim);
    case 'observation':
      return askAboutObservation(context, database, asking, question, claim.permit);
    case 'upstream-claim':
      return askAboutUpstreamClaim(context, database, asking, question);
    default:
      return claim satisfies never;
  }
}

async function askAboutPermit(
  context: ServerContext,
  database: Database,
  asking: Asking,
  permit: Permit,
  of: Pick<ReportOf, 'isFactor' | 'applicationName'>,
): Promise<Leave | LeaveRefusal> {
  if (isPermitOver(permit, context.now())) return refuse('permit_expired', 'The permit is over.');
  if (permit.webSessionId !== asking.session.id || permit.personId !== asking.person.id) {
    return refuse('not_signed_in', 'The permit was made for another sign-in.');
  }
  const { deviceSessionId, keyThumbprint } = permit;
  return askAboutReport(context, database, asking, {
    deviceSessionId,
    kinds: ['full'],
    keyThumbprint,
    ...of,
  });
}

async function askAboutActivation(
  context: ServerContext,
  database: Database,
  asking: Asking,
  { pending, application }: Question,
  { webSessionId, personId, pendingSignInId, deviceSessionId, keyThumbprint }: ActivationProof,
): Promise<Leave | LeaveRefusal> {
  const isOwn = webSessionId === asking.session.id && personId === asking.person.id;
  if (!isOwn || pendingSignInId !== pending.id) {
    return refuse('not_signed_in', 'The device check was made for another sign-in.');
  }
  return askAboutReport(context, database, asking, {
    deviceSessionId,
    kinds: SECOND_FACTOR_KINDS,
    keyThumbprint,
    isFactor: true,
    applicationName: application.name,
  });
}

function askAboutTaken(
  context: ServerContext,
  database: Database,
  asking: Asking,
  taken: TakenReport,
  of: Pick<ReportOf, 'kinds' | 'isFactor' | 'applicationName'>,
): Promise<Leave | LeaveRefusal> {
  const age = context.now().getTime() - taken.at.getTime();
  if (age > PROGRAM_LIMITS.permitLifeMs) {
    return Promise.resolve(refuse('report_missing', 'The report was sent too long ago to ask with it.'));
  }
  return askAboutReport(context, database, asking, { deviceSessionId: taken.deviceSessionId, ...of });
}

/**
 * Whether a report that was sent just now shows a computer that is a second factor of the person, and lets them in: what
 * they vouch from for another one, which is one by that.
 */
export async function askAboutOwnComputer(
  context: ServerContext,
  database: Database,
  { session, person }: SignedIn,
  taken: TakenReport,
): Promise<Leave | LeaveRefusal> {
  const { deviceSessionId } = taken;
  const found = await findDeviceSession(database, context.company.id, deviceSessionId);
  const newest = found === null ? null : await findNewestReport(database, context.company.id, deviceSessionId);
  const computer = found === null ? null : { ...found, newest };
  return askAboutTaken(context, database, { session, person, computer }, taken, {
    kinds: SECOND_FACTOR_KINDS,
    isFactor: true,
    applicationName: null,
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
  /** Where the person is going; null: nowhere. Rules for an application hold on the way there alone. */
  readonly applicationName: string | null;
}

async function askAboutReport(
  context: ServerContext,
  database: Database,
  { session: webSession, person, computer }: Asking,
  { deviceSessionId, kinds, keyThumbprint, isFactor = false, applicationName }: ReportOf,
): Promise<Leave | LeaveRefusal> {
  const found = computer?.session.id === deviceSessionId ? computer : null;
  if (found === null || found.session.expiresAt <= context.now() || found.session.webSessionId !== webSession.id) {
    return refuse('report_missing', 'The device session is over.');
  }
  const { session, device, newest } = found;
  if (device.state === 'blocked') return refuseBlocked();
  const isOtherKey = keyThumbprint !== undefined && device.keyThumbprint !== keyThumbprint;
  if (isOtherKey || session.personId !== person.id || !kinds.includes(session.kind)) {
    return refuse('policy_not_met', 'This was made for another device key, person or kind of session.');
  }
  if (session.kind === 'v1' && device.hasUsedV2) {
    return refuse('policy_not_met', 'This computer has used the second version, and never goes back to the first.');
  }
  if (newest === null) return refuse('report_missing', 'There is no report of this computer.');
  // Of two that reported in the same moment, neither knew of the other.
  const { id: webSessionId, companyId } = webSession;
  if (await isAtOtherComputer(database, { companyId, personId: person.id, webSessionId, deviceId: device.deviceId })) {
    return refuse('not_signed_in', 'Another computer has answered in this sign-in as well. Sign in again.');
  }
  const unregistered = await whyNotRegistered(context, database, device, person);
  if (unregistered !== null) return unregistered;
  const standing = isFactor ? await factorStandingOf(database, found, person) : 'factor';
  // Their page says so, and goes on by itself.
  if (standing === 'unapproved' || standing === 'another-persons') {
    return refuse('device_not_approved', 'An administrator has to approve this computer before it is a second factor.');
  }
  if (standing === 'none') return refuse('policy_not_met', 'Only the person’s own computer counts as a second factor.');
  const verdict = judge(context, device, person, newest, applicationName);
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
  { session: webSession, person }: Asking,
  { pending, application }: Question,
  { grant, isAgain }: Extract<Claim, { readonly kind: 'grant' }>,
): Promise<Leave | LeaveRefusal> {
  const isOwn = grant.personId === person.id;
  const isForApplication = grant.applicationId === null || grant.applicationId === application.id;
  const isLive = grant.revokedAt === null && !grant.waitsForApproval && grant.expiresAt > context.now();
  if (!isOwn || !isForApplication || !isLive) return refuse('policy_not_met', 'There is no leave for this.');
  if (grant.kind === 'temporary-access') {
    const why = whyWayIsShut(context.configuration.temporaryAccess, application.name, context.now());
    if (why !== null) return refuse('policy_not_met', why);
  }
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
    const { evaluation } = judge(context, device, person, report, application.name);
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
    ...(isAgain ? { isAgain } : {}),
    standing: grant.kind === 'temporary-access' ? 'temporary' : 'skipped',
    evidence: 'none',
  };
}

/**
 * Lets everybody through whom nothing but the policy would stop, and says how their computer stood if it has shown itself: a
 * permit that its key opened came with the request. What this session's computers have reported is not said of the browser
 * that asks.
 */
async function askAboutObservation(
  context: ServerContext,
  database: Database,
  { session: webSession, person, computer }: Asking,
  { pending, application }: Question,
  permit: Permit | null,
): Promise<Leave | LeaveRefusal> {
  if (observationOf(context, person, application, pending) === 'enforced') {
    return refuse('policy_not_met', 'The policy is enforced here.');
  }
  if (await hasBlockedDevice(database, context.company.id, webSession.id)) return refuseBlocked();
  const recent = await findRecentReports(database, context.company.id, person.id, context.now());
  if (recent.some(({ device }) => device.state === 'blocked')) return refuseBlocked();
  const read =
    permit === null ? null : readShown(context, { session: webSession, person, computer }, permit, application);
  return {
    person,
    webSession,
    deviceId: read?.deviceId ?? null,
    deviceSessionId: read?.deviceSessionId ?? null,
    reportId: read?.verdict.reportId ?? null,
    grantId: null,
    standing: read === null ? 'not-checked' : standingOf(read.verdict),
    evidence: read === null ? 'none' : evidenceOf(read.verdict),
    observed: gateStateOf(context).state === 'observing' ? 'gate' : 'scope',
  };
}

/** The computer that opened this permit, by its newest verdict; null when it is not this sign-in's, or says nothing now. */
function readShown(
  context: ServerContext,
  { session, person, computer }: Asking,
  permit: Permit,
  { name }: Question['application'],
): { readonly deviceId: string; readonly deviceSessionId: string; readonly verdict: Verdict } | null {
  const isOwn = permit.webSessionId === session.id && permit.personId === person.id;
  if (!isOwn || isPermitOver(permit, context.now()) || computer === null) return null;
  const { session: deviceSession, device, newest } = computer;
  const isOfPermit = deviceSession.id === permit.deviceSessionId && device.keyThumbprint === permit.keyThumbprint;
  if (!isOfPermit || deviceSession.expiresAt <= context.now() || device.state === 'retired') return null;
  if (newest === null) return null;
  const verdict = judge(context, device, person, newest, name);
  return verdict.isExpired ? null : { deviceId: device.deviceId, deviceSessionId: deviceSession.id, verdict };
}

/** Lets a device through that no one looked at here, on the word of the company's identity provider, and says so. */
async function askAboutUpstreamClaim(
  context: ServerContext,
  database: Database,
  { session: webSession, person }: Asking,
  question: Question,
): Promise<Leave | LeaveRefusal> {
  const refusal = await whyNotByUpstream(context, database, webSession, question);
  if (refusal !== null) return refusal;
  if (await hasBlockedDevice(database, context.company.id, webSession.id)) return refuseBlocked();
  return {
    person,
    webSession,
    deviceId: null,
    deviceSessionId: null,
    reportId: null,
    grantId: null,
    standing: 'not-checked',
    evidence: 'upstream',
  };
}

import type { CheckResult, DeviceInfo, SamlPostData, SessionParameters } from '@vestibule/contracts';
import { thumbprint } from '@vestibule/device-keys';
import { mayContinue } from '@vestibule/policy';
import { findDeviceByKey, findFirstVersionSession } from '../../repositories/devices.ts';
import { findNewestReport } from '../../repositories/reports.ts';
import { describeVerdict } from './check-result.ts';
import {
  auditRefusedSession,
  endAtOtherComputer,
  isElsewhere,
  type OpenedSession,
  openDeviceSession,
  refuseBlockedDevice,
} from '../devices/device-session.ts';
import { findJudgedBefore, noteSignIn } from '../../repositories/sign-ins.ts';
import { noteAside } from '../../context/note-sign-in.ts';
import type { Caller } from '../../context/caller.ts';
import { noteOfVerdict } from './sign-in-notes.ts';
import { issueByReport } from './issue/issue-by-claim.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { OwnDeviceSession } from '../devices/own-device-session.ts';
import { findOwnOrNewestSignIn, type OwnSignIn } from '../people/own-sign-in.ts';
import { acceptReport, type ReportRefusal, type TakenReport } from '../devices/reports.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

/** Opens a device session of the first version, by the same proofs as the second. */
export async function exchangeKeys(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  parameters: SessionParameters,
): Promise<
  | OpenedSession
  | Refusal<'not_signed_in' | 'request_malformed' | 'device_blocked' | 'device_not_approved' | 'protocol_too_old'>
> {
  const key = await thumbprint(parameters.identityKey);
  const known = await findDeviceByKey(context.database, context.company.id, parameters.deviceId, key);
  if (known?.hasUsedV2 === true) {
    const refusal = refuseTooOld();
    await auditRefusedSession(context, origin, caller, parameters.deviceId, refusal);
    return refusal;
  }
  const opened = await openDeviceSession(context, origin, caller, parameters, 'v1');
  // There is no token here: what is over is the sign-in.
  if (!isRefusal(opened)) return opened;
  const { refused, message } = opened;
  return refuse(refused === 'access_token_wrong' ? 'not_signed_in' : refused, message);
}

function refuseTooOld(): Refusal<'protocol_too_old'> {
  return refuse('protocol_too_old', 'This computer has used the second version, and never goes back to the first.');
}

export type KeysRefusal = Refusal<'keys_missing' | 'protocol_too_old' | 'device_blocked'>;

/** The device session of the first version in this sign-in. */
export async function findFirstVersion(
  context: ServerContext,
  caller: Caller,
  deviceId: string,
): Promise<OwnDeviceSession | KeysRefusal> {
  const { database, company } = context;
  const found = await findFirstVersionSession(database, company.id, caller.session.id, context.now(), deviceId);
  if (found === null) return refuse('keys_missing', 'There are no keys of this computer in this sign-in.');
  if (found.device.state === 'blocked') return refuseBlockedDevice();
  return found.device.hasUsedV2 ? refuseTooOld() : found;
}

/** A computer, and the report that it has sent just now. */
export interface SentReport {
  readonly own: OwnDeviceSession;
  readonly taken: TakenReport;
}

/** Takes device info: the signed report in it counts, for the session of this device in this sign-in. */
export async function takeDeviceInfo(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { lookupId, signedReport }: DeviceInfo,
): Promise<SentReport | KeysRefusal | ReportRefusal | Refusal<'not_signed_in'>> {
  const own = await findFirstVersion(context, caller, lookupId);
  if (isRefusal(own)) return own;
  const taken = await acceptReport(context, origin, caller.person, own, signedReport);
  if (isRefusal(taken)) {
    if (taken.refused !== 'report_wrong_session' || !(await isElsewhere(context, caller, own.device.deviceId)))
      return taken;
    const { message } = await endAtOtherComputer(context, origin, caller, own.device.deviceId);
    return refuse('not_signed_in', message);
  }
  // The report may have registered the device.
  const after = await findFirstVersion(context, caller, lookupId);
  return isRefusal(after) ? after : { own: after, taken };
}

/** The verdict on the newest report of a session, for the sign-in that is asked about; null when there is none. */
export async function judgeNewest(
  context: ServerContext,
  caller: Caller,
  { session, device }: OwnDeviceSession,
  { loginMarker, isResponseSkipped }: Wanted,
): Promise<Verdict | null> {
  const newest = await findNewestReport(context.database, context.company.id, session.id);
  if (newest === null) return null;
  // A sign-in that is refused is told of where the verdict is described.
  const signIn = isResponseSkipped ? null : await findOwnOrNewestSignIn(context, caller, loginMarker);
  const applicationName = signIn === null || isRefusal(signIn) ? null : signIn.application.name;
  return judge(context, device, caller.person, newest, applicationName);
}

interface Wanted {
  readonly loginMarker: string | undefined;
  readonly isResponseSkipped: boolean;
}

/**
 * A stored verdict as the page is told of it: of the first version, or of a client that reports by itself. No response comes
 * with it, whatever it says: who asks has shown cookies, and cookies prove no computer.
 */
export async function describeStored(
  context: ServerContext,
  caller: Caller,
  own: OwnDeviceSession,
  verdict: Verdict,
  { loginMarker, isResponseSkipped }: Wanted,
): Promise<CheckResult | Refusal<'sign_in_unknown' | 'sign_in_expired'>> {
  const signIn = isResponseSkipped ? null : await findOwnOrNewestSignIn(context, caller, loginMarker);
  return isRefusal(signIn) ? signIn : describeVerdict(context, caller, own.session, verdict, {});
}

type ResultRefusal = Refusal<
  | 'sign_in_unknown'
  | 'sign_in_expired'
  | 'account_disabled'
  | 'device_blocked'
  | 'device_not_approved'
  | 'not_signed_in'
>;

/**
 * The verdict on a report that was sent just now, as the page is told of it. When it lets the person in and a pending sign-in
 * is known, the response comes with it: the report itself proves that the browser stands on that computer.
 */
export async function describeSent(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { own, taken }: SentReport,
  verdict: Verdict,
  wanted: Wanted,
): Promise<CheckResult | ResultRefusal> {
  const describe = (samlResponseData: SamlPostData | null) =>
    describeVerdict(context, caller, own.session, verdict, { samlResponseData });
  if (wanted.isResponseSkipped) return describe(null);
  const signIn = await findOwnOrNewestSignIn(context, caller, wanted.loginMarker);
  if (isRefusal(signIn)) return signIn;
  if (signIn !== null) await noteJudged(context, origin, caller, own, verdict, signIn);
  const letsIn = !verdict.isExpired && mayContinue(verdict.evaluation, context.policy.policy);
  // Where the device check is the second factor, activation comes first.
  const isTooEarly = signIn?.pending.mode === 'mfa' && caller.session.activatedBy === null;
  if (signIn === null || !letsIn || isTooEarly) return describe(null);
  const issued = await issueByReport(context, origin, caller, {
    taken,
    pendingSignInId: signIn.pending.id,
  });
  if (!isRefusal(issued)) return describe(issued);
  switch (issued.refused) {
    case 'account_disabled':
    case 'device_blocked':
    case 'device_not_approved':
    case 'not_signed_in':
    case 'sign_in_expired':
    case 'sign_in_unknown':
      return refuse(issued.refused, issued.message);
    default:
      // The verdict is shown all the same.
      return describe(null);
  }
}

async function noteJudged(
  context: ServerContext,
  origin: Origin,
  { person }: Caller,
  { device }: OwnDeviceSession,
  verdict: Verdict,
  signIn: OwnSignIn,
): Promise<void> {
  const { database, company } = context;
  const which = { companyId: company.id, signInId: signIn.pending.id };
  await noteAside(context, async () => {
    const before = await findJudgedBefore(database, which);
    const newest = { receivedAt: context.now() };
    const note = noteOfVerdict(context, origin, { verdict, newest, device, person, ...signIn, before });
    if (note !== null) await noteSignIn(database, which, note);
  });
}

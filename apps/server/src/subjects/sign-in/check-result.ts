import { type CheckResult, PROGRAM_LIMITS } from '@vestibule/contracts';
import { importAgreementKey, parsePrivateJwk, sealPermit } from '@vestibule/device-keys';
import { mayContinue } from '@vestibule/policy';
import { createNonce } from '../../operations/crypto/nonces.ts';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import type { DeviceSession } from '../../repositories/devices.ts';
import { findReportToJudge } from '../../repositories/check-results.ts';
import { replacePermit } from '../../repositories/permits.ts';
import { noteSignIn, type SignInNote } from '../../repositories/sign-ins.ts';
import { noteAside, notingIfPossible } from '../../context/note-sign-in.ts';
import { noteOfVerdict } from './sign-in-notes.ts';
import { isUpToDate } from '../devices/client-updates.ts';
import { endAtOtherComputer } from '../devices/device-session.ts';
import type { Caller } from '../../context/caller.ts';
import { takeDirectUploads } from '../devices/direct-uploads.ts';
import { observationOf } from '../policy/gate/gate-state.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import type { OwnDeviceSession } from '../devices/own-device-session.ts';
import { type OwnSignIn, ownOf } from '../people/own-sign-in.ts';
import { isRefusal, type Origin, type Refusal, type ServerContext } from '../../context/server-context.ts';

/**
 * The newest verdict of a device session; null while there is no report. What a browser has put into the object store is
 * judged first. When the policy lets the person in, or is not enforced, and a pending sign-in is named, a fresh permit goes
 * with it, sealed for this device alone; the permit before it is void.
 */
export async function getCheckResult(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  arrived: OwnDeviceSession,
  loginMarker: string | undefined,
): Promise<
  CheckResult | null | Refusal<'access_token_wrong' | 'sign_in_unknown' | 'sign_in_expired' | 'session_expired'>
> {
  const own = await takeDirectUploads(context, origin, caller.person, arrived);
  if (isRefusal(own)) return own;
  const asked = { companyId: context.company.id, deviceSessionId: own.session.id, signInId: loginMarker ?? null };
  // What came by the object store came after the question who calls.
  const {
    newest,
    signIn: named,
    before,
    isElsewhere,
  } = (own === arrived ? caller.toJudge : undefined) ?? (await findReportToJudge(context.database, asked));
  // Also where no report of it was taken: it was shown before another one answered, and asks all the same.
  if (isElsewhere) return endAtOtherComputer(context, origin, caller, own.device.deviceId);
  if (newest === null) return null;
  const signIn = loginMarker === undefined ? null : ownOf(context, caller, named);
  if (isRefusal(signIn)) return signIn;
  const verdict = judge(context, own.device, caller.person, newest, signIn?.application.name ?? null);
  const note =
    signIn === null
      ? null
      : noteOfVerdict(context, origin, { verdict, newest, ...own, person: caller.person, ...signIn, before });
  const permit = signIn === null ? null : await permitFor(context, caller, own, verdict, signIn, note);
  return describeVerdict(context, caller, own.session, verdict, permit ?? {});
}

/** What lets the person in: the permit of the second version, or the response of the first. */
type WayIn = Partial<Pick<CheckResult, 'encryptedPermit' | 'permitSalt' | 'samlResponseData'>>;

async function permitFor(
  context: ServerContext,
  caller: Caller,
  { session, device }: OwnDeviceSession,
  verdict: Verdict,
  found: OwnSignIn,
  note: SignInNote | null,
): Promise<WayIn | null> {
  // Where the policy is not enforced, the computer shows by it which one it is: it lets no one in by itself.
  const isObserved = observationOf(context, caller.person, found.application, found.pending) !== 'enforced';
  const isWanted = isObserved || mayContinue(verdict.evaluation, context.policy.policy);
  if (verdict.isExpired || !isWanted) {
    const which = { companyId: context.company.id, signInId: found.pending.id };
    if (note !== null) await noteAside(context, () => noteSignIn(context.database, which, note));
    return null;
  }

  const now = context.now();
  const handle = createToken();
  const made = {
    companyId: context.company.id,
    deviceSessionId: session.id,
    pendingSignInId: found.pending.id,
    handleHash: hashToken(handle),
    webSessionId: caller.session.id,
    personId: caller.person.id,
    keyThumbprint: device.keyThumbprint,
    reportId: verdict.reportId,
    policyVersion: context.policy.version,
    expiresAt: new Date(now.getTime() + PROGRAM_LIMITS.permitLifeMs),
    usedAt: null,
  };
  await notingIfPossible(context, note, (possible) => replacePermit(context.database, made, possible));
  const serverKey = parsePrivateJwk(context.masterKey.unseal(session.sealedServerKey, session.id));
  return sealPermit({
    permit: handle,
    sessionServerPrivateKey: await importAgreementKey(serverKey),
    deviceAgreementPublicKey: device.agreementKey,
    context: { version: 1, sessionId: session.id, deviceId: device.deviceId },
  });
}

/** A verdict as the portal is told of it, in both versions. */
export async function describeVerdict(
  context: ServerContext,
  caller: Caller,
  session: DeviceSession,
  verdict: Verdict,
  wayIn: WayIn,
): Promise<CheckResult> {
  const { device, client } = verdict.report;
  for (const { checkType, state } of verdict.evaluation.securityChecks) {
    context.metrics.verdict({ check: checkType, state });
  }
  return {
    securityChecks: verdict.evaluation.securityChecks,
    loginId: caller.person.login,
    samlResponseData: wayIn.samlResponseData ?? null,
    disclaimer: context.configuration.disclaimer,
    deviceData: {
      clientVersion: client.version,
      isClientVersionUpToDate: await isUpToDate(context, caller.person, client.version),
    },
    checksExpired: verdict.isExpired,
    complianceStatus: verdict.evaluation.complianceStatus,
    policyMode: verdict.evaluation.policyMode,
    encryptedPermit: wayIn.encryptedPermit ?? null,
    permitSalt: wayIn.permitSalt ?? null,
    nonce: createNonce(context.secret, session.id, context.now()),
    reportSequence: verdict.sequence,
    deviceOsType: device.operatingSystem,
    deviceName: device.deviceName,
    deviceType: device.deviceType,
    osVersionCaption: device.osVersionCaption,
    clientVersion: client.version,
    model: device.model,
    manufacturer: device.manufacturer,
    serialNumber: device.serialNumber,
    deviceLoginName: device.deviceLoginName,
  };
}

import type { DeviceInfo } from '@vestibule/contracts';
import { mayContinue } from '@vestibule/policy';
import { hashToken } from '../../operations/crypto/tokens.ts';
import type { Database } from '../../database/database.ts';
import { activateWebSession } from '../../repositories/activations.ts';
import { findDeviceSession } from '../../repositories/devices.ts';
import { findPendingSignIn } from '../../repositories/pending-sign-ins.ts';
import { findNewestReport } from '../../repositories/reports.ts';
import { giveActivationProof } from './activation-proof.ts';
import { audit } from '../audit/audit.ts';
import type { Caller } from '../../context/caller.ts';
import { type KeysRefusal, takeDeviceInfo } from './first-version.ts';
import { judge } from '../policy/judge.ts';
import type { LeaveRefusal } from './issue/leave.ts';
import { mayIssue } from './issue/may-issue.ts';
import { findOwnOrNewestSignIn } from '../people/own-sign-in.ts';
import type { TakenClaim } from './issue/issue-response.ts';
import { claimOf, takeOwn, whyNotTaken } from './issue/redeem.ts';
import type { ReportRefusal } from '../devices/reports.ts';
import { factorStandingOf } from '../policy/second-factor-device.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { transactionOf } from '../../context/transaction-of.ts';

/** What the device check is shown with. What a page says of the computer is not in it. */
export type Shown =
  /** The second version: the device opened a permit. */
  | { readonly kind: 'permit'; readonly permit: string }
  /** The first: a signed report in this very request. What was reported before proves nothing of the browser that asks. */
  | { readonly kind: 'report'; readonly deviceInfo: DeviceInfo | undefined; readonly loginMarker: string | undefined };

type ActivationRefusal =
  | LeaveRefusal
  | ReportRefusal
  | KeysRefusal
  | Refusal<'already_activated' | 'permit_unknown' | 'permit_used' | 'sign_in_unknown' | 'sign_in_expired'>;

interface Activation {
  readonly continueTo: string;
}

/**
 * Makes the device check the second factor of this sign-in. The permit, every question of `mayIssue()`, the factor and the
 * audit entry are one transaction.
 */
export async function activate(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  shown: Shown,
): Promise<Activation | ActivationRefusal> {
  const activated = await tryToActivate(context, origin, caller, shown);
  if (isRefusal(activated)) {
    await audit(context, origin, {
      action: 'activation',
      outcome: 'refused',
      actor: caller.person,
      details: { code: activated.refused },
    });
  }
  return activated;
}

async function tryToActivate(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  shown: Shown,
): Promise<Activation | ActivationRefusal> {
  if (await stillHolds(context, caller)) return refuseAgain();
  const takeClaim = await prepare(context, origin, caller, shown);
  if (isRefusal(takeClaim)) return takeClaim;
  return transactionOf(context.database, async (transaction) => {
    const taken = await takeClaim(transaction);
    return isRefusal(taken) ? taken : activateWith(context, origin, caller, transaction, taken);
  });
}

/**
 * Whether the check was passed before and would be passed again. A factor given long ago, by a session that is over, is
 * given again instead: otherwise the sign-in would be stuck.
 */
async function stillHolds(context: ServerContext, { session, person }: Caller): Promise<boolean> {
  const { activatedBy, factors } = session;
  if (activatedBy === null || !factors.includes('device')) return false;
  const { database, company } = context;
  const found = await findDeviceSession(database, company.id, activatedBy);
  if (found === null || found.session.expiresAt <= context.now()) return false;
  if ((await factorStandingOf(database, found, person)) !== 'factor') return false;
  const newest = await findNewestReport(database, company.id, activatedBy);
  if (newest === null) return false;
  const { isExpired, evaluation } = judge(context, found.device, person, newest, null);
  return !isExpired && mayContinue(evaluation, context.policy.policy);
}

function refuseAgain(): Refusal<'already_activated'> {
  return refuse('already_activated', 'The device check has been this sign-in’s second factor already.');
}

type TakeClaim = (transaction: Database) => Promise<TakenClaim | Refusal<'permit_unknown' | 'permit_used'>>;

/** Everything that can be known before the transaction, so that a wrong try spends nothing. */
async function prepare(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  shown: Shown,
): Promise<TakeClaim | ActivationRefusal> {
  if (shown.kind === 'permit') {
    const handleHash = hashToken(shown.permit);
    return async (transaction) => {
      const taken = await takeOwn(context, transaction, caller, handleHash);
      return taken === null ? whyNotTaken(context, transaction, caller, handleHash) : claimOf(taken);
    };
  }
  const { deviceInfo, loginMarker } = shown;
  if (deviceInfo === undefined) {
    return refuse('report_missing', 'Send a new signed report with the activation: cookies prove no computer.');
  }
  const signIn = await findOwnOrNewestSignIn(context, caller, loginMarker);
  if (signIn === null) return refuse('sign_in_unknown', 'No application waits for this sign-in.');
  if (isRefusal(signIn)) return signIn;
  const sent = await takeDeviceInfo(context, origin, caller, deviceInfo);
  if (isRefusal(sent)) return sent;
  return async () => ({ claim: { kind: 'report', taken: sent.taken }, pendingSignInId: signIn.pending.id });
}

async function activateWith(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  transaction: Database,
  { claim, pendingSignInId, signIn: read }: TakenClaim,
): Promise<Activation | LeaveRefusal | Refusal<'already_activated' | 'sign_in_unknown'>> {
  const found = read === undefined ? await findPendingSignIn(transaction, context.company.id, pendingSignInId) : read;
  if (found === null) return refuse('sign_in_unknown', 'This sign-in is not known here.');
  const leave = await mayIssue(context, transaction, {
    claim,
    ...found,
    webSessionId: caller.session.id,
    purpose: 'activation',
  });
  if (isRefusal(leave)) return leave;
  const { person, deviceId, deviceSessionId, reportId, standing, evidence } = leave;
  const own =
    deviceSessionId === null ? null : await findDeviceSession(transaction, context.company.id, deviceSessionId);
  if (own === null) throw new Error('A device check was passed without a device session.');
  if (!(await activateWebSession(transaction, caller.session, own.session.id))) return refuseAgain();
  await audit(
    context,
    origin,
    {
      action: 'activation',
      outcome: 'done',
      actor: person,
      target: found.application.entityId,
      details: { deviceId, reportId, standing, evidence, policyVersion: context.policy.version },
    },
    transaction,
  );
  // The session has the factor from now on, and yet its cookie alone goes nowhere: what goes on is this page, once.
  const proof = await giveActivationProof(context, transaction, {
    pendingSignInId: found.pending.id,
    webSessionId: caller.session.id,
    personId: person.id,
    deviceSessionId: own.session.id,
    keyThumbprint: own.device.keyThumbprint,
  });
  return { continueTo: `/saml/continue?login=${found.pending.id}&proof=${proof}` };
}

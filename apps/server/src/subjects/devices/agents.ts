import type { CheckType, FlattenedJws, UpdateChannel } from '@vestibule/contracts';
import { verifyReport } from '@vestibule/device-keys';
import { createNonce } from '../../operations/crypto/nonces.ts';
import { bindAgentSession, extendAgentSession, findDeviceSession } from '../../repositories/devices.ts';
import { findPerson, findWebSessionById, type Person } from '../../repositories/people.ts';
import { findNewestReport } from '../../repositories/reports.ts';
import { updateChannelOf } from './client-updates.ts';
import { refuseBlockedDevice } from './device-session.ts';
import type { Caller } from '../../context/caller.ts';
import { judge } from '../policy/judge.ts';
import type { OwnDeviceSession } from './own-device-session.ts';
import { acceptReport, refuseAltered, type ReportRefusal } from './reports.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

/** An installed client that was not heard of for so long needs a new device token. */
export const AGENT_LIFE_MS = 90 * 86_400_000;

/** While a page waits for the verdict, the client looks this often. */
const WAITING_INTERVAL_S = 10;
const SHORTEST_INTERVAL_S = 30;
/** A sign-in's use is written down once a minute. */
const PAGE_IS_OPEN_MS = 2 * 60_000;

type AgentRefusal = Refusal<'device_unknown' | 'device_blocked' | 'account_disabled'>;

interface Agent extends OwnDeviceSession {
  readonly person: Person;
}

interface AgentOrder {
  readonly nonce: string;
  readonly reportInSeconds: number;
  readonly updateChannel: UpdateChannel;
}

/**
 * What an installed client makes its next report with. The id of an account is no secret, so that by itself it tells
 * nothing: neither of which computer it is, nor how that or its person stands.
 */
export async function describeAgent(
  context: ServerContext,
  accountId: string,
  deviceId: string,
): Promise<AgentOrder | AgentRefusal> {
  const agent = await findAgent(context, accountId, deviceId);
  if (isRefusal(agent)) return agent;
  return {
    nonce: createNonce(context.secret, agent.session.id, context.now()),
    reportInSeconds: await intervalOf(context, agent),
    updateChannel: updateChannelOf(agent.person),
  };
}

interface AgentVerdict {
  readonly reportInSeconds: number;
  readonly complianceStatus: 'Compliant' | 'NotCompliant';
  readonly failed: CheckType[];
}

/** Takes a report that an installed client sends by itself, under the rules of every report, and says how it stands. */
export async function takeAgentReport(
  context: ServerContext,
  origin: Origin,
  accountId: string,
  signedReport: FlattenedJws,
): Promise<AgentVerdict | AgentRefusal | ReportRefusal> {
  const found = await findDeviceSession(context.database, context.company.id, accountId);
  if (found?.session.kind !== 'agent') return refuseUnknown();
  const agent = await findAgent(context, accountId);
  if (isRefusal(agent)) {
    // How it stands is only for the computer itself: others who know the id hear the same, whatever that is.
    const { ok: isItsOwn } = await verifyReport(signedReport, found.device.identityKey);
    return isItsOwn ? agent : refuseAltered();
  }
  const { session, person } = agent;
  const accepted = await acceptReport(context, origin, person, agent, signedReport);
  if (isRefusal(accepted)) return accepted;
  const now = context.now();
  await extendAgentSession(context.database, session, { now, expiresAt: new Date(now.getTime() + AGENT_LIFE_MS) });
  // The report may have registered the device.
  const after = await findAgent(context, accountId);
  if (isRefusal(after)) return after;
  const newest = await findNewestReport(context.database, context.company.id, session.id);
  if (newest === null) throw new Error('A report that was taken cannot be found.');
  const { evaluation } = judge(context, after.device, person, newest, null);
  return {
    reportInSeconds: await intervalOf(context, after),
    complianceStatus: evaluation.complianceStatus,
    failed: evaluation.securityChecks.filter(({ isPassed }) => !isPassed).map(({ checkType }) => checkType),
  };
}

/**
 * The session of an account, for the sign-in of the person it was given to, and bound to that sign-in from now on.
 * @returns null when there is no such account: the id is a device's
 */
export async function findOwnAgent(
  context: ServerContext,
  { person, session: webSession }: Caller,
  accountId: string,
): Promise<OwnDeviceSession | Refusal<'device_unknown' | 'device_blocked'> | null> {
  const { database, company } = context;
  const found = await findDeviceSession(database, company.id, accountId);
  if (found?.session.kind !== 'agent') return null;
  const { device } = found;
  if (found.session.personId !== person.id) return refuseUnknown();
  const session = await bindAgentSession(database, found.session, webSession.id);
  if (device.state === 'blocked') return refuseBlockedDevice();
  return session.expiresAt <= context.now() ? refuseUnknown() : { session, device };
}

/** Asked in this order: anyone who is kept out hears why, however long it lasts, and that they need no new token for it. */
async function findAgent(context: ServerContext, accountId: string, deviceId?: string): Promise<Agent | AgentRefusal> {
  const { database, company } = context;
  const found = await findDeviceSession(database, company.id, accountId);
  if (found?.session.kind !== 'agent') return refuseUnknown();
  if (deviceId !== undefined && found.device.deviceId !== deviceId) return refuseUnknown();
  if (found.device.state === 'blocked') return refuseBlockedDevice();
  const person = await findPerson(database, company.id, found.session.personId);
  if (person === null) return refuseUnknown();
  if (person.disabledAt !== null) return refuse('account_disabled', 'This account was disabled by support.');
  return found.session.expiresAt <= context.now() ? refuseUnknown() : { ...found, person };
}

function refuseUnknown(): Refusal<'device_unknown'> {
  return refuse('device_unknown', 'This account is not known here or is over. Set Workplace up with a new token.');
}

/** Often enough that there is always a verdict that still lives, and sooner while someone waits for one. */
async function intervalOf(context: ServerContext, { session }: Agent): Promise<number> {
  const now = context.now();
  const asking = await findWebSessionById(context.database, context.company.id, session.webSessionId, now);
  const isAwaited = asking !== null && now.getTime() - asking.session.lastSeenAt.getTime() < PAGE_IS_OPEN_MS;
  const usual = Math.floor(context.policy.policy.verdictLifeSeconds * 0.8);
  const interval = Math.min(86_400, Math.max(SHORTEST_INTERVAL_S, usual));
  return isAwaited ? Math.min(WAITING_INTERVAL_S, interval) : interval;
}

import type { CheckType, FlattenedJws, SecurityCheck, UpdateChannel } from '@vestibule/contracts';
import { verifyReport } from '@vestibule/device-keys';
import { createNonce } from '../../operations/crypto/nonces.ts';
import { bindAgentSession, extendAgentSession, findDeviceSession } from '../../repositories/devices.ts';
import { type Agent as AgentAccount, findAgentAccount, findReportingAgent } from '../../repositories/agents.ts';
import { findWebSessionById, type Person } from '../../repositories/people.ts';
import { updateChannelOf } from './client-updates.ts';
import { refuseBlockedDevice } from './device-session.ts';
import type { Caller } from '../../context/caller.ts';
import { judge } from '../policy/judge.ts';
import type { OwnDeviceSession } from './own-device-session.ts';
import { acceptReport, refuseAltered, type ReportRefusal } from './reports.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

/** An installed client that was not heard of for so long needs a new device token. */
export const AGENT_LIFE_MS = 90 * 86_400_000;

/** Its life is written down again so often at most. */
const EXTENDED_BY_MS = 3_600_000;

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
  const { database, company } = context;
  const agent = agentOrRefusal(context, await findAgentAccount(database, company.id, accountId), deviceId);
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
  /** What could not be read has not failed. */
  readonly unread: CheckType[];
}

/** Takes a report that an installed client sends by itself, under the rules of every report, and says how it stands. */
export async function takeAgentReport(
  context: ServerContext,
  origin: Origin,
  accountId: string,
  signedReport: FlattenedJws,
): Promise<AgentVerdict | AgentRefusal | ReportRefusal> {
  const { database, company } = context;
  const found = await findAgentAccount(database, company.id, accountId);
  if (found === null) return refuseUnknown();
  const agent = agentOrRefusal(context, found);
  if (isRefusal(agent)) {
    // How it stands is only for the computer itself: others who know the id hear the same, whatever that is.
    const { ok: isItsOwn } = await verifyReport(signedReport, found.device.identityKey);
    return isItsOwn ? agent : refuseAltered();
  }
  const { session, person } = agent;
  const accepted = await acceptReport(context, origin, person, agent, signedReport);
  if (isRefusal(accepted)) return accepted;
  const now = context.now();
  const expiresAt = new Date(now.getTime() + AGENT_LIFE_MS);
  if (expiresAt.getTime() - session.expiresAt.getTime() >= EXTENDED_BY_MS) {
    await extendAgentSession(database, session, { now, expiresAt });
  }
  // The report may have registered the device.
  const reported = await findReportingAgent(database, company.id, accountId);
  const after = agentOrRefusal(context, reported);
  if (isRefusal(after)) return after;
  const newest = reported?.newest ?? null;
  if (newest === null) throw new Error('A report that was taken cannot be found.');
  const { evaluation } = judge(context, after.device, person, newest, null);
  const typesOf = (wanted: SecurityCheck['state']) =>
    evaluation.securityChecks.filter(({ state }) => state === wanted).map(({ checkType }) => checkType);
  return {
    reportInSeconds: await intervalOf(context, after),
    complianceStatus: evaluation.complianceStatus,
    failed: typesOf('failed'),
    unread: typesOf('unknown'),
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
function agentOrRefusal(context: ServerContext, found: AgentAccount | null, deviceId?: string): Agent | AgentRefusal {
  if (found === null) return refuseUnknown();
  const { session, device, person } = found;
  if (deviceId !== undefined && device.deviceId !== deviceId) return refuseUnknown();
  if (device.state === 'blocked') return refuseBlockedDevice();
  if (person === null) return refuseUnknown();
  if (person.disabledAt !== null) return refuse('account_disabled', 'This account was disabled by support.');
  return session.expiresAt <= context.now() ? refuseUnknown() : { session, device, person };
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

import { type FlattenedJws, OWN_LIMITS, type SessionData, type WaitingComputer } from '@vestibule/contracts';
import {
  getAuthServiceAccessToken,
  getCheckResult,
  getCreateSessionParameters,
  getSessionData,
  postSession,
  setSessionData,
} from '../device-flow/steps.ts';
import { fromCall, fromMessage, type StepFailure, type StepResult } from '../device-flow/step-result.ts';
import { exchangeKeys } from '../extension-status/exchange-keys.ts';
import { collectDeviceInfo } from '../first-version/first-version-steps.ts';
import type { CallResult, Ports } from '../ports.ts';
import { sessionOfReport } from './session-of-report.ts';

/** Why nothing was registered, where the person can do something about it. */
export type VouchProblem =
  | 'code-wrong'
  | 'too-many-tries'
  /** Not in this company, or not for this person. */
  | 'not-offered'
  /** This very computer is not one that vouches. */
  | 'not-known-here'
  /** This computer's own checks do not pass. */
  | 'checks-fail';

export type Vouched = { readonly kind: 'done' } | { readonly kind: 'problem'; readonly problem: VouchProblem };
export type Found = { readonly kind: 'found'; readonly computer: WaitingComputer } | Exclude<Vouched, { kind: 'done' }>;

const PROBLEMS: { readonly [code: string]: VouchProblem } = {
  code_wrong: 'code-wrong',
  too_many_attempts: 'too-many-tries',
  not_possible: 'not-offered',
  device_not_approved: 'not-known-here',
  policy_not_met: 'checks-fail',
};

/** Another report was quicker, or the session is over: a fresh one of this moment may be taken. */
const AGAIN: readonly string[] = ['report_replayed', 'report_nonce_expired', 'report_wrong_session', 'session_unknown'];

/** Asks which computer a code stands for. */
export async function findWaiting(ports: Ports, code: string): Promise<StepResult<Found>> {
  const answer = await ports.server.call('waitingComputer', { body: { code } });
  const problem = problemIn(answer);
  if (problem !== null) return { ok: true, value: { kind: 'problem', problem } };
  const found = fromCall(answer, false);
  return found.ok ? { ok: true, value: { kind: 'found', computer: found.value } } : found;
}

/** Registers the computer of a code, by a report that this one signs for it. */
export async function vouchFor(ports: Ports, code: string): Promise<StepResult<Vouched>> {
  const settings = fromCall(await ports.server.call('settings', {}), false);
  if (!settings.ok) return settings;
  const { signIn, silo } = settings.value;
  const sign = silo.devicesV2ApiEndpoints.length > 0 ? () => signInSecond(ports, signIn) : () => signInFirst(ports);
  let last: StepFailure = { kind: 'unreachable' };
  for (let attempt = 0; attempt < OWN_LIMITS.sessionRestarts; attempt += 1) {
    const signed = await sign();
    if (!signed.ok) return signed;
    const answer = await ports.server.call('vouch', { body: { code, ...signed.value } });
    const problem = problemIn(answer);
    if (problem !== null) return { ok: true, value: { kind: 'problem', problem } };
    const done = fromCall(answer, false);
    if (done.ok) return { ok: true, value: { kind: 'done' } };
    last = done.failure;
    if (answer.kind !== 'refused' || !AGAIN.includes(answer.code)) break;
  }
  return { ok: false, failure: last };
}

function problemIn(answer: CallResult<unknown>): VouchProblem | null {
  return answer.kind === 'refused' ? (PROBLEMS[answer.code] ?? null) : null;
}

interface Signed {
  readonly sessionId: string;
  readonly signedReport: FlattenedJws;
}

async function signInSecond(ports: Ports, signIn: string): Promise<StepResult<Signed>> {
  const kept = await getSessionData(ports, signIn);
  if (!kept.ok) return kept;
  const nonce = kept.value === null ? null : await newestNonce(ports, kept.value);
  const session = kept.value === null || nonce === null ? await openSession(ports) : kept;
  if (!session.ok || session.value === null) return session.ok ? { ok: false, failure: { kind: 'restart' } } : session;
  const wanted = { nonce: nonce ?? session.value.nonce, force: true };
  const read = fromMessage(await ports.client.send('devices-v2/get-device-data', wanted));
  if (!read.ok) return read;
  return { ok: true, value: { sessionId: session.value.sessionId, signedReport: read.value.signedReport } };
}

/** @returns null when the server does not take the session any more */
async function newestNonce(ports: Ports, session: SessionData): Promise<string | null> {
  const result = await getCheckResult(ports, session, null);
  return result.ok ? (result.value?.nonce ?? null) : null;
}

async function openSession(ports: Ports): Promise<StepResult<SessionData>> {
  const parameters = await getCreateSessionParameters(ports);
  if (!parameters.ok) return parameters;
  const token = await getAuthServiceAccessToken(ports);
  if (!token.ok) return token;
  const session = await postSession(ports, parameters.value, token.value);
  if (!session.ok) return session;
  const kept = await setSessionData(ports, session.value);
  return kept.ok ? session : kept;
}

async function signInFirst(ports: Ports): Promise<StepResult<Signed>> {
  const exchanged = await exchangeKeys(ports);
  if (!exchanged.ok) return exchanged;
  const info = await collectDeviceInfo(ports, null);
  if (!info.ok) return info;
  const signedReport = info.value?.signedReport ?? null;
  const sessionId = signedReport === null ? null : sessionOfReport(signedReport);
  if (signedReport === null || sessionId === null) return { ok: false, failure: { kind: 'restart' } };
  return { ok: true, value: { sessionId, signedReport } };
}

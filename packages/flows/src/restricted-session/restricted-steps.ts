import {
  type CheckResult,
  LIMITS,
  type RestrictedDeviceData,
  type RestrictedSession,
  type RestrictedSessionConfig,
  type SessionParameters,
} from '@vestibule/contracts';
import { fromCall, fromMessage, type StepFailure, type StepResult } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';

/** The steps of a restricted session, each one message or one call. The charts give them their order. */

/** What every message of a restricted session carries. */
export interface RestrictedRequest {
  /** Names the sign-in: the session of another one is as good as none. */
  readonly signIn: string;
  readonly correlationId: string;
}

const requestOf = ({ correlationId }: RestrictedRequest) =>
  ({ dataVersion: LIMITS.dataVersion, correlationId }) as const;

/** @returns what the client keeps of the restricted session of this sign-in; null while it keeps none */
export async function getRestrictedSessionData(
  { client }: Ports,
  request: RestrictedRequest,
): Promise<StepResult<RestrictedSessionConfig | null>> {
  const message = { ...requestOf(request), signIn: request.signIn };
  const result = fromMessage(await client.send('devices-v2/get-restricted-session-config', message));
  return result.ok ? { ok: true, value: result.value.config } : result;
}

/**
 * Whether another try follows, without end: no answer, a server in trouble or too busy, and a client that fails do not say
 * that the session is over (record 25, S4.087, S8.027).
 */
export function isTriedAgain(failure: StepFailure): boolean {
  if (failure.kind !== 'unreachable') return failure.kind === 'client';
  return failure.status === undefined || failure.status === 429 || failure.status >= 500;
}

export async function getCreateRestrictedSessionParameters({ client }: Ports): Promise<StepResult<SessionParameters>> {
  return fromMessage(await client.send('devices-v2/get-create-restricted-session-parameters', {}));
}

export async function getAuthServiceRestrictedAccessToken({ server }: Ports): Promise<StepResult<string>> {
  const result = fromCall(await server.call('accessToken', { scope: 'device-v2-restricted', query: {} }), false);
  return result.ok ? { ok: true, value: result.value.accessToken } : result;
}

export async function postRestrictedSession(
  { server }: Ports,
  parameters: SessionParameters,
  token: string,
): Promise<StepResult<RestrictedSession>> {
  return fromCall(await server.call('createRestrictedSession', { body: parameters, token }), true);
}

export async function setRestrictedSessionData(
  { client }: Ports,
  session: RestrictedSession,
): Promise<StepResult<unknown>> {
  return fromMessage(await client.send('devices-v2/set-restricted-session-data', { session }));
}

export interface ConfirmedSession {
  readonly accessToken: string;
  readonly sessionId: string;
}

/** Confirms that the client keeps the session: nothing is taken in it before. */
export async function putRestrictedSession(
  { server }: Ports,
  { sessionId }: RestrictedSession,
  token: string,
): Promise<StepResult<ConfirmedSession>> {
  return fromCall(await server.call('confirmRestrictedSession', { body: { sessionId }, token }), true);
}

export async function setRestrictedToken({ client }: Ports, confirmed: ConfirmedSession): Promise<StepResult<unknown>> {
  return fromMessage(await client.send('devices-v2/set-restricted-token', { ...confirmed }));
}

/** @returns the newest verdict, or null while there is none (204) */
export async function getRestrictedCheckResult(
  { server }: Ports,
  { devicesV2: { session, token } }: RestrictedSessionConfig,
): Promise<StepResult<CheckResult | null>> {
  return fromCall(await server.call('checkResult', { query: { sessionId: session.id }, token }), true);
}

export async function getRestrictedDeviceData(
  { client }: Ports,
  request: RestrictedRequest,
  nonce: string | null,
): Promise<StepResult<RestrictedDeviceData>> {
  const message = nonce === null ? requestOf(request) : { ...requestOf(request), nonce };
  return fromMessage(await client.send('devices-v2/get-restricted-device-data', message));
}

import { type CheckResult, LIMITS, type SessionData, type SessionParameters } from '@vestibule/contracts';
import type { Ports } from '../ports.ts';
import { fromCall, fromMessage, type StepFailure, type StepResult } from './step-result.ts';

/** The steps of the device flow v2, each one message or one call. The chart gives them their order. */

/** The client's session, if it is of this very sign-in: another person's, or an older one's, is as good as none. */
export async function getSessionData({ client }: Ports, signIn: string): Promise<StepResult<SessionData | null>> {
  const result = fromMessage(await client.send('devices-v2/get-session-data', { signIn }));
  if (!result.ok) return result;
  const { session } = result.value;
  return { ok: true, value: session?.signIn === signIn ? session : null };
}

export async function getCreateSessionParameters({ client }: Ports): Promise<StepResult<SessionParameters>> {
  return fromMessage(await client.send('devices-v2/get-create-session-parameters', {}));
}

export async function getAuthServiceAccessToken({ server }: Ports): Promise<StepResult<string>> {
  const result = fromCall(await server.call('accessToken', { scope: 'device-v2', query: {} }), false);
  return result.ok ? { ok: true, value: result.value.accessToken } : result;
}

export async function postSession(
  { server }: Ports,
  parameters: SessionParameters,
  token: string,
): Promise<StepResult<SessionData>> {
  return fromCall(await server.call('createSession', { body: parameters, token }), true);
}

export async function setSessionData({ client }: Ports, session: SessionData): Promise<StepResult<unknown>> {
  return fromMessage(await client.send('devices-v2/set-session-data', { session }));
}

/** Best effort: a client that cannot forget will be given a new session anyway. */
export async function removeSessionData({ client }: Ports): Promise<void> {
  await client.send('devices-v2/remove-session-data', {});
}

export interface Collected {
  readonly text: string;
  readonly importantDataHash: string;
}

export async function collectDeviceData(
  { client }: Ports,
  nonce: string | null,
  isForced: boolean,
): Promise<StepResult<Collected>> {
  const request = nonce === null ? { force: isForced } : { nonce, force: isForced };
  const result = fromMessage(await client.send('devices-v2/get-device-data', request));
  if (!result.ok) return result;
  const { signedReport, importantDataHash } = result.value;
  return { ok: true, value: { text: JSON.stringify(signedReport), importantDataHash } };
}

export async function getUploadUrl(
  { server }: Ports,
  session: Pick<SessionData, 'sessionId' | 'token'>,
  text: string,
): Promise<StepResult<string>> {
  const query = {
    sessionId: session.sessionId,
    deviceDataVersion: LIMITS.dataVersion,
    deviceDataLength: new TextEncoder().encode(text).length,
    dataFormat: 'json',
    isLogin: 'true',
  } as const;
  const answer = await server.call('uploadUrl', { query, token: session.token });
  // 401 alone concerns the session: any other refusal is of this address, and is collected again (record 25, S8.010).
  const result = fromCall(answer, answer.kind === 'refused' && answer.status === 401);
  return result.ok ? { ok: true, value: result.value.uploadUrl } : result;
}

/** `stale`: the session was opened too long ago for a report of now; a new one is needed, as with `restart`. */
export type UploadOutcome = 'taken' | 'refused' | 'restart' | 'stale' | 'failed';

/** Any answer of 400 to 600 is collected again soon; no answer at all waits longer (specification, section 8). */
export async function putReport({ server }: Ports, uploadUrl: string, text: string): Promise<UploadOutcome> {
  const result = await server.upload(uploadUrl, text);
  if (result.kind === 'answer') return 'taken';
  if (result.kind === 'unreachable') return isUploadRefusal(result.status) ? 'refused' : 'failed';
  if (result.status === 401) return 'restart';
  if (result.code === 'report_nonce_expired') return 'stale';
  return isUploadRefusal(result.status) ? 'refused' : 'failed';
}

/** Of the call that gets the address, and of the upload to it (record 25). */
function isUploadRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status <= 600;
}

/** Whether `getUploadUrl` was refused its address, and nothing worse. */
export function isRefusedUrl(failure: StepFailure): boolean {
  return failure.kind === 'unreachable' && isUploadRefusal(failure.status);
}

/** @returns the newest verdict, or null while there is none (204) */
export async function getCheckResult(
  { server }: Ports,
  session: SessionData,
  loginMarker: string | null,
): Promise<StepResult<CheckResult | null>> {
  const query = loginMarker === null ? { sessionId: session.sessionId } : { sessionId: session.sessionId, loginMarker };
  return fromCall(await server.call('checkResult', { query, token: session.token }), true);
}

/** As it comes with a verdict: only this computer's key opens it. */
export interface SealedPermit {
  readonly encryptedPermit: string;
  readonly permitSalt: string;
}

/** The permit that came with a verdict; null: none, or half of one. */
export function sealedIn(result: CheckResult | null): SealedPermit | null {
  const { encryptedPermit = null, permitSalt = null } = result ?? {};
  return encryptedPermit === null || permitSalt === null ? null : { encryptedPermit, permitSalt };
}

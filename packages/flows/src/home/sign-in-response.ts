import { OWN_LIMITS, type SamlPostData, type SessionData } from '@vestibule/contracts';
import { getCheckResult } from '../device-flow/steps.ts';
import { fromCall, fromMessage, type StepResult } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';

export interface SignInResponseInput {
  readonly ports: Ports;
  readonly session: SessionData;
  readonly loginMarker: string;
}

export type SignInResponse =
  | { readonly kind: 'response'; readonly data: SamlPostData }
  /** The newest verdict does not let the person in, or has grown old: look again. */
  | { readonly kind: 'not-now' };

/**
 * The last steps of the device flow: a fresh verdict with its permit, the client opens the permit, the server redeems
 * it. A permit works once, so an answer that was lost is followed by a fresh permit, never by the old one.
 */
export async function obtainSignInResponse(input: SignInResponseInput): Promise<StepResult<SignInResponse>> {
  let last: StepResult<SignInResponse> = { ok: true, value: { kind: 'not-now' } };
  for (let attempt = 0; attempt < OWN_LIMITS.sessionRestarts; attempt += 1) {
    last = await tryOnce(input);
    if (last.ok || last.failure.kind !== 'unreachable') return last;
  }
  return last;
}

async function tryOnce({ ports, session, loginMarker }: SignInResponseInput): Promise<StepResult<SignInResponse>> {
  const result = await getCheckResult(ports, session, loginMarker);
  if (!result.ok) return result;
  const { encryptedPermit = null, permitSalt = null } = result.value ?? {};
  if (encryptedPermit === null || permitSalt === null) return { ok: true, value: { kind: 'not-now' } };
  const opened = fromMessage(await ports.client.send('devices-v2/decrypt-permit', { encryptedPermit, permitSalt }));
  if (!opened.ok) return opened;
  const answer = await ports.server.call('samlResponse', { body: opened.value.permit });
  const isNotNow = answer.kind === 'refused' && ['policy_not_met', 'report_missing'].includes(answer.code);
  if (isNotNow) return { ok: true, value: { kind: 'not-now' } };
  // Somebody was quicker with it, or it lay too long: the next verdict brings a fresh one.
  const isSpent = answer.kind === 'refused' && ['permit_used', 'permit_expired'].includes(answer.code);
  // A permit the server does not know was made for another sign-in: this device session is not ours.
  const isForeign = answer.kind === 'refused' && answer.code === 'permit_unknown';
  if (isForeign) return { ok: false, failure: { kind: 'restart' } };
  const response = isSpent ? ({ ok: false, failure: { kind: 'unreachable' } } as const) : fromCall(answer, false);
  return response.ok ? { ok: true, value: { kind: 'response', data: response.value } } : response;
}

import type { CallResult, MessageResult } from '../ports.ts';

/** Why a step did not lead on, sorted by what follows from it. */
export type StepFailure =
  /** The server does not take this session any more: drop it and open another. */
  | { readonly kind: 'restart' }
  /** No one is signed in. */
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'account-disabled' }
  | { readonly kind: 'device-blocked' }
  /** Too many computers of the person wait already: this one is not let wait with them. */
  | { readonly kind: 'device-not-approved' }
  /** The application's request is unknown or too old: begin again at the application. */
  | { readonly kind: 'sign-in-over' }
  /** With the status, where there was an answer at all. */
  | { readonly kind: 'unreachable'; readonly status?: number }
  /** Extension or client did not do its part. */
  | { readonly kind: 'client'; readonly code: string; readonly detail: string | null };

export type StepResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: StepFailure };

/**
 * Sorts the answer of a call.
 * @param isDeviceSessionCall 400 and 401 of these calls concern the device session, of all others the person
 */
export function fromCall<Body>(result: CallResult<Body>, isDeviceSessionCall: boolean): StepResult<Body> {
  switch (result.kind) {
    case 'answer':
      return { ok: true, value: result.body };
    case 'unreachable':
      return { ok: false, failure: result };
    case 'refused':
      return { ok: false, failure: failureOf(result.status, result.code, isDeviceSessionCall) };
  }
}

function failureOf(status: number, code: string, isDeviceSessionCall: boolean): StepFailure {
  if (code === 'account_disabled') return { kind: 'account-disabled' };
  if (code === 'sign_in_expired' || code === 'sign_in_unknown') return { kind: 'sign-in-over' };
  if (code === 'xsrf_token_wrong') return { kind: 'signed-out' };
  if (code === 'device_not_approved') return { kind: 'device-not-approved' };
  if (status === 403 && (isDeviceSessionCall || code.startsWith('device_'))) return { kind: 'device-blocked' };
  if (isDeviceSessionCall && (status === 400 || status === 401)) return { kind: 'restart' };
  if (status === 401) return { kind: 'signed-out' };
  return { kind: 'unreachable', status };
}

export function fromMessage<Answer>(result: MessageResult<Answer>): StepResult<Answer> {
  if (result.kind === 'answer') return { ok: true, value: result.answer };
  const { code, message, detail } = result.error;
  if (code === 'session-missing') return { ok: false, failure: { kind: 'restart' } };
  return { ok: false, failure: { kind: 'client', code, detail: detail ?? message } };
}

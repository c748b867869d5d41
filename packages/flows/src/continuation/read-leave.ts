import type { SamlPostData, SessionData } from '@vestibule/contracts';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import type { CallResult, Ports } from '../ports.ts';
import type { Continuation } from './continuation.ts';

export interface LeaveInput {
  readonly ports: Ports;
  readonly loginMarker: string;
  readonly origin: string;
  /** Of the second version; null in the first, where a signed report is sent with the question. */
  readonly session: SessionData | null;
  /** Newest nonce of the first version; null: that of its key exchange. */
  readonly nonce: string | null;
  /** False where a client reports by itself, and there is no extension to ask it through. */
  readonly hasExtension: boolean;
  readonly kind: Exclude<Continuation['kind'], 'page'>;
}

/** What Continue was given by the server. */
export type Leave =
  | { readonly kind: 'response'; readonly data: SamlPostData }
  | { readonly kind: 'page'; readonly path: string }
  /** The newest verdict does not let the person in, or has grown old: look again. */
  | { readonly kind: 'not-now' }
  /** The computer is to be a second factor and not approved yet; or there is no extension to prove by which one it is. */
  | { readonly kind: 'refused'; readonly trouble: 'device-not-approved' | 'extension-missing' };

/** The verdict has changed: look again. */
export const NOT_NOW = { ok: true, value: { kind: 'not-now' } } as const;
const NOT_NOW_CODES: readonly string[] = ['policy_not_met', 'report_missing'];
/** Another was quicker with it, or it lay too long: the next verdict brings a fresh one. */
const SPENT_CODES: readonly string[] = ['permit_used', 'permit_expired'];

/** The response that the server gave, or why it gave none. */
export function readResponse(answer: CallResult<SamlPostData>, input: LeaveInput): StepResult<Leave> {
  const refused = readRefusal(answer, input);
  if (refused !== null) return refused;
  const response = fromCall(answer, false);
  return response.ok ? { ok: true, value: { kind: 'response', data: response.value } } : response;
}

/** What a refusal means for the page; null: it is none that Continue knows. */
export function readRefusal(answer: CallResult<unknown>, { loginMarker }: LeaveInput): StepResult<Leave> | null {
  if (answer.kind !== 'refused') return null;
  // The session lives: the request is over, or asks for another kind of sign-in. The server tells the application.
  if (answer.code === 'sign_in_expired') {
    return { ok: true, value: { kind: 'page', path: `/saml/continue?login=${encodeURIComponent(loginMarker)}` } };
  }
  if (NOT_NOW_CODES.includes(answer.code)) return NOT_NOW;
  if (answer.code === 'device_not_approved') {
    return { ok: true, value: { kind: 'refused', trouble: 'device-not-approved' } };
  }
  if (SPENT_CODES.includes(answer.code)) return { ok: false, failure: { kind: 'unreachable' } };
  // A permit the server does not know was made for another sign-in: this device session is not ours.
  return answer.code === 'permit_unknown' ? { ok: false, failure: { kind: 'restart' } } : null;
}

import { type CheckResult, OWN_LIMITS, type SamlPostData, type SessionData } from '@vestibule/contracts';
import { getCheckResult } from '../device-flow/steps.ts';
import { fromCall, fromMessage, type StepResult } from '../device-flow/step-result.ts';
import type { CallResult, Ports } from '../ports.ts';
import type { Continuation } from './continuation.ts';
import { pathOnSite } from './destination.ts';

export interface LeaveInput {
  readonly ports: Ports;
  readonly loginMarker: string;
  readonly origin: string;
  /** Of the second version; null in the first, where the newest signed report counts. */
  readonly session: SessionData | null;
  readonly kind: Exclude<Continuation['kind'], 'page'>;
}

/** What Continue was given by the server. */
export type Leave =
  | { readonly kind: 'response'; readonly data: SamlPostData }
  | { readonly kind: 'page'; readonly path: string }
  /** The newest verdict does not let the person in, or has grown old: look again. */
  | { readonly kind: 'not-now' }
  /** The computer is to be a second factor, and an administrator has to approve it first. */
  | { readonly kind: 'not-approved' };

const NOT_NOW = { ok: true, value: { kind: 'not-now' } } as const;
const NOT_NOW_CODES: readonly string[] = ['policy_not_met', 'report_missing'];
/** Somebody was quicker with it, or it lay too long: the next verdict brings a fresh one. */
const SPENT_CODES: readonly string[] = ['permit_used', 'permit_expired'];

/**
 * Asks the server to let the person in. In the second version these are the last steps of the device flow: a fresh
 * verdict with its permit, the client opens the permit, the server redeems it. A permit works once, so an answer that
 * was lost is followed by a fresh permit, never by the old one.
 */
export async function obtainLeave(input: LeaveInput): Promise<StepResult<Leave>> {
  let last: StepResult<Leave> = NOT_NOW;
  for (let attempt = 0; attempt < OWN_LIMITS.sessionRestarts; attempt += 1) {
    last = input.session === null ? await leaveByReport(input) : await leaveByPermit(input, input.session);
    if (last.ok || last.failure.kind !== 'unreachable') return last;
  }
  return last;
}

async function leaveByPermit(input: LeaveInput, session: SessionData): Promise<StepResult<Leave>> {
  const { ports, loginMarker } = input;
  const result = await getCheckResult(ports, session, loginMarker);
  if (!result.ok) return result;
  const sealed = validateCheckResult(result.value);
  if (sealed === null) return NOT_NOW;
  const opened = fromMessage(await ports.client.send('devices-v2/decrypt-permit', sealed));
  if (!opened.ok) return opened;
  const { permit } = opened.value;
  return input.kind === 'response'
    ? readResponse(await ports.server.call('samlResponse', { body: permit }))
    : readActivation(await ports.server.call('activate', { body: { type: 'deviceComplianceV2', permit } }), input);
}

/**
 * The sealed permit of a verdict that lets the person in. Strict with something required open rejects, whatever came with
 * it (specification, section 4).
 */
function validateCheckResult(
  result: CheckResult | null,
): { readonly encryptedPermit: string; readonly permitSalt: string } | null {
  if (result === null || result.encryptedPermit === null || result.permitSalt === null) return null;
  if (result.policyMode === 'Strict' && result.complianceStatus === 'NotCompliant') return null;
  return { encryptedPermit: result.encryptedPermit, permitSalt: result.permitSalt };
}

async function leaveByReport(input: LeaveInput): Promise<StepResult<Leave>> {
  const { ports, loginMarker } = input;
  if (input.kind === 'response') {
    return readResponse(await ports.server.call('samlResponseV1', { query: { loginMarker } }));
  }
  // The server believes nothing that a page says of a computer; the field stands in the specification.
  const deviceComplianceInfo = ports.memory.read('complianceInfo');
  const body = { type: 'deviceCompliance', deviceComplianceInfo, loginMarker } as const;
  return readActivation(await ports.server.call('activate', { body }), input);
}

function readResponse(answer: CallResult<SamlPostData>): StepResult<Leave> {
  const refused = readRefusal(answer);
  if (refused !== null) return refused;
  const response = fromCall(answer, false);
  return response.ok ? { ok: true, value: { kind: 'response', data: response.value } } : response;
}

function readActivation(
  answer: CallResult<{ readonly continueTo: string }>,
  { ports, loginMarker, origin }: LeaveInput,
): StepResult<Leave> {
  if (answer.kind === 'refused' && answer.status === 422) {
    // Passed before, and it still holds (specification, section 5): the sign-in goes on where activation would have led.
    ports.memory.write('isInActiveSession', false);
    return { ok: true, value: { kind: 'page', path: `/saml/continue?login=${encodeURIComponent(loginMarker)}` } };
  }
  const refused = readRefusal(answer);
  if (refused !== null) return refused;
  const activated = fromCall(answer, false);
  if (!activated.ok) return activated;
  const path = pathOnSite(activated.value.continueTo, origin);
  return path === null ? { ok: false, failure: { kind: 'unreachable' } } : { ok: true, value: { kind: 'page', path } };
}

function readRefusal(answer: CallResult<unknown>): StepResult<Leave> | null {
  if (answer.kind !== 'refused') return null;
  if (NOT_NOW_CODES.includes(answer.code)) return NOT_NOW;
  if (answer.code === 'device_not_approved') return { ok: true, value: { kind: 'not-approved' } };
  if (SPENT_CODES.includes(answer.code)) return { ok: false, failure: { kind: 'unreachable' } };
  // A permit the server does not know was made for another sign-in: this device session is not ours.
  return answer.code === 'permit_unknown' ? { ok: false, failure: { kind: 'restart' } } : null;
}

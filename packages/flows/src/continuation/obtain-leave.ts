import { type CheckResult, OWN_LIMITS, type SessionData } from '@vestibule/contracts';
import { getCheckResult, type SealedPermit, sealedIn } from '../device-flow/steps.ts';
import { fromMessage, type StepResult } from '../device-flow/step-result.ts';
import { type Leave, type LeaveInput, NOT_NOW, readResponse } from './read-leave.ts';

/** A script that does not arrive is a server that does not. */
const NOT_LOADED = { ok: false, failure: { kind: 'unreachable' } } as const;

/**
 * Asks the server to let the person in. In the second version these are the last steps of the device flow: a fresh
 * verdict with its permit, the client opens the permit, the server redeems it. A permit works once, so an answer that
 * was lost is followed by a fresh permit, never by the old one. In the first version the client signs one more report, which
 * goes with the question: what the server has stored proves nothing of the browser that asks.
 */
export async function obtainLeave(input: LeaveInput): Promise<StepResult<Leave>> {
  let last: StepResult<Leave> = NOT_NOW;
  for (let attempt = 0; attempt < OWN_LIMITS.sessionRestarts; attempt += 1) {
    last = input.session === null ? await byReport(input) : await leaveByPermit(input, input.session);
    if (last.ok || last.failure.kind !== 'unreachable') return last;
  }
  return last;
}

/** The first version is loaded where it is spoken, and activation where it is asked for. */
async function byReport(input: LeaveInput): Promise<StepResult<Leave>> {
  const loaded = await import('./leave-by-report.ts').catch(() => null);
  return loaded?.leaveByReport(input) ?? NOT_LOADED;
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
  const redeem = async () => readResponse(await ports.server.call('samlResponse', { body: permit }), input);
  if (input.kind === 'response') return redeem();
  const loaded = await import('./activate.ts').catch(() => null);
  return loaded?.activate(input, { type: 'deviceComplianceV2', permit }, redeem) ?? NOT_LOADED;
}

/**
 * The sealed permit of a verdict that lets the person in. Strict with something required open rejects, whatever came with
 * it (specification, section 4).
 */
function validateCheckResult(result: CheckResult | null): SealedPermit | null {
  return result?.policyMode === 'Strict' && result.complianceStatus === 'NotCompliant' ? null : sealedIn(result);
}

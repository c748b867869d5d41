import type { CheckResult } from '@vestibule/contracts';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import { collectDeviceInfo } from '../first-version/first-version-steps.ts';
import type { CallResult } from '../ports.ts';
import { activate, readUntaken } from './activate.ts';
import { type Leave, type LeaveInput, NOT_NOW, readRefusal } from './read-leave.ts';

const EXTENSION_MISSING = {
  ok: true,
  value: { kind: 'refused', trouble: 'extension-missing' },
} as const satisfies StepResult<Leave>;

/** Continue in the first version: a report of this moment goes with the question. */
export async function leaveByReport(input: LeaveInput): Promise<StepResult<Leave>> {
  const { ports, loginMarker, nonce } = input;
  // The client reports, and yet nothing shows that this browser stands on the same computer.
  if (!input.hasExtension) return EXTENSION_MISSING;
  const askForResponse = async (): Promise<StepResult<Leave>> => {
    const collected = await collectDeviceInfo(ports, nonce);
    // Without keys the flow exchanges them, and brings the next verdict.
    if (!collected.ok || collected.value === null) return collected.ok ? NOT_NOW : collected;
    return readSent(await ports.server.call('check', { query: { loginMarker }, body: collected.value }), input);
  };
  if (input.kind === 'response') return askForResponse();
  const collected = await collectDeviceInfo(ports, nonce);
  if (!collected.ok || collected.value === null) return collected.ok ? NOT_NOW : collected;
  // The server believes nothing that a page says of a computer; the field stands in the specification.
  const deviceComplianceInfo = ports.memory.read('complianceInfo');
  const shown = { deviceComplianceInfo, loginMarker, deviceInfo: collected.value };
  return activate(input, { type: 'deviceCompliance', ...shown }, askForResponse);
}

/** The response that came with the verdict on a report of this moment. */
function readSent(answer: CallResult<CheckResult>, input: LeaveInput): StepResult<Leave> {
  const refused = readUntaken(answer) ?? readRefusal(answer, input);
  if (refused !== null) return refused;
  const result = fromCall(answer, false);
  if (!result.ok) return result;
  const data = result.value.samlResponseData;
  return data === null ? NOT_NOW : { ok: true, value: { kind: 'response', data } };
}

import type { CheckResult, DeviceInfo } from '@vestibule/contracts';
import { fromCall, fromMessage, type StepResult } from '../device-flow/step-result.ts';
import type { CallResult, Ports } from '../ports.ts';

/** What a device check of the first version leads to, next to its result. */
export type CheckStep =
  | { readonly kind: 'result'; readonly result: CheckResult }
  /** 412: the server holds no usable key of this computer in this sign-in. */
  | { readonly kind: 'keys-missing' }
  /** The server has no report of this sign-in yet. */
  | { readonly kind: 'report-missing' };

const QUERY = { skipSamlResponse: 'true' } as const;

/** Facts with the report that proves them. A client without a session of this version has to exchange keys first. */
export async function collectDeviceInfo(
  { client }: Ports,
  nonce: string | null,
): Promise<StepResult<DeviceInfo | null>> {
  const collected = fromMessage(await client.send('get-device-info', nonce === null ? {} : { nonce }));
  if (!collected.ok && collected.failure.kind === 'restart') return { ok: true, value: null };
  return collected;
}

/** Device info is sent, and judged. The response is asked for when the person goes on, not with every look. */
export async function postCheck({ server }: Ports, info: DeviceInfo): Promise<StepResult<CheckStep>> {
  return readCheck(await server.call('check', { query: QUERY, body: info }));
}

export async function getCheck({ server }: Ports, deviceId: string): Promise<StepResult<CheckStep>> {
  return readCheck(await server.call('checkByDevice', { parameters: { deviceId }, query: QUERY }));
}

function readCheck(answer: CallResult<CheckResult>): StepResult<CheckStep> {
  if (answer.kind === 'refused' && answer.status === 412) return { ok: true, value: { kind: 'keys-missing' } };
  if (answer.kind === 'refused' && answer.code === 'report_missing') {
    return { ok: true, value: { kind: 'report-missing' } };
  }
  const result = fromCall(answer, false);
  return result.ok ? { ok: true, value: { kind: 'result', result: result.value } } : result;
}

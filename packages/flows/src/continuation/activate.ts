import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import type { CallInput, CallResult } from '../ports.ts';
import { pathOnSite } from './destination.ts';
import { type Leave, type LeaveInput, NOT_NOW, readRefusal } from './read-leave.ts';

/**
 * Makes the device check the second factor, and goes on where the server says. 422: it was passed before and still holds
 * (specification, section 5), and nothing was spent: the same permit, or another report, has the response.
 */
export async function activate(
  input: LeaveInput,
  body: NonNullable<CallInput<'activate'>['body']>,
  askForResponse: () => Promise<StepResult<Leave>>,
): Promise<StepResult<Leave>> {
  const { ports } = input;
  const answer = await ports.server.call('activate', { body });
  if (answer.kind !== 'refused' || answer.code !== 'already_activated') return readActivation(answer, input);
  ports.memory.write('isInActiveSession', false);
  return askForResponse();
}

function readActivation(answer: CallResult<{ readonly continueTo: string }>, input: LeaveInput): StepResult<Leave> {
  const refused = readUntaken(answer) ?? readRefusal(answer, input);
  if (refused !== null) return refused;
  const activated = fromCall(answer, false);
  if (!activated.ok) return activated;
  const path = pathOnSite(activated.value.continueTo, input.origin);
  return path === null ? { ok: false, failure: { kind: 'unreachable' } } : { ok: true, value: { kind: 'page', path } };
}

/** The report was not taken: without keys the flow exchanges them; a newer one was quicker, and the next is tried. */
export function readUntaken(answer: CallResult<unknown>): StepResult<Leave> | null {
  if (answer.kind !== 'refused') return null;
  if (answer.code === 'keys_missing') return NOT_NOW;
  const isSpent = answer.code === 'report_replayed' || answer.code === 'report_nonce_expired';
  return isSpent ? { ok: false, failure: { kind: 'unreachable' } } : null;
}

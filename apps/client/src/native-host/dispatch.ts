import {
  type AnswerEnvelope,
  isMessageType,
  type MessageError,
  PROTOCOL_VERSION,
  type RequestEnvelope,
  requestEnvelopeSchema,
} from '@vestibule/contracts';
import { pinnedServerKey } from '../state/installation.ts';
import type { Log } from '../state/log.ts';
import type { HostContext } from './context.ts';
import { HANDLERS } from './handlers.ts';
import { fail, type Result } from './result.ts';

/** Older messages are refused: page, extension and client share one clock, so age means a replay or a hang. */
const MAXIMUM_AGE_MS = 60_000;

/**
 * Answers one message, whatever it is.
 * @returns null when there is no id to answer to: such a message is dropped
 */
export async function dispatch(message: unknown, context: HostContext, log: Log): Promise<AnswerEnvelope | null> {
  const started = performance.now();
  const envelope = requestEnvelopeSchema.safeParse(message);
  if (!envelope.success) {
    log.write({ event: 'malformed-message' });
    const id = idOf(message);
    return id === null ? null : envelopeOf(id, fail('malformed-message', 'The message has not the agreed form.'));
  }
  const result = await handle(envelope.data, context);
  log.write({
    event: 'message',
    type: isMessageType(envelope.data.type) ? envelope.data.type : 'unknown',
    correlationId: envelope.data.correlationId,
    code: result.ok ? 'ok' : result.code,
    milliseconds: Math.round(performance.now() - started),
  });
  return envelopeOf(envelope.data.id, result);
}

async function handle(envelope: RequestEnvelope, context: HostContext): Promise<Result<unknown>> {
  try {
    return await answerTo(envelope, context);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return fail('client-error', 'Workplace could not do this.', detail);
  }
}

async function answerTo(
  { type, origin, sentAt, payload }: RequestEnvelope,
  context: HostContext,
): Promise<Result<unknown>> {
  if (origin === undefined || pinnedServerKey(await context.installation(), origin) === null) {
    return fail('origin-not-allowed', 'Workplace on this computer does not know this portal.', ADD_PORTAL);
  }
  if (!isMessageType(type)) return fail('unknown-message', `This version of Workplace does not know "${type}".`);
  const age = Math.abs(context.now().getTime() - Date.parse(sentAt));
  if (age > MAXIMUM_AGE_MS) return fail('malformed-message', 'The message is too old to be answered.');
  return HANDLERS[type](payload, { origin, context });
}

const ADD_PORTAL = 'Run on this computer: workplace install --portal <address> --server-key <key>';

function envelopeOf(id: string, result: Result<unknown>): AnswerEnvelope {
  if (result.ok) return { v: PROTOCOL_VERSION, id, ok: true, payload: result.answer };
  const { code, message, detail } = result;
  const error: MessageError = { code, message, ...(detail === undefined ? {} : { detail }) };
  return { v: PROTOCOL_VERSION, id, ok: false, error };
}

function idOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  return typeof message.id === 'string' && message.id.length <= 64 ? message.id : null;
}

import {
  answerEnvelopeSchema,
  EXTENSION_ATTRIBUTE,
  MESSAGES,
  type MessageAnswer,
  type MessageError,
  type MessageType,
  OWN_LIMITS,
  PROTOCOL_VERSION,
  type PushEnvelope,
  pushEnvelopeSchema,
  type RequestEnvelope,
} from '@vestibule/contracts';
import type { ClientPort, MessageResult } from '@vestibule/flows';
import { type Channel, openBridgeChannel, openExtensionChannel } from './channels.ts';

type Settle = (result: MessageResult<unknown>) => void;

/**
 * The native client, through the extension: numbered requests over one channel, each with a time limit, and a list of
 * listeners for what the client says on its own. The channel is opened when first needed and again after it broke.
 */
export function createClientPort(): ClientPort {
  const waiting = new Map<string, Settle>();
  const listeners = new Set<(push: PushEnvelope) => void>();
  let channel: Channel | null = null;

  function receive(message: unknown): void {
    const answer = answerEnvelopeSchema.safeParse(message);
    if (answer.success) {
      const settle = waiting.get(answer.data.id);
      settle?.(
        answer.data.ok ? { kind: 'answer', answer: answer.data.payload } : { kind: 'failed', error: answer.data.error },
      );
      return;
    }
    const push = pushEnvelopeSchema.safeParse(message);
    if (push.success) for (const listener of listeners) listener(push.data);
  }

  function close(): void {
    channel = null;
    for (const settle of waiting.values()) settle(failed('host-stopped', 'The extension closed the connection.'));
  }

  function open(): Channel | null {
    const id = document.documentElement.getAttribute(EXTENSION_ATTRIBUTE);
    if (id === null) return null;
    channel ??= openExtensionChannel(id, receive, close) ?? openBridgeChannel(receive);
    return channel;
  }

  return {
    isExtensionPresent: () => document.documentElement.hasAttribute(EXTENSION_ATTRIBUTE),
    async send<T extends MessageType>(type: T, request: unknown): Promise<MessageResult<MessageAnswer<T>>> {
      const opened = open();
      if (opened === null) return failed('extension-missing', 'The browser extension is not there.');
      const result = await exchange(waiting, opened, type, request);
      if (result.kind === 'failed') return result;
      const parsed = MESSAGES[type].answer.safeParse(result.answer);
      return parsed.success
        ? { kind: 'answer', answer: parsed.data as MessageAnswer<T> }
        : failed('malformed-message', `The client’s answer to ${type} cannot be read.`);
    },
    subscribe(listener) {
      listeners.add(listener);
      open();
      return () => listeners.delete(listener);
    },
  };
}

function exchange(
  waiting: Map<string, Settle>,
  channel: Channel,
  type: MessageType,
  payload: unknown,
): Promise<MessageResult<unknown>> {
  const id = crypto.randomUUID();
  const limit = type === 'execute-fix-action' ? OWN_LIMITS.fixAnswerMs : OWN_LIMITS.nativeMessageTimeoutMs;
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(failed('timed-out', 'The client did not answer in time.')), limit);
    function settle(result: MessageResult<unknown>): void {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(result);
    }
    waiting.set(id, settle);
    const envelope: RequestEnvelope = {
      v: PROTOCOL_VERSION,
      id,
      type,
      payload,
      sentAt: new Date().toISOString(),
      correlationId: crypto.randomUUID(),
    };
    if (!channel.post(envelope)) settle(failed('extension-missing', 'The browser extension does not take messages.'));
  });
}

function failed(code: MessageError['code'], message: string): { kind: 'failed'; error: MessageError } {
  return { kind: 'failed', error: { code, message } };
}

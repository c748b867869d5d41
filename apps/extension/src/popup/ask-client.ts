import {
  answerEnvelopeSchema,
  type MessageAnswer,
  MESSAGES,
  type MessageErrorCode,
  type MessageRequest,
  type MessageType,
  PROTOCOL_VERSION,
  type RequestEnvelope,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Channel } from '../relay/channel.ts';
import { hostFailure } from '../relay/host-connection.ts';

export type Summary = MessageAnswer<'get-summary'>;

/** What is known of this computer. Not asked is never taken for fine. */
export type ClientState =
  | { readonly kind: 'connected'; readonly summary: Summary }
  | { readonly kind: 'broken'; readonly code: MessageErrorCode };

/** Longer than the slowest reading of all checks takes, and no longer than a person looks at a popup. */
export const ANSWER_WAIT_MS = 10_000;

export interface AskOptions {
  readonly connect: () => Channel;
  readonly origin: string;
  /** Finds this question in the client's log. */
  readonly correlationId: string;
  readonly now: () => Date;
  readonly after: (milliseconds: number, run: () => void) => void;
}

/** Asks the client once how this computer is. */
export async function askClient(options: AskOptions): Promise<ClientState> {
  const told = await askOnce('get-summary', {}, options);
  return told.ok ? { kind: 'connected', summary: told.answer } : { kind: 'broken', code: told.code };
}

/** What a person may have Workplace open from here. */
export type Window = 'launch-workplace' | 'launch-app';

/** Has Workplace open the person's page, or the secure browser. @returns null when it did */
export async function openWindow(window: Window, options: AskOptions): Promise<MessageErrorCode | null> {
  const told =
    window === 'launch-app'
      ? await askOnce(window, { 'command-line-arguments': '-select:secure-browser' }, options)
      : await askOnce(window, {}, options);
  return told.ok ? null : told.code;
}

type Told<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: MessageErrorCode };

const ID = 'popup';

/** One question, on a connection of its own that ends with the answer. */
function askOnce<Type extends MessageType>(
  type: Type,
  payload: MessageRequest<Type>,
  { connect, origin, correlationId, now, after }: AskOptions,
): Promise<Told<MessageAnswer<Type>>> {
  return new Promise((resolve) => {
    const channel = connect();
    const end = (told: Told<MessageAnswer<Type>>) => {
      resolve(told);
      channel.close();
    };
    channel.onMessage((message) => {
      const answer = answerEnvelopeSchema.safeParse(message);
      // Workplace also says on its own what has changed; that is for pages.
      if (answer.success && answer.data.id === ID) end(read(type, answer.data));
    });
    channel.onClose((reason) => resolve({ ok: false, code: hostFailure(reason).code }));
    after(ANSWER_WAIT_MS, () => end({ ok: false, code: 'timed-out' }));
    const sentAt = now().toISOString();
    const envelope: RequestEnvelope = { v: PROTOCOL_VERSION, id: ID, type, payload, origin, correlationId, sentAt };
    channel.post(envelope);
  });
}

function read<Type extends MessageType>(
  type: Type,
  envelope: ReturnType<typeof answerEnvelopeSchema.parse>,
): Told<MessageAnswer<Type>> {
  if (!envelope.ok) return { ok: false, code: envelope.error.code };
  // The compiler does not follow a lookup by a type parameter; the table itself ties the two together.
  const schema = MESSAGES[type].answer as z.ZodMiniType as z.ZodMiniType<MessageAnswer<Type>>;
  const answer = schema.safeParse(envelope.payload);
  return answer.success ? { ok: true, answer: answer.data } : { ok: false, code: 'malformed-message' };
}

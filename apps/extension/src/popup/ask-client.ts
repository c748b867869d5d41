import {
  answerEnvelopeSchema,
  type MessageAnswer,
  MESSAGES,
  type MessageErrorCode,
  PROTOCOL_VERSION,
  type RequestEnvelope,
} from '@vestibule/contracts';
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

/** Asks the client once how this computer is, on a connection of its own that ends with the answer. */
export function askClient({ connect, origin, correlationId, now, after }: AskOptions): Promise<ClientState> {
  return new Promise((resolve) => {
    const channel = connect();
    const end = (state: ClientState) => {
      resolve(state);
      channel.close();
    };
    channel.onMessage((message) => {
      const answer = answerEnvelopeSchema.safeParse(message);
      // Workplace also says on its own what has changed; that is for pages.
      if (answer.success && answer.data.id === ID) end(stateOf(answer.data));
    });
    channel.onClose((reason) => resolve({ kind: 'broken', code: hostFailure(reason).code }));
    after(ANSWER_WAIT_MS, () => end({ kind: 'broken', code: 'timed-out' }));
    const envelope: RequestEnvelope = {
      v: PROTOCOL_VERSION,
      id: ID,
      type: 'get-summary',
      payload: {},
      origin,
      correlationId,
      sentAt: now().toISOString(),
    };
    channel.post(envelope);
  });
}

const ID = 'popup';

function stateOf(answer: ReturnType<typeof answerEnvelopeSchema.parse>): ClientState {
  if (!answer.ok) return { kind: 'broken', code: answer.error.code };
  const summary = MESSAGES['get-summary'].answer.safeParse(answer.payload);
  return summary.success ? { kind: 'connected', summary: summary.data } : { kind: 'broken', code: 'malformed-message' };
}

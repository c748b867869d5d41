import {
  answerEnvelopeSchema,
  type MessageAnswer,
  MESSAGES,
  type MessageErrorCode,
  type MessageRequest,
  type MessageType,
  OPENED_AS_ADMINISTRATOR,
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

/** Asks the client once how this computer is. */
export async function askClient(options: AskOptions): Promise<ClientState> {
  const told = await askOnce('get-summary', {}, options);
  if (!told.ok) return { kind: 'broken', code: told.code };
  const summary = MESSAGES['get-summary'].answer.safeParse(told.payload);
  return summary.success ? { kind: 'connected', summary: summary.data } : { kind: 'broken', code: 'malformed-message' };
}

/** What a person may have Workplace open from here. */
export type Window = 'launch-workplace' | 'launch-app';

/** Why nothing opened: the name of a text. */
export type NotOpened = 'noWindow' | 'openedAsAdministrator' | 'silent';

/** Has Workplace open the person's page, or the secure browser. @returns null when it did */
export async function openWindow(window: Window, options: AskOptions): Promise<NotOpened | null> {
  const told =
    window === 'launch-app'
      ? await askOnce(window, { 'command-line-arguments': '-select:secure-browser' }, options)
      : await askOnce(window, {}, options);
  if (told.ok) return null;
  if (told.code !== 'window-missing') return 'silent';
  return told.detail === OPENED_AS_ADMINISTRATOR ? 'openedAsAdministrator' : 'noWindow';
}

type Told =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly code: MessageErrorCode; readonly detail?: string | undefined };

const ID = 'popup';

/** One question, on a connection of its own that ends with the answer. */
function askOnce<Type extends MessageType>(
  type: Type,
  payload: MessageRequest<Type>,
  { connect, origin, correlationId, now, after }: AskOptions,
): Promise<Told> {
  return new Promise((resolve) => {
    const channel = connect();
    const end = (told: Told) => {
      resolve(told);
      channel.close();
    };
    channel.onMessage((message) => {
      const answer = answerEnvelopeSchema.safeParse(message);
      // Workplace also says on its own what has changed; that is for pages.
      if (!answer.success || answer.data.id !== ID) return;
      end(answer.data.ok ? { ok: true, payload: answer.data.payload } : { ok: false, ...answer.data.error });
    });
    channel.onClose((reason) => resolve({ ok: false, code: hostFailure(reason).code }));
    after(ANSWER_WAIT_MS, () => end({ ok: false, code: 'timed-out' }));
    const sentAt = now().toISOString();
    const envelope: RequestEnvelope = { v: PROTOCOL_VERSION, id: ID, type, payload, origin, correlationId, sentAt };
    channel.post(envelope);
  });
}

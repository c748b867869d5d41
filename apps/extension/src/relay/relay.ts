import {
  type AnswerEnvelope,
  answerEnvelopeSchema,
  type MessageError,
  PROTOCOL_VERSION,
  pushEnvelopeSchema,
  requestEnvelopeSchema,
} from '@vestibule/contracts';
import { type Channel, isPortal, type Sender } from './channel.ts';
import { createHostConnection } from './host-connection.ts';

export interface RelayOptions {
  readonly portalOrigins: readonly string[];
  readonly connectHost: () => Channel;
}

export interface Relay {
  /** A page, or the bridge in it, has connected. */
  readonly addPage: (page: Channel, sender: Sender) => void;
}

/** An answer that is waited for: whose it is and what the page calls it. */
interface Waiting {
  readonly page: Channel;
  readonly id: string;
}

/**
 * Carries messages between pages and the client and understands none of them. It adds the origin, as the browser knows
 * it, to every request and gives requests ids of its own, since two pages may use the same one.
 */
export function createRelay({ portalOrigins, connectHost }: RelayOptions): Relay {
  const pages = new Set<Channel>();
  const waiting = new Map<string, Waiting>();
  let requests = 0;

  const host = createHostConnection({
    connect: connectHost,
    onMessage: (message) => {
      const push = pushEnvelopeSchema.safeParse(message);
      if (push.success) for (const page of pages) page.post(push.data);
      const answer = answerEnvelopeSchema.safeParse(message);
      if (answer.success) settle(answer.data.id, (id) => ({ ...answer.data, id }));
    },
    onEnd: (failure) => {
      for (const id of waiting.keys()) settle(id, (own) => refusal(own, failure));
    },
  });

  const settle = (id: string, answerFor: (id: string) => AnswerEnvelope) => {
    const request = waiting.get(id);
    if (request === undefined) return;
    waiting.delete(id);
    request.page.post(answerFor(request.id));
  };

  const receive = (message: unknown, page: Channel, origin: string) => {
    const request = requestEnvelopeSchema.safeParse(message);
    if (!request.success) {
      const id = idOf(message);
      const error = { code: 'malformed-message', message: 'The message has not the agreed form.' } as const;
      if (id !== null) page.post(refusal(id, error));
      return;
    }
    requests += 1;
    const id = String(requests);
    waiting.set(id, { page, id: request.data.id });
    host.post({ ...request.data, id, origin });
  };

  const removePage = (page: Channel) => {
    pages.delete(page);
    for (const [id, request] of waiting) if (request.page === page) waiting.delete(id);
    if (pages.size === 0) host.close();
  };

  return {
    addPage: (page, sender) => {
      if (!isPortal(sender, portalOrigins)) {
        page.close();
        return;
      }
      const { origin } = sender;
      pages.add(page);
      page.onMessage((message) => receive(message, page, origin));
      page.onClose(() => removePage(page));
      host.open();
    },
  };
}

function refusal(id: string, error: MessageError): AnswerEnvelope {
  return { v: PROTOCOL_VERSION, id, ok: false, error };
}

function idOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  return typeof message.id === 'string' ? message.id : null;
}

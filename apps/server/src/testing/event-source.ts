import { type IncomingMessage, request } from 'node:http';
import { CALLS } from '@vestibule/contracts';
import type { Visitor } from './visitor.ts';

export interface PushedEvent {
  readonly name: string;
  readonly data: string;
}

export interface OpenedSource {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** What has come so far. */
  readonly events: readonly PushedEvent[];
  /** The last `retry` that came. */
  retryMs(): number | null;
  /** The data of every `look` so far. */
  looks(): readonly string[];
  /** Resolves once the server has ended the stream, whichever way. */
  readonly ended: Promise<void>;
  isEnded(): boolean;
  /** Takes nothing from the connection until it is resumed. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Opens a stream of pushed events, reading it as browsers do (WHATWG HTML, 9.2.6). */
export async function openEventSource(
  visitor: Pick<Visitor, 'server'> & { readonly cookies: ReadonlyMap<string, string> },
  port: number = visitor.server.port,
  path: string = CALLS.events.path,
): Promise<OpenedSource> {
  const { url } = visitor.server;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        headers: {
          host: new URL(url).host,
          accept: 'text/event-stream',
          cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      },
      resolve,
    );
    sent.once('error', reject);
    sent.end();
  });
  const events: PushedEvent[] = [];
  let retry: number | null = null;
  let rest = '';
  let name = '';
  let data: string[] = [];
  const take = (line: string): void => {
    if (line === '') {
      if (data.length > 0) events.push({ name: name === '' ? 'message' : name, data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
    if (field === 'retry') retry = Number(value);
  };
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    response.once('close', () => {
      isEnded = true;
      resolve();
    });
    // A connection that is cut is an end like any other.
    response.on('error', () => undefined);
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    retryMs: () => retry,
    looks: () => events.filter((event) => event.name === 'look').map((event) => event.data),
    ended,
    isEnded: () => isEnded,
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => response.destroy(),
  };
}

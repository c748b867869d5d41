import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly contentType?: string;
}

/** How long each call took, in milliseconds, by its name. */
export type Times = Map<string, number[]>;

/** One browser's connections to one server, kept open, with the browser's cookies. Redirects are not followed. */
export class HttpConnection {
  readonly cookies = new Map<string, string>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #ports: readonly number[];
  readonly #host: string;
  #turn = 0;

  /** @param ports of the servers, asked in turn, one after another; all at this address */
  constructor(ports: readonly number[], host = '127.0.0.1') {
    this.#ports = ports;
    this.#host = host;
  }

  /** @param times takes how long the call took, under `name` */
  async ask(name: string, path: string, asked: Asked, times: Times | null): Promise<Answer> {
    const start = performance.now();
    const answer = await this.#send(path, asked);
    if (times !== null) {
      const taken = times.get(name) ?? [];
      taken.push(performance.now() - start);
      times.set(name, taken);
    }
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    path: string,
    { method = 'GET', headers = {}, body, contentType = 'application/json' }: Asked,
  ): Promise<Answer> {
    const port = this.#ports[this.#turn % this.#ports.length];
    this.#turn += 1;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          host: this.#host,
          port,
          method,
          path,
          headers: {
            host: `localhost:${this.#ports[0]}`,
            ...(cookie === '' ? {} : { cookie }),
            ...(body === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) this.#keep(line);
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location ?? '',
              retryAfter: response.headers['retry-after'],
              text: Buffer.concat(chunks).toString('utf8'),
            });
          });
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

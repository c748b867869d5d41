import { request } from 'node:http';

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** For an answer that goes on: takes what comes first, and leaves. */
  readonly isLeftAtOnce?: boolean;
}

/**
 * Sends a request to a server on this computer, with the host of the address as Host header, whatever name it is: what a
 * browser does once a name is resolved. Redirects are not followed.
 * @param port where the server listens, when it is not the address's own
 */
export async function send(url: string, sending: Sending = {}, port?: number): Promise<Sent> {
  const { method = 'GET', headers = {}, body, isLeftAtOnce = false } = sending;
  const address = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: port ?? address.port,
        method,
        // As it was written: a URL would tidy it up.
        path: url.slice(address.origin.length) || '/',
        headers: {
          host: address.host,
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isLeftAtOnce) return;
          settle();
          sent.destroy();
        });
        response.once('end', settle);
        function settle(): void {
          const received = new Headers();
          for (let index = 0; index + 1 < response.rawHeaders.length; index += 2) {
            received.append(response.rawHeaders[index] ?? '', response.rawHeaders[index + 1] ?? '');
          }
          resolve({
            status: response.statusCode ?? 0,
            headers: received,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        }
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

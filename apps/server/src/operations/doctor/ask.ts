import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { hostToConnect } from '../config/public-address.ts';

/** An answer, and when it came. Times are those of `performance.now()`, in milliseconds. */
export interface Asked {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly sentAt: number;
  /** When the head was there, and the first byte of the body; the end for an empty one. */
  readonly answeredAt: number;
  readonly firstAt: number;
  readonly endedAt: number;
}

const TIMEOUT_MS = 10_000;
const MAXIMUM_BYTES = 2_000_000;

export interface Asking {
  readonly headers?: Record<string, string>;
  /**
   * False where no secret is sent and the certificate is looked at by itself. Anyone who answers is then not believed, only
   * measured.
   */
  readonly checksCertificate: boolean;
}

/** Asks an address once, over a connection of its own. @throws what the network or TLS says, or a timeout */
export async function ask(address: string, { headers = {}, checksCertificate }: Asking): Promise<Asked> {
  const url = new URL(address);
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const sentAt = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const place = {
      hostname: hostToConnect(url.hostname),
      servername: isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0 ? url.hostname : '',
    };
    const options = {
      ...place,
      headers: { host: url.host, ...headers },
      signal,
      agent: false,
      rejectUnauthorized: checksCertificate,
    };
    request(url, options, done).once('error', fail).end();
  });
  const answeredAt = performance.now();
  let firstAt: number | null = null;
  let length = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    firstAt ??= performance.now();
    length += chunk.length;
    if (length > MAXIMUM_BYTES) throw new Error('it answers with more than belongs there');
    chunks.push(chunk);
  }
  const endedAt = performance.now();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString('utf8'),
    sentAt,
    answeredAt,
    firstAt: firstAt ?? endedAt,
    endedAt,
  };
}

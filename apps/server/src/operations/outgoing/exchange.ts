import { globalAgent as plainAgent, type IncomingMessage, request as requestPlain } from 'node:http';
import { globalAgent as secureAgent, request as requestSecure } from 'node:https';
import { isLoopbackName } from '../config/public-address.ts';
import { findPlaces, lookupOf, NoPlaceError, type Resolve } from './find-place.ts';
import type { MayReach } from './reach.ts';

export interface Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
  readonly maximumBytes: number;
  readonly mayReach: MayReach;
  readonly resolve?: Resolve | undefined;
}

interface Exchanged {
  readonly status: number;
  readonly headers: IncomingMessage['headersDistinct'];
  readonly body: Buffer;
}

/** The answer is longer than any that was asked for. */
export class TooLongError extends Error {}

/**
 * Asks an address that a company named, once: https, or http at this computer; no redirect is followed, and nothing that
 * the server may not reach is connected to. @throws NoPlaceError, TooLongError, or what the network says
 */
export async function exchange(url: URL, question: Question): Promise<Exchanged> {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(url.protocol === 'http:' && isLoopbackName(url.hostname))) {
    throw new Error('only https addresses are asked');
  }
  const { method, headers, body, signal, maximumBytes } = question;
  const way = await findWay(url, question);
  signal.throwIfAborted();
  const request = isSecure ? requestSecure : requestPlain;
  const response = await new Promise<IncomingMessage>((done, fail) => {
    request(url, { method, headers, signal, ...way }, done)
      .once('error', fail)
      .end(body ?? undefined);
  });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maximumBytes) {
      response.destroy();
      throw new TooLongError(`it answers with more than ${maximumBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, headers: response.headersDistinct, body: Buffer.concat(chunks) };
}

/** A connection of its own to the addresses that were looked at; behind a forward proxy it is the proxy that looks names up. */
async function findWay(url: URL, { mayReach, resolve }: Question) {
  const isProxied = process.env['NODE_USE_ENV_PROXY'] === '1';
  try {
    const places = await findPlaces(url.hostname, mayReach, resolve);
    if (!isProxied) return { agent: false as const, lookup: lookupOf(places) };
  } catch (error) {
    if (!(isProxied && error instanceof NoPlaceError && error.code === 'not_found')) throw error;
  }
  return { agent: url.protocol === 'https:' ? secureAgent : plainAgent };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { failStore, type StoreFailure } from './evidence-store.ts';
import type { S3Settings } from './s3-settings.ts';

const TRIES = 3;
/** Before the second try; doubled before each further one, and up to as much again by chance. */
const FIRST_WAIT_MS = 100;
/** A page of 1000 keys has some 400 kB. */
const ANSWER_MAXIMUM_BYTES = 4_194_304;

export interface S3Timing {
  readonly now: () => Date;
  /** Waits between tries; resolves after this many milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  /** How long one try may take, from connecting to the last byte of the answer; 5 seconds when left out. */
  readonly tryTimeoutMs?: number;
}

export interface S3Answer {
  readonly ok: true;
  readonly status: number;
  readonly body: Buffer;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly body?: Uint8Array;
}

export type SendToS3 = (request: S3Request) => Promise<S3Answer | StoreFailure>;

/**
 * Sends signed requests. Every request here can be repeated without harm, so what fails for a reason that may pass
 * (no connection, time out, 429, 5xx) is tried three times; everything else is answered at once.
 * @returns any answer below 500 and not 429, or `store_unreachable`, or `too_large`
 */
export function createS3Sender(settings: S3Settings, { now, wait = sleep, tryTimeoutMs = 5000 }: S3Timing): SendToS3 {
  const client = new AwsClient({
    accessKeyId: settings.keyId,
    secretAccessKey: settings.secret,
    region: settings.region,
    service: 's3',
  });

  return async ({ method, url, body }) => {
    let last = '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (attempt > 0) await wait(FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random()));
      const signed = await client.sign(url.href, {
        method,
        // The digest is signed with the rest, so that no one on the way can change the bytes.
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
        // A copy: fetch takes no bytes that another thread could change meanwhile.
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        aws: { datetime: formatDateTime(now()) },
      });
      const answer = await tryOnce(signed, tryTimeoutMs);
      if (!('ok' in answer)) last = answer.reason;
      else if (!answer.ok || (answer.status < 500 && answer.status !== 429)) return answer;
      else last = `it answered ${answer.status}`;
    }
    return failStore(
      'store_unreachable',
      `The object store at ${settings.endpoint} does not answer (${last}). Check that it runs and that VESTIBULE_S3_ENDPOINT is right.`,
    );
  };
}

/** The moment in the form that signatures use: `20261121T080000Z`. */
export function formatDateTime(moment: Date): string {
  return moment.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
}

async function tryOnce(
  request: Request,
  timeoutMs: number,
): Promise<S3Answer | StoreFailure | { readonly reason: string }> {
  try {
    // A redirect would carry the request to a host that no one configured.
    const response = await fetch(request, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    const body = await readBody(response);
    if (body === null) return failStore('too_large', 'The object store answered with more bytes than evidence has.');
    return { ok: true, status: response.status, body };
  } catch (error) {
    return { reason: describe(error, timeoutMs) };
  }
}

/** @returns null when the answer is longer than any that was asked for */
async function readBody(response: Response): Promise<Buffer | null> {
  if (response.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > ANSWER_MAXIMUM_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function describe(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`;
  const cause = error.cause;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

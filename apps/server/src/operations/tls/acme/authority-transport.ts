import { axios } from 'acme-client';
import * as z from 'zod';
import { isAuthorityAddress } from '../../config/acme-settings.ts';
import { reasonOf } from '../../log/reason-of.ts';
import { AuthorityProblem } from './authority-problem.ts';

/** From sending a request to the last byte of its answer. */
const STANDARD_LIMIT_MS = 20_000;
const LARGEST_ANSWER = 256 * 1024;
const LONGEST_REST_MS = 7 * 86_400_000;

const ERROR_PREFIX = 'urn:ietf:params:acme:error:';
const problemSchema = z.object({ type: z.string(), detail: z.string().default('') });

/**
 * Gives the library one way to the network that ends: a limit of time and size for each answer, no redirects, https only,
 * and no repeating by itself. What the authority refuses becomes an `AuthorityProblem`; a nonce that was too old goes on to
 * the library, which takes a new one.
 */
export function limitTransport(answerWithinMs: number = STANDARD_LIMIT_MS): void {
  axios.defaults.adapter = async (config) => {
    const url = URL.parse(config.url ?? '');
    if (url === null || !isAuthorityAddress(url)) {
      throw new AuthorityProblem('strange', `it sends the server to ${config.url ?? 'nowhere'}`);
    }
    const request = {
      method: (config.method ?? 'get').toUpperCase(),
      headers: Object.entries(config.headers.toJSON()).map(([name, value]): [string, string] => [name, String(value)]),
      ...(typeof config.data === 'string' ? { body: config.data } : {}),
    };
    const answer = await exchange(url, request, answerWithinMs);
    const { status, statusText, headers } = answer;
    if (status >= 400) refuseProblem(answer);
    return { data: answer.text, status, statusText, headers: Object.fromEntries(headers), config };
  };
}

interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly text: string;
}

async function exchange(url: URL, request: RequestInit, withinMs: number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(url, { ...request, redirect: 'error', signal });
    const { status, statusText, headers } = response;
    return { status, statusText, headers, text: await readText(response) };
  } catch (error) {
    if (error instanceof AuthorityProblem) throw error;
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new AuthorityProblem('slow', `no answer within ${withinMs / 1000} seconds`);
    }
    throw new AuthorityProblem(
      'unreachable',
      reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error),
    );
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new AuthorityProblem('strange', 'its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws AuthorityProblem, unless the library can go on by itself */
function refuseProblem({ status, headers, text }: Answer): void {
  const read = problemSchema.safeParse(readJson(text));
  const kind = read.success && read.data.type.startsWith(ERROR_PREFIX) ? read.data.type.slice(ERROR_PREFIX.length) : '';
  if (kind === 'badNonce') return;
  const rest = restOf(headers.get('retry-after'));
  if (kind !== '') throw new AuthorityProblem(kind, read.data?.detail ?? '', rest);
  if (status === 429) throw new AuthorityProblem('rateLimited', 'it says so with status 429', rest);
  throw new AuthorityProblem(status >= 500 ? 'serverInternal' : 'strange', `it answers with status ${status}`, rest);
}

/** How long a header Retry-After asks to wait, within reason. */
function restOf(header: string | null): number {
  if (header === null) return 0;
  const rest = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(rest) ? 0 : Math.min(Math.max(rest, 0), LONGEST_REST_MS);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

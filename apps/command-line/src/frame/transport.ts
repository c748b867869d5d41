import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { text } from 'node:stream/consumers';
import { findKept, type FoundSignIn } from '../account/kept-sign-ins.ts';
import { CommandFailure, EXIT_CODES, misuse } from './failure.ts';
import { readSecretFile } from './files.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A way to the server. */
export interface Transport {
  /** For messages: where it was tried. */
  readonly place: string;
  /** The command that renews what it is known by; left out: a token that someone made. */
  readonly signInAgain?: string;
  send(method: string, path: string, body: string | undefined): Promise<Answered>;
}

/** What a command line says of the gate it means. */
export interface GateOptions {
  readonly url?: string | undefined;
  readonly tokenFile?: string | undefined;
  /** Where the command line is that of the server itself. */
  readonly data?: string | undefined;
}

/** A large import takes a while; nothing takes longer. */
const TIMEOUT_MS = 300_000;

export const unreachable = (message: string) => new CommandFailure(EXIT_CODES.unreachable, message);

/** A gate by its address and a token, or by the sign-in that is kept for it. */
export async function openNetwork({ url, tokenFile }: GateOptions): Promise<Transport> {
  if (tokenFile !== undefined && url !== undefined) return openAddress(url, await readToken(tokenFile));
  const origin = url === undefined ? undefined : gateAddress(url).origin;
  const found = tokenFile === undefined ? await findKept(origin) : null;
  if (found !== null) return openKept(found);
  if (url === undefined) {
    throw misuse(
      'Say which gate: --url https://gate.example.com, or VESTIBULE_URL. An administrator of it can tell you. Or sign in there, and it is kept: vestibule login --url https://gate.example.com',
    );
  }
  throw misuse(
    `You are not signed in at ${origin}: vestibule login --url ${origin}. In scripts, --url goes with --token-file FILE: vestibule token create --help`,
  );
}

function openKept({ origin, kept: { token, expiresAt } }: FoundSignIn): Transport {
  const again = `vestibule login --url ${origin}`;
  if (new Date(expiresAt) <= new Date()) {
    throw new CommandFailure(EXIT_CODES.notAllowed, `Your sign-in at ${origin} is over. Sign in again: ${again}`, {
      code: 'not_signed_in',
      next: `Sign in again: ${again}`,
    });
  }
  return { ...openAddress(origin, token), signInAgain: again };
}

/** @throws CommandFailure for what is no address of a gate, or one to which no token goes */
export function gateAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw misuse(`${address} is no address of a server. It looks like https://gate.example.com`);
  }
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname) && !url.hostname.endsWith('.localhost')) {
    throw misuse(`A token is not sent to ${url.origin}: without https, others on the way could read it.`);
  }
  return url;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** @param token null: for the one call that gets it */
export function openAddress(address: string, token: string | null): Transport {
  const url = gateAddress(address);
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  return {
    place: url.origin,
    send: (method, path, body) =>
      exchange(
        send,
        {
          hostname: url.hostname.replaceAll(/^\[|\]$/g, ''),
          port: url.port,
          method,
          path,
          headers: { host: url.host, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
        },
        body,
      ).catch((error: unknown) => {
        throw explainNetwork(error, url);
      }),
  };
}

function explainNetwork(error: unknown, { origin, hostname }: URL): CommandFailure {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return unreachable(`There is no computer called ${hostname}.`);
  if (code === 'ECONNREFUSED')
    return unreachable(`Nothing listens at ${origin}. Is the server running, and is the port right?`);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return unreachable(`What listens at ${origin} does not speak https. Is the port right?`);
  if (code === 'ETIMEDOUT' || isTimeout(error)) return unreachable(`${origin} does not answer.`);
  if (code.startsWith('CERT_') || code.includes('CERT') || code.startsWith('ERR_TLS')) {
    return unreachable(`The certificate of ${origin} cannot be trusted (${code}), so the token was not sent.`);
  }
  return unreachable(`${origin} cannot be reached: ${messageOf(error)}`);
}

export async function exchange(
  request: typeof requestPlain,
  options: RequestOptions,
  body: string | undefined,
): Promise<Answered> {
  const headers = {
    ...(options.headers as Record<string, string>),
    accept: 'application/json',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const sent = request({ ...options, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }, done);
    sent.once('error', fail);
    sent.end(body);
  });
  return { status: response.statusCode ?? 0, text: await text(response) };
}

async function readToken(file: string): Promise<string> {
  const token = await readSecretFile(file, 'token');
  if (!/^[\w.-]{20,512}$/.test(token))
    throw misuse(`${file === '-' ? 'What came in' : file} does not hold a token and nothing else.`);
  return token;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

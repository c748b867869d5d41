import { stat } from 'node:fs/promises';
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { adminSocketPath } from '../operations/config/admin-socket-path.ts';
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
  send(method: string, path: string, body: string | undefined): Promise<Answered>;
}

export interface TransportOptions {
  readonly data: string;
  readonly url?: string | undefined;
  readonly tokenFile?: string | undefined;
}

/** A large import takes a while; nothing takes longer. */
const TIMEOUT_MS = 300_000;

const unreachable = (message: string) => new CommandFailure(EXIT_CODES.unreachable, message);

/** The server of this computer at its socket, or another one by its address and a token. */
export async function openTransport(options: TransportOptions): Promise<Transport> {
  const { url, tokenFile } = options;
  if (url === undefined && tokenFile !== undefined)
    throw misuse('--token-file goes with --url: say which server it is for.');
  if (url === undefined) return openSocket(options.data);
  if (tokenFile === undefined) {
    throw misuse('--url goes with --token-file FILE. Make a token on the server: vestibule token create --help');
  }
  return openNetwork(url, await readToken(tokenFile));
}

function openSocket(dataFolder: string): Transport {
  const socketPath = adminSocketPath(dataFolder);
  const folder = resolve(dataFolder);
  return {
    place: folder,
    send: (method, path, body) =>
      exchange(requestPlain, { socketPath, method, path, headers: { host: 'localhost' } }, body).catch(
        async (error: unknown) => {
          throw await explainSocket(error, folder, socketPath);
        },
      ),
  };
}

async function explainSocket(error: unknown, folder: string, socketPath: string): Promise<CommandFailure> {
  switch (codeOf(error)) {
    case 'ENOENT':
      return unreachable(
        (await exists(folder))
          ? `No server answers for the data folder ${folder}. Start it, or name the folder of the one you mean: --data FOLDER. For a server on another computer: --url and --token-file.`
          : `There is no folder ${folder}. Name the data folder of the server: --data FOLDER. For a server on another computer: --url and --token-file.`,
      );
    case 'ECONNREFUSED':
      return unreachable(`The server of ${folder} is not running; it left its socket behind. Start it again.`);
    case 'EACCES':
    case 'EPERM':
      return new CommandFailure(
        EXIT_CODES.notAllowed,
        `You may not use ${socketPath}${await ownerOf(socketPath)}. Run this as the user that the server runs as: sudo -u USER npx vestibule …`,
      );
    default:
      return unreachable(
        isTimeout(error)
          ? `The server of ${folder} does not answer.`
          : `The server of ${folder} broke off: ${messageOf(error)}`,
      );
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function ownerOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? '' : `, which belongs to the user with the number ${found.uid}`;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function openNetwork(address: string, token: string): Transport {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw misuse(`${address} is no address of a server. It looks like https://gate.example.com`);
  }
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname) && !url.hostname.endsWith('.localhost')) {
    throw misuse(`A token is not sent to ${url.origin}: without https, others on the way could read it.`);
  }
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
          headers: { host: url.host, authorization: `Bearer ${token}` },
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

async function exchange(
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TOO_MUCH_SENT } from '../pages/too-much-sent-page.ts';

/** What could not be read, as Node says it. */
interface UnreadRequest {
  readonly code?: string;
  /** What came last of it, which may be its beginning or not. */
  readonly rawPacket?: unknown;
}

const answered = new WeakSet<Socket>();

/**
 * Answers what is no request that can be read, on its bare connection. A head that is too large has too many
 * cookies or too long an address: mostly a browser sends it, so it is answered with a page, unless it shows that it is a call.
 * @param lingerMs what goes on arriving after the answer is dropped for so long: a browser shows no answer to what it could
 * not finish sending
 */
export function createClientErrorHandler(lingerMs: number): (error: UnreadRequest, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(answerTo(error));
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  };
}

function answerTo({ code, rawPacket }: UnreadRequest): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return write(408, 'application/json', json(408, 'Client Timeout'));
  if (code !== 'HPE_HEADER_OVERFLOW') return write(400, 'application/json', json(400, 'Client Error'));
  if (isCall(Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '')) {
    return write(431, 'application/json', json(431, 'Exceeded maximum allowed HTTP header size'));
  }
  const { html, contentSecurityPolicy } = TOO_MUCH_SENT;
  return write(431, 'text/html; charset=utf-8', html, [`Content-Security-Policy: ${contentSecurityPolicy}`]);
}

function isCall(head: string): boolean {
  if (/^[A-Z]+ \/api\//.test(head)) return true;
  const accept = /^accept: *(.*)$/im.exec(head)?.[1];
  return accept !== undefined && !accept.includes('text/html');
}

function json(status: number, message: string): string {
  return JSON.stringify({ error: STATUS_CODES[status], message, statusCode: status });
}

function write(status: number, type: string, body: string, more: readonly string[] = []): string {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Content-Type: ${type}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    ...more,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

import { connect, type Socket } from 'node:net';
import type { MailSettings } from '@vestibule/contracts';
import { createTransport } from 'nodemailer';
import { findPlaces, lookupOf } from '../outgoing/find-place.ts';
import type { MayReach } from '../outgoing/reach.ts';
import { describeMailError, type MailProblem, tooSlow } from './mail-problem.ts';
import { oneLine } from '../log/one-line.ts';

/** A mail server, with what it takes to log in. */
export interface MailServer {
  readonly settings: MailSettings;
  readonly password: string | null;
  /** How this server calls itself there. */
  readonly ownName: string;
  /** A company names the mail server, and may not have this server knock inside the network it stands in. */
  readonly mayReach: MayReach;
}

/** A mail in plain text. */
export interface Mail {
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A server that lets us wait says nothing for so long, and has so long altogether. */
const SILENCE_MS = 10_000;
const ALTOGETHER_MS = 20_000;

/** How long is waited; tests wait less. */
export interface Patience {
  readonly silenceMs: number;
  readonly altogetherMs: number;
}

const PATIENCE: Patience = { silenceMs: SILENCE_MS, altogetherMs: ALTOGETHER_MS };

/** Hands a mail to the server. @returns why not, or null: it has taken it */
export async function sendMail(server: MailServer, mail: Mail, patience = PATIENCE): Promise<MailProblem | null> {
  const { from, to, subject, text, date } = mail;
  const signal = AbortSignal.timeout(patience.altogetherMs);
  return attempt(server, signal, patience, (socket) =>
    transportTo(server, socket, patience).sendMail({
      from: oneLineBox(from),
      to: oneLineBox(to),
      subject: oneLine(subject),
      text,
      date,
      signal,
      // No one's holiday note answers a machine.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      textEncoding: 'quoted-printable',
    }),
  );
}

/** Reaches the server, protects the way and logs in, and sends nothing. @returns why not, or null */
export async function tryMailServer(server: MailServer, patience = PATIENCE): Promise<MailProblem | null> {
  const signal = AbortSignal.timeout(patience.altogetherMs);
  const isOver = new Promise<never>((_done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  });
  // Also where it ends before anybody waits for this.
  isOver.catch(() => undefined);
  return attempt(server, signal, patience, (socket) =>
    Promise.race([transportTo(server, socket, patience).verify(), isOver]),
  );
}

async function attempt(
  server: MailServer,
  signal: AbortSignal,
  patience: Patience,
  work: (socket: Socket) => Promise<unknown>,
): Promise<MailProblem | null> {
  const { settings } = server;
  let socket: Socket | null = null;
  try {
    socket = await connectTo(server, signal, patience);
    await work(socket);
    return null;
  } catch (error) {
    return signal.aborted ? tooSlow(settings) : describeMailError(error, settings);
  } finally {
    socket?.destroy();
  }
}

/** Connects to the very addresses that were looked at. */
async function connectTo(
  { settings: { host, port }, mayReach }: MailServer,
  signal: AbortSignal,
  { silenceMs }: Patience,
): Promise<Socket> {
  const places = await findPlaces(host, mayReach);
  const socket = connect({ host, port, lookup: lookupOf(places), signal });
  // Between connecting and the library's own listeners someone may cut it; the library then finds it cut.
  socket.on('error', () => undefined);
  const slow = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' });
  socket.setTimeout(silenceMs, () => socket.destroy(slow));
  await new Promise((done, fail) => {
    socket.once('connect', done).once('error', fail);
  });
  socket.setTimeout(0).removeAllListeners('timeout');
  return socket;
}

/** Nothing but what is said here: no files, no addresses to fetch from, no log, and certificates that are good. */
function transportTo({ settings, password, ownName }: MailServer, connection: Socket, { silenceMs }: Patience) {
  const { host, port, security, user } = settings;
  return createTransport({
    host,
    port,
    connection,
    name: ownName,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    ...(user === null || password === null ? {} : { auth: { user, pass: password }, forceAuth: true }),
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function oneLineBox({ name, address }: Mailbox): Mailbox {
  return { name: oneLine(name), address };
}

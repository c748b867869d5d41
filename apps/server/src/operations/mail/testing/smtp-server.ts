import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../../testing/localhost-certificate.ts';

/** A mail as it came in over the wire. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Head and body, as they were sent. */
  readonly raw: string;
  /** The text, with its encoding undone. */
  readonly text: string;
  readonly isSecure: boolean;
  readonly user: string | null;
}

export interface TestMailServer {
  readonly port: number;
  readonly received: Received[];
  /** Passwords that came in, good or not. */
  readonly logins: string[];
  close(): Promise<void>;
}

export const MAIL_USER = 'gate';
export const MAIL_PASSWORD = 'a password, only for mail';

/** A real mail server on this computer; with TLS by the certificate for localhost. It takes one login. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: Received[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    key: LOCALHOST_KEY,
    cert: LOCALHOST_CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      logins.push(password ?? '');
      const isGood = username === MAIL_USER && password === MAIL_PASSWORD;
      done(isGood ? null : new Error('no'), isGood ? { user: MAIL_USER } : undefined);
    },
    onData(stream, session, done) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (part: string) => (raw += part));
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          text: decode(raw),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        });
        done(null);
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    logins,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Undoes quoted-printable. */
function decode(raw: string): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4).replaceAll('=\r\n', '');
  const bytes = body.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

import type { MailSettings } from '@vestibule/contracts';
import * as z from 'zod';
import { NoPlaceError } from '../outgoing/find-place.ts';

/** Why a mail was not sent. */
export interface MailProblem {
  /** For audit entries and tests. `address`: of this one mail; the others are about the server. */
  readonly code: 'unreachable' | 'slow' | 'tls' | 'login' | 'sender' | 'address' | 'refused';
  readonly sentence: string;
  /** What to do. */
  readonly next: string;
}

/** As the library throws it. What the server said is shown only where it is about an address: it may echo what it was sent. */
const errorSchema = z.object({
  code: z.string().optional().catch(undefined),
  originalCode: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  timeoutType: z.string().optional().catch(undefined),
  message: z.string().catch(''),
});
type Thrown = z.infer<typeof errorSchema>;

const REACHING: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such name',
  not_found: 'there is no such name',
  EDNS: 'there is no such name',
  EAI_AGAIN: 'the name server does not answer',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ECONNECTION: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
};

/** Says in a sentence what was thrown while a mail was to be sent. */
export function describeMailError(error: unknown, settings: MailSettings): MailProblem {
  if (error instanceof NoPlaceError && error.code === 'inside') return describeInside(settings);
  const thrown = errorSchema.parse(error);
  const { code = '', command = '', timeoutType } = thrown;
  if (code === 'ETIMEDOUT' && timeoutType !== 'UPGRADE_TIMEOUT') return tooSlow(settings);
  if (isAboutTls(thrown)) return describeTls(thrown, settings);
  const wantsLogin = thrown.responseCode === 530 || code === 'EAUTH' || code === 'ENOAUTH';
  if (wantsLogin || command.startsWith('AUTH')) return describeLogin(thrown, settings);
  if (command === 'MAIL FROM') {
    return {
      code: 'sender',
      sentence: `The mail server does not take mails from ${settings.sender}${saying(thrown)}.`,
      next: 'Name a sender that this login may write as: vestibule mail set --sender ADDRESS',
    };
  }
  if (code === 'EENVELOPE' || command === 'RCPT TO') {
    return {
      code: 'address',
      sentence: `The mail server does not take mails to this address${saying(thrown)}.`,
      next: 'Look at the address: vestibule person set LOGIN --email ADDRESS',
    };
  }
  const reason = REACHING[thrown.originalCode ?? ''] ?? REACHING[code];
  if (thrown.responseCode === undefined && reason !== undefined) {
    return {
      code: 'unreachable',
      sentence: `The mail server ${placeOf(settings)} cannot be reached: ${reason}.`,
      next: 'Look at the name and the port, and whether this server may go out to it (firewall).',
    };
  }
  const number = thrown.responseCode === undefined ? '' : ` (${thrown.responseCode})`;
  return {
    code: thrown.responseCode === undefined ? 'unreachable' : 'refused',
    sentence: `The mail server ${placeOf(settings)} broke off${number}.`,
    next: 'Look at its log for this minute, and at --port and --security: vestibule mail set --help',
  };
}

/** It is where this server does not go on the word of a company. */
function describeInside(settings: MailSettings): MailProblem {
  return {
    code: 'unreachable',
    sentence: `The mail server ${placeOf(settings)} is within a private network, where this server does not look.`,
    next: 'Name one that is out on the internet; or ask the operator of this server to open that network: VESTIBULE_PRIVATE_NETWORKS',
  };
}

/** The server let us wait too long. */
export function tooSlow(settings: MailSettings): MailProblem {
  const next =
    settings.security === 'tls'
      ? 'Look whether this server may go out to it (firewall), and whether the port speaks TLS from the first byte; for STARTTLS: vestibule mail set --security starttls --port 587'
      : 'Look whether this server may go out to it (firewall), and whether the port is right; port 465 wants vestibule mail set --security tls';
  return { code: 'slow', sentence: `The mail server ${placeOf(settings)} does not answer in time.`, next };
}

function placeOf({ host, port }: MailSettings): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function isAboutTls({ code = '', originalCode = '', timeoutType, message }: Thrown): boolean {
  return (
    code === 'ETLS' ||
    timeoutType === 'UPGRADE_TIMEOUT' ||
    CERTIFICATE.test(originalCode) ||
    CERTIFICATE.test(code) ||
    /SSL routines|wrong version number|certificate|STARTTLS/i.test(message)
  );
}

function describeTls({ originalCode = '', message }: Thrown, settings: MailSettings): MailProblem {
  const place = placeOf(settings);
  if (CERTIFICATE.test(originalCode) || /certificate|altnames/i.test(message)) {
    const isName = /ALTNAME/.test(originalCode) || /altnames/i.test(message);
    return {
      code: 'tls',
      sentence: isName
        ? `The certificate of the mail server ${place} is for another name.`
        : `The certificate of the mail server ${place} cannot be trusted.`,
      next: isName
        ? 'Set the name that the certificate is for: vestibule mail set --host NAME'
        : 'It may have ended, or lack its chain. With an authority of your own, start Node with NODE_EXTRA_CA_CERTS=FILE.',
    };
  }
  return settings.security === 'starttls'
    ? {
        code: 'tls',
        sentence: `The mail server ${place} offers no STARTTLS, and nothing was said without it.`,
        next: 'Port 465 mostly speaks TLS from the first byte: vestibule mail set --security tls --port 465',
      }
    : {
        code: 'tls',
        sentence: `The mail server ${place} does not speak TLS from the first byte.`,
        next: 'Port 587 mostly wants STARTTLS: vestibule mail set --security starttls --port 587',
      };
}

function describeLogin({ responseCode }: Thrown, { user }: MailSettings): MailProblem {
  if (user === null) {
    return {
      code: 'login',
      sentence: 'The mail server wants a login, and none is set.',
      next: 'vestibule mail set --user NAME --password-file FILE',
    };
  }
  const number = responseCode === undefined ? '' : ` (${responseCode})`;
  return {
    code: 'login',
    sentence: `The mail server does not take the login ${user}${number}.`,
    next: 'Set its password again: vestibule mail set --password-file FILE. Some providers want one made for programs, or that the account may send by SMTP.',
  };
}

/** What the server said of an address, in one line. */
function saying({ response = '' }: Thrown): string {
  const said = response
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/\.+$/, '')
    .slice(0, 200);
  return said === '' ? '' : `: ${said}`;
}

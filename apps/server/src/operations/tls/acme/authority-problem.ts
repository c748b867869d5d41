import { sayError } from '../../log/describe-error.ts';

/** Why the authority gave no certificate: its own word for it (RFC 8555, 6.7), or one of ours. */
export class AuthorityProblem extends Error {
  readonly kind: string;
  /** What the authority said, in one line of plain text. */
  readonly detail: string;
  /** How long the authority wants to be left alone. */
  readonly retryAfterMs: number;

  constructor(kind: string, detail: string, retryAfterMs = 0) {
    super(`${kind}: ${detail}`);
    this.name = 'AuthorityProblem';
    this.kind = kind;
    this.detail = plainLine(detail);
    this.retryAfterMs = retryAfterMs;
  }
}

const LONGEST_LINE = 300;

/** What another person wrote, as one short line without anything that steers a terminal or a log. */
export function plainLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line).replace(/[.\s]+$/, '');
}

/** A failure as an administrator reads it: what is wrong, and what to do. */
export interface ToldFailure {
  readonly problem: string;
  readonly next: string;
}

interface Where {
  readonly hostname: string;
  readonly directoryUrl: string;
  /** Where this server waits for the question. */
  readonly port: number;
}

/** Says what went wrong with an order, and what sets it right. */
export function tellFailure(error: unknown, where: Where): ToldFailure {
  const problem = error instanceof AuthorityProblem ? error : new AuthorityProblem('unexpected', sayError(error));
  const words = WORDS[problem.kind]?.(where, new URL(where.directoryUrl).host) ?? {
    problem: `The certificate authority gave no certificate for ${where.hostname}`,
    next: 'Read what it says; if it isn’t clear, ask the authority’s operator.',
  };
  return { problem: `${words.problem}: ${problem.detail}.`, next: words.next };
}

const LETS_IT_WAIT = 'Nothing to do at once: the server tries again by itself.';

const WORDS: Readonly<Record<string, (where: Where, authority: string) => ToldFailure>> = {
  connection: ({ hostname, port }) => ({
    problem: `The certificate authority cannot reach http://${hostname}/ at port 80`,
    next: `Open port 80 on the way to this computer (firewall, router, cloud rules); it has to end at port ${port} here.`,
  }),
  dns: ({ hostname }) => ({
    problem: `The certificate authority finds no address for ${hostname}`,
    next: `Add an address record (A or AAAA) for ${hostname} that leads to this computer, and wait until it is known.`,
  }),
  unauthorized: elsewhere,
  incorrectResponse: elsewhere,
  caa: ({ hostname }, authority) => ({
    problem: `The CAA record of ${hostname} forbids this authority`,
    next: `Allow ${authority} in the CAA record, or name another authority: vestibule setup --change --acme-directory URL`,
  }),
  rateLimited: () => ({
    problem: 'The certificate authority has had too many orders or failures from here',
    next: 'Mend what its sentence names. The server waits as long as the authority wants before it asks again.',
  }),
  rejectedIdentifier: ({ hostname }) => ({
    problem: `The certificate authority gives no certificates for ${hostname}`,
    next: 'It has to be a public name. For a name inside the company, run an authority of your own: --acme-directory URL',
  }),
  userActionRequired: () => ({
    problem: 'The certificate authority wants its new terms to be agreed to',
    next: 'Read and agree to them at the address that it names.',
  }),
  externalAccountRequired: (_where, authority) => ({
    problem: `${authority} wants an account that was made elsewhere`,
    next: 'This server makes its account by itself. Take another authority, or let certbot fetch the certificate: --certificate.',
  }),
  invalidContact: refusedContact,
  unsupportedContact: refusedContact,
  serverInternal: (_where, authority) => ({ problem: `${authority} has trouble of its own`, next: LETS_IT_WAIT }),
  unreachable: (_where, authority) => ({
    problem: `${authority} cannot be reached`,
    next: 'Look whether this server may go out to it (proxy, firewall), and at the status page of the authority.',
  }),
  slow: (_where, authority) => ({ problem: `${authority} takes too long`, next: LETS_IT_WAIT }),
  strange: (_where, authority) => ({
    problem: `${authority} does not answer as a certificate authority does`,
    next: 'Look at the directory address: vestibule setup --change --acme-directory URL',
  }),
};

function elsewhere({ hostname }: Where): ToldFailure {
  return {
    problem: `Another server answers http://${hostname}/ at port 80`,
    next: `Let ${hostname} lead to this computer, with all its A and AAAA records, and let nothing in front answer /.well-known/acme-challenge/.`,
  };
}

function refusedContact(): ToldFailure {
  return {
    problem: 'The certificate authority refuses the e-mail address',
    next: 'Give another one: vestibule setup --change --acme you@example.com',
  };
}

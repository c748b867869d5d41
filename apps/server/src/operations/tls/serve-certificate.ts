import { createHash } from 'node:crypto';
import { Server } from 'node:https';
import type { TlsOptions } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import { type CertificatePair, certificateComplaint, type PairFiles, readCertificatePair } from './certificate-pair.ts';

/** A certificate with which the server cannot start. The message says what to do. */
export class CertificateError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'CertificateError';
  }
}

export interface ServedCertificate {
  /** What the server starts with. */
  context(): TlsOptions;
  /** @param server gets each new pair */
  serve(server: object): void;
  /** When it ends; null: there is none yet. */
  until(): Date | null;
  /** Looks at the files, and takes a new pair for new connections. */
  look(): Promise<void>;
}

interface Wanted {
  readonly files: PairFiles;
  /** The name people open. */
  readonly hostname: string;
  readonly now: () => Date;
  readonly logger: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/**
 * Serves a certificate from two files that another person renews. A pair that cannot be used never replaces one that can:
 * the old one goes on, and the log says why. A complaint is made once for each content of the files.
 * @throws CertificateError when there is nothing to start with
 */
export async function serveCertificate({ files, hostname, now, logger }: Wanted): Promise<ServedCertificate> {
  const first = await readCertificatePair(files);
  if (!first.ok) throw new CertificateError(first.problem);
  let current = first.pair;
  let problem = '';
  let looksWrong = 0;
  let server: Server | null = null;
  let complainedOn = '';
  const complain = () => {
    const complaint = certificateComplaint(current.leaf, hostname, now());
    const today = now().toISOString().slice(0, 10);
    if (complaint === null || complainedOn === today) return;
    complainedOn = today;
    logger.error({ certificate: files.certificate }, complaint);
  };
  complain();
  return {
    context: () => contextOf(current),
    serve(started) {
      if (!(started instanceof Server)) throw new Error('What is given a certificate does not speak https.');
      server = started;
    },
    until: () => new Date(current.leaf.validTo),
    async look() {
      const read = await readCertificatePair(files);
      if (!read.ok) {
        looksWrong = problem === read.problem ? looksWrong + 1 : 1;
        problem = read.problem;
        // Two files are never renewed in one moment: what is still wrong at the second look is a mistake.
        if (looksWrong === 2) logger.error({ files }, `The certificate was not changed: ${problem}`);
        return;
      }
      looksWrong = 0;
      if (isSame(read.pair, current)) return complain();
      current = read.pair;
      complainedOn = '';
      server?.setSecureContext(contextOf(current));
      logger.info({ certificate: files.certificate, until: current.leaf.validTo }, 'The new certificate is served.');
      complain();
    },
  };
}

/** Of TLS: what is older is not spoken. */
export const MINIMUM_VERSION = 'TLSv1.2';

function contextOf({ cert, key }: CertificatePair): TlsOptions {
  return { cert, key, minVersion: MINIMUM_VERSION };
}

function isSame(one: CertificatePair, other: CertificatePair): boolean {
  return digest(one) === digest(other);
}

function digest({ cert, key }: CertificatePair): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('hex');
}

/** How often the files are looked at. Their folder is not watched: renewals swap links, which watching misses. */
const LOOK_EVERY_MS = 2000;

/** @returns ends it */
export function keepCertificate(served: ServedCertificate): () => void {
  const timer = setInterval(() => void served.look(), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

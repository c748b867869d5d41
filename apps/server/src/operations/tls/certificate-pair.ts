import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

export interface PairFiles {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate with its chain, and the key that belongs to it, as PEM. */
export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly leaf: X509Certificate;
}

export type PairRead =
  | { readonly ok: true; readonly pair: CertificatePair }
  /** One sentence: which file, and what to do. */
  | { readonly ok: false; readonly problem: string };

/** Reads a pair and looks whether the two belong together. A certificate that is over is read: it is better than none. */
export async function readCertificatePair(files: PairFiles): Promise<PairRead> {
  const no = (problem: string): PairRead => ({ ok: false, problem });
  const contents = await Promise.all([files.certificate, files.key].map(readBytes));
  const [cert, key] = contents;
  if (!(cert instanceof Buffer)) return no(`The certificate ${files.certificate} cannot be read: ${String(cert)}.`);
  if (!(key instanceof Buffer)) return no(`The key ${files.key} cannot be read: ${String(key)}.`);
  const leaf = attempt(() => new X509Certificate(cert));
  if (leaf === null) {
    return no(
      `${files.certificate} holds no certificate. It is a PEM file that begins with -----BEGIN CERTIFICATE-----.`,
    );
  }
  const privateKey: KeyObject | null = attempt(() => createPrivateKey(key));
  if (privateKey === null) {
    return no(`${files.key} holds no private key that can be opened. It is a PEM file without a passphrase.`);
  }
  if (!leaf.checkPrivateKey(privateKey)) {
    return no(`${files.key} is not the key of ${files.certificate}. Take both from the same order or renewal.`);
  }
  // Whatever else OpenSSL finds wrong, such as a broken certificate further down the chain.
  if (attempt(() => createSecureContext({ cert, key })) === null) {
    return no(`${files.certificate} has a certificate in its chain that cannot be read.`);
  }
  return { ok: true, pair: { cert, key, leaf } };
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/**
 * What is wrong with a certificate for a name, now. @returns one sentence, or null
 * @param leaf as in `X509Certificate`
 */
export function certificateComplaint(leaf: X509Certificate, hostname: string, now: Date): string | null {
  const from = new Date(leaf.validFrom);
  const days = daysLeft(leaf, now);
  if (now < from) {
    return `The certificate is good from ${dayOf(from)} on, and the clock of this computer says ${dayOf(now)}. One of the two is wrong: look at the clock first.`;
  }
  if (days < 0) {
    return `The certificate ended on ${dayOf(new Date(leaf.validTo))}: browsers refuse the gate. Renew it, and put it in the same place: it is taken without a restart.`;
  }
  if (leaf.checkHost(hostname) === undefined) {
    return `The certificate is not for ${hostname}, but for ${leaf.subjectAltName ?? leaf.subject}. Order one for ${hostname}.`;
  }
  return days < SOON_DAYS
    ? `The certificate ends in ${days} days, on ${dayOf(new Date(leaf.validTo))}. Renew it now.`
    : null;
}

/** Whole days until it ends; negative once it is over. */
export function daysLeft(leaf: X509Certificate, now: Date): number {
  return Math.floor((new Date(leaf.validTo).getTime() - now.getTime()) / DAY_MS);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** @returns what is in the file, or why it cannot be read */
async function readBytes(file: string): Promise<Buffer | string> {
  return readFile(file).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
}

function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}

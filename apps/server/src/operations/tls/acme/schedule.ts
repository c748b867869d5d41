import { X509Certificate } from 'node:crypto';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const RENEW_BEFORE_MS = 30 * DAY_MS;
/** Let's Encrypt takes five failures for a name in an hour: four fit. */
const FIRST_REST_MS = 5 * MINUTE_MS;
/** With a certificate that is good there is time; without one no one gets in, and someone may have mended it by now. */
const LONGEST_REST_MS = { renewal: 12 * 60 * MINUTE_MS, first: 60 * MINUTE_MS } as const;

/**
 * When a certificate is renewed: thirty days before its end, with a third of its life left where it is a short one, and a
 * little earlier by chance, so that not everybody comes at once.
 * @param random as `Math.random`
 */
export function renewalTime(certificate: string, random: () => number): Date {
  const leaf = new X509Certificate(certificate);
  const end = new Date(leaf.validTo).getTime();
  const life = end - new Date(leaf.validFrom).getTime();
  return new Date(end - Math.min(RENEW_BEFORE_MS, life / 3) - (random() * life) / 60);
}

/**
 * When an order that failed is tried again: after five minutes, then twice as long each time, up to an hour while there is
 * no good certificate and half a day while there is one, and a little later by chance.
 */
export function retryTime({ failures, certificate, now, wantedMs = 0, random }: Failed): Date {
  const longest = LONGEST_REST_MS[certificate !== null && !isOver(certificate, now) ? 'renewal' : 'first'];
  const rest = Math.min(FIRST_REST_MS * 2 ** Math.max(failures - 1, 0), longest);
  return new Date(now.getTime() + Math.max(rest * (1 + random() / 4), wantedMs));
}

interface Failed {
  /** One after another, this one counted. */
  readonly failures: number;
  /** The certificate that there is, PEM. */
  readonly certificate: string | null;
  readonly now: Date;
  /** How long the authority wants to be left alone. */
  readonly wantedMs?: number;
  readonly random: () => number;
}

function isOver(certificate: string, now: Date): boolean {
  return new Date(new X509Certificate(certificate).validTo) <= now;
}

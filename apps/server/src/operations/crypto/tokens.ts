import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A fresh secret of 256 bits, base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret that says whose it is: a silo's endpoints serve several companies. */
export function createCompanyToken(companyId: string): string {
  return `${companyId}.${createToken()}`;
}

/** What is stored in place of a token: SHA-256, base64url. A token has 256 random bits, so no salt is needed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Keyed digest, base64url. */
export function authenticate(key: Buffer, ...parts: readonly string[]): string {
  const digest = createHmac('sha256', key);
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part);
  return digest.digest('base64url');
}

/** Compares two short texts in constant time. */
export function isSameText(left: string, right: string): boolean {
  const a = createHash('sha256').update(left).digest();
  const b = createHash('sha256').update(right).digest();
  return timingSafeEqual(a, b);
}

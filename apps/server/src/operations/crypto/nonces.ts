import { PROGRAM_LIMITS } from '@vestibule/contracts';
import { authenticate, isSameText } from './tokens.ts';

/**
 * Nonces that need no storage: the moment of issue, bound to one device session by a keyed digest. A report's age is
 * the age of its nonce, by this server's clock; replay is stopped by the sequence number, which only rises.
 */
export function createNonce(key: Buffer, sessionId: string, now: Date): string {
  const issued = now.getTime().toString(36);
  return `${issued}.${authenticate(key, 'nonce', sessionId, issued)}`;
}

/** @returns 'fresh', or why the nonce is refused */
export function checkNonce(
  key: Buffer,
  nonce: string,
  sessionId: string,
  now: Date,
): 'fresh' | 'expired' | 'wrong-session' {
  const [issued = '', digest = ''] = nonce.split('.');
  if (!isSameText(digest, authenticate(key, 'nonce', sessionId, issued))) return 'wrong-session';
  const age = now.getTime() - Number.parseInt(issued, 36);
  return age >= 0 && age <= PROGRAM_LIMITS.nonceLifeMs ? 'fresh' : 'expired';
}

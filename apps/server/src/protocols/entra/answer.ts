import { SignJWT } from 'jose';
import type { SigningKey } from '../saml/index.ts';

const LIFE_S = 300;

/** The ID token that says: this person's own computer was checked, and how that was proven. */
export async function signAnswer(
  { privateKey, keyId }: SigningKey,
  answer: {
    readonly issuer: string;
    readonly clientId: string;
    readonly subject: string;
    readonly nonce: string;
    readonly acr: string;
    readonly method: string;
    readonly now: Date;
  },
): Promise<string> {
  const issuedAt = Math.floor(answer.now.getTime() / 1000);
  return new SignJWT({ nonce: answer.nonce, acr: answer.acr, amr: [answer.method] })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
    .setIssuer(answer.issuer)
    .setAudience(answer.clientId)
    .setSubject(answer.subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_S)
    .sign(privateKey);
}

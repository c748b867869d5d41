import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type {
  PASSKEY_TRANSPORTS,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@vestibule/contracts';
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import type { Person } from '../../../repositories/people.ts';
import { raisePasskeyCounter, type SecondFactor } from '../../../repositories/second-factors.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** EdDSA, ES256 and RS256, by their COSE numbers. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

type Transport = (typeof PASSKEY_TRANSPORTS)[number];
const TRANSPORTS: readonly string[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] satisfies Transport[];

const clientDataSchema = z.object({ challenge: z.string(), crossOrigin: z.literal(false).optional() });

/** What is kept of a passkey, sealed. The public key is no secret, but no one may exchange it for another. */
const keptSchema = z.object({ publicKey: z.string(), transports: z.array(z.string()) });
export type KeptPasskey = z.infer<typeof keptSchema>;

/** A fresh challenge, base64url. It is the key of the ceremony it begins. */
export function createChallenge(): string {
  return randomBytes(32).toString('base64url');
}

export function creationOptions(
  context: ServerContext,
  person: Pick<Person, 'id' | 'login' | 'displayName'>,
  challenge: string,
  existing: readonly SecondFactor[],
): PasskeyCreationOptions {
  return {
    rp: { name: context.company.displayName, id: relyingPartyOf(context) },
    user: { id: userHandleOf(person), name: person.login, displayName: person.displayName },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    excludeCredentials: describe(context, existing),
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** @param allowed none: the person picks one of the passkeys their devices hold for this site */
export function requestOptions(
  context: ServerContext,
  challenge: string,
  allowed: readonly SecondFactor[],
): PasskeyRequestOptions {
  return {
    challenge,
    rpId: relyingPartyOf(context),
    timeout: TIMEOUT_MS,
    allowCredentials: describe(context, allowed),
    userVerification: 'required',
  };
}

/** The challenge that the browser says it answers; null when its data cannot be read, or another site framed ours. */
export function readChallenge(clientDataJson: string): string | null {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))).challenge;
  } catch {
    return null;
  }
}

/** @returns the new passkey; null when the ceremony was not of this challenge, site and browser, or without the person */
export async function verifyRegistration(
  context: ServerContext,
  response: PasskeyRegistration,
  expectedChallenge: string,
): Promise<{ readonly credentialId: string; readonly kept: KeptPasskey; readonly counter: number } | null> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: context.publicUrl,
    expectedRPID: relyingPartyOf(context),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library says no by throwing.
  }).catch(() => null);
  if (verified === null || !verified.verified) return null;
  const { credential } = verified.registrationInfo;
  const transports = response.response.transports.filter((transport) => TRANSPORTS.includes(transport));
  return {
    credentialId: credential.id,
    kept: { publicKey: Buffer.from(credential.publicKey).toString('base64url'), transports },
    counter: credential.counter,
  };
}

/**
 * Checks an answer against a passkey that is kept, and raises its counter: an authenticator that was copied counts
 * twice, and the second time is refused.
 * @param passkey null: there is none by that id; the same work is done for nothing
 */
export async function isAssertionRight(
  context: ServerContext,
  response: PasskeyAssertion,
  expectedChallenge: string,
  passkey: SecondFactor | null,
): Promise<boolean> {
  const kept = passkey === null ? NOBODY : readKept(context, passkey);
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: context.publicUrl,
    expectedRPID: relyingPartyOf(context),
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(kept.publicKey, 'base64url')),
      counter: passkey?.lastUsed ?? 0,
    },
  }).catch(() => null);
  if (verified === null || !verified.verified || passkey === null) return false;
  return raisePasskeyCounter(context.database, passkey, verified.authenticationInfo.newCounter);
}

export function sealKept(context: ServerContext, id: string, kept: KeptPasskey): string {
  return context.masterKey.seal(JSON.stringify(kept), id);
}

/** Says who someone is to their authenticator; says nothing to anybody else. */
export function userHandleOf({ id }: Pick<Person, 'id'>): string {
  return Buffer.from(id).toString('base64url');
}

/** A key that no one has: its private half is forgotten as soon as it is made. */
const NOBODY: KeptPasskey = { publicKey: createForgottenKey(), transports: [] };

function createForgottenKey(): string {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  // COSE: {kty: EC2, alg: ES256, crv: P-256, x, y}.
  const parts = ['a5010203262001215820', x, '225820', y];
  const bytes = parts.map((part, index) => Buffer.from(part, index % 2 === 0 ? 'hex' : 'base64url'));
  return Buffer.concat(bytes).toString('base64url');
}

function readKept(context: ServerContext, { id, sealed }: SecondFactor): KeptPasskey {
  return keptSchema.parse(JSON.parse(context.masterKey.unseal(sealed, id)));
}

function describe(context: ServerContext, passkeys: readonly SecondFactor[]) {
  return passkeys
    .filter(({ kind }) => kind === 'passkey')
    .map((passkey) => ({
      id: passkey.lookup ?? '',
      type: 'public-key' as const,
      transports: readKept(context, passkey).transports.filter((name): name is Transport => TRANSPORTS.includes(name)),
    }));
}

/** Passkeys belong to the host of the company's gate. */
function relyingPartyOf({ publicUrl }: ServerContext): string {
  return new URL(publicUrl).hostname;
}

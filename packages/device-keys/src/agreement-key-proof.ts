import type { PublicJwk } from '@vestibule/contracts';
import { canonicalJson } from './canonical-json.ts';
import { fromCompact, signJws, toCompact, verifyJws } from './jws.ts';
import { type SigningKey, thumbprint } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

export interface AgreementKeyStatement {
  readonly deviceId: string;
  readonly agreementKey: PublicJwk;
}

/**
 * The identity key says which agreement key belongs to the same device.
 * @returns a compact JWS
 */
export async function proveAgreementKey(statement: AgreementKeyStatement, identityKey: SigningKey): Promise<string> {
  const kid = await thumbprint(identityKey.publicKey);
  return toCompact(await signJws('vestibule-agreement-key+jwt', await contentOf(statement), identityKey, kid));
}

/**
 * Checks that the owner of the identity key named this agreement key for this device.
 * @returns `mismatch` when the proof is genuine but speaks of another key or device
 */
export async function verifyAgreementKeyProof(
  proof: string,
  expected: AgreementKeyStatement,
  identityKey: PublicJwk,
): Promise<Verified<AgreementKeyStatement, 'malformed' | 'altered' | 'mismatch'>> {
  const jws = fromCompact(proof);
  if (jws === null) return refuse('malformed');
  const verified = await verifyJws('vestibule-agreement-key+jwt', jws, identityKey);
  if (!verified.ok) return verified;
  const isExpected = canonicalJson(verified.value.payload) === canonicalJson(await contentOf(expected));
  return isExpected ? accept(expected) : refuse('mismatch');
}

async function contentOf(statement: AgreementKeyStatement) {
  return { agreementKey: await thumbprint(statement.agreementKey), deviceId: statement.deviceId };
}

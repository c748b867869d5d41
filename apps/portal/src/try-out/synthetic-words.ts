import { type FlattenedJws, PRODUCT_VERSION, type PublicJwk, type SessionParameters } from '@vestibule/contracts';

/**
 * What stands where a real laptop and a real server put keys, tokens and ids. It is the same in every try-out, and there is
 * nothing anywhere that it opens.
 */
export const SYNTHETIC = 'synthetic';
export const SYNTHETIC_ID = '00000000-0000-4000-8000-000000000000';
export const NO_KEY: PublicJwk = { kty: 'EC', crv: 'P-256', x: '', y: '' };
export const NO_REPORT: FlattenedJws = { protected: '', payload: '', signature: '' };
export const SUPPORT_CODE = 'TRY-OUT';

export const PARAMETERS: SessionParameters = {
  deviceId: SYNTHETIC_ID,
  identityKey: NO_KEY,
  agreementKey: NO_KEY,
  agreementKeyProof: '',
  keyProtection: 'file',
  clientVersion: PRODUCT_VERSION,
  deviceName: '',
  operatingSystem: '',
};

import type { Device } from '../state/device.ts';
import { findKeyPlace, type KeySystem } from './find-key-place.ts';
import type { KeyProtection } from './key-provider.ts';
import { TPM_DEVICE } from './tpm-keys.ts';

/** Where keys are, in a few words. */
export const KEY_PLACES: Readonly<Record<KeyProtection, string>> = {
  tpm: "in this computer's TPM",
  'secure-enclave': "in this computer's Secure Enclave",
  'os-keychain': 'in the key store of the system',
  file: 'in a file',
};

/** Where the keys of this computer are, and for a file why they are nowhere better. */
export async function whereKeysAre({ keyProtection }: Device, system: KeySystem): Promise<string> {
  if (keyProtection === 'tpm') return `${KEY_PLACES.tpm} (${system.toReal(TPM_DEVICE)})`;
  const best = await findKeyPlace(system);
  const reason =
    best.protection === 'file' ? best.why : 'the TPM can be used, but keys are not moved: workplace keys --renew';
  return `${KEY_PLACES[keyProtection]}: ${reason}`;
}

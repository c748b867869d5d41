/** Where the keys of a computer live, as its client says: claimed, not attested. */
export const KEY_PROTECTIONS = ['tpm', 'secure-enclave', 'os-keychain', 'file'] as const;
type KeyProtection = (typeof KEY_PROTECTIONS)[number];

/** Whether keys are claimed to be where not even an administrator can copy them from. */
export function isInHardware(protection: KeyProtection): boolean {
  return protection === 'tpm' || protection === 'secure-enclave';
}

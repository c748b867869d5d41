import type { SecondFactorMethod } from '@vestibule/contracts';

/** Best first: a passkey cannot be read out to anybody, a recovery code is for when all else is lost. */
const ORDER: readonly SecondFactorMethod[] = ['passkey', 'totp', 'recovery-code'];

/**
 * What a person can use in this browser, best first.
 * @param methods as the server lists them
 */
export function usableMethods(
  methods: readonly SecondFactorMethod[],
  canUsePasskeys: boolean,
): readonly SecondFactorMethod[] {
  return ORDER.filter((method) => methods.includes(method) && (method !== 'passkey' || canUsePasskeys));
}

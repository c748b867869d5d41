import type { Synthetic } from '../synthetic.ts';

export function syntheticRegistration({ isBad }: Synthetic): unknown {
  return { state: isBad('KnownDevice') ? 'waiting' : 'approved', keyProtection: 'tpm' };
}

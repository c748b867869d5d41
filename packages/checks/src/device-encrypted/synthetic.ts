import type { Synthetic } from '../synthetic.ts';

export function syntheticEncryption({ isBad, look }: Synthetic): unknown {
  return { state: isBad('DeviceEncrypted') ? 'not-encrypted' : 'encrypted', volume: look.volume };
}

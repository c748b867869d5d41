import type { Synthetic } from '../synthetic.ts';

export function syntheticAutomaticUpdates({ isBad, look }: Synthetic): unknown {
  return { state: isBad('OsAutoUpdateEnable') ? 'off' : 'on', mechanism: look.updates };
}

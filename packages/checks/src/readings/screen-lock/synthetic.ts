import type { Synthetic } from '../../synthetic.ts';

/** Longer than any policy may allow. */
const IDLE_TOO_LONG_SECONDS = 100_000;
const USUAL_IDLE_SECONDS = 600;

export function syntheticScreenLock({ isBad, look, parametersOf }: Synthetic): unknown {
  const { maximumSeconds } = parametersOf('ScreenSaverTimeout');
  const inTime = Math.min(USUAL_IDLE_SECONDS, typeof maximumSeconds === 'number' ? maximumSeconds : USUAL_IDLE_SECONDS);
  return {
    desktop: look.desktop,
    idleSeconds: isBad('ScreenSaverState') ? null : isBad('ScreenSaverTimeout') ? IDLE_TOO_LONG_SECONDS : inTime,
    asksPassword: !isBad('ScreenSaverPasswordProtected'),
    graceSeconds: 0,
    managedSettings: [],
  };
}

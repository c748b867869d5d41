import * as z from 'zod/mini';
import { screenLockFix } from '../readings/screen-lock/linux-fix.ts';

const parameters = z.object({ seconds: z.int().check(z.minimum(60), z.maximum(86_400)) });

/** A long wait between the dark screen and the lock counts towards the time, so it goes as well. */
export const linuxScreenSaverTimeoutFix = screenLockFix({ type: 'ScreenSaverTimeout', parameters }, (given) => {
  const { seconds } = parameters.parse(given);
  return {
    gnome: ({ idleDelay, lockDelay }) => [
      [idleDelay, String(seconds)],
      [lockDelay, '0'],
    ],
    kde: { Autolock: 'true', Timeout: String(Math.floor(seconds / 60)), LockGrace: '5' },
  };
});

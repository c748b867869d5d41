import * as z from 'zod/mini';
import { screenLockFix } from '../readings/screen-lock/linux-fix.ts';

/** Ten minutes, when no one says how long. */
const parameters = z.object({ seconds: z._default(z.int().check(z.minimum(60), z.maximum(86_400)), 600) });

export const linuxScreenSaverStateFix = screenLockFix({ type: 'ScreenSaverState', parameters }, (given) => {
  const { seconds } = parameters.parse(given);
  return {
    gnome: ({ idleDelay }) => [[idleDelay, String(seconds)]],
    kde: { Autolock: 'true', Timeout: String(Math.floor(seconds / 60)) },
  };
});

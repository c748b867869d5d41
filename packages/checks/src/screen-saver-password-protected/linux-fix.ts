import * as z from 'zod/mini';
import { screenLockFix } from '../readings/screen-lock/linux-fix.ts';

export const linuxScreenSaverPasswordFix = screenLockFix(
  { type: 'ScreenSaverPasswordProtected', parameters: z.object({}) },
  () => ({
    gnome: ({ lockEnabled, lockDelay }) => [
      [lockEnabled, 'true'],
      [lockDelay, '0'],
    ],
    kde: { Lock: 'true', RequirePassword: 'true', LockGrace: '0' },
  }),
);

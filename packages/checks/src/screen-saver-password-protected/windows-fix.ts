import * as z from 'zod/mini';
import { USUAL_SECONDS, windowsScreenSaverFix } from '../readings/screen-lock/windows-fix.ts';

/** The person's own waiting time stays, between a minute and a day. */
export const windowsScreenSaverPasswordFix = windowsScreenSaverFix(
  { type: 'ScreenSaverPasswordProtected', parameters: z.object({}) },
  (_, current) => Math.min(86_400, Math.max(60, current ?? USUAL_SECONDS)),
);

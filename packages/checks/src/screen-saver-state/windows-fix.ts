import * as z from 'zod/mini';
import { USUAL_SECONDS, windowsScreenSaverFix } from '../readings/screen-lock/windows-fix.ts';

const parameters = z.object({ seconds: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))) });

export const windowsScreenSaverStateFix = windowsScreenSaverFix(
  { type: 'ScreenSaverState', parameters },
  (given) => parameters.parse(given).seconds ?? USUAL_SECONDS,
);

import * as z from 'zod/mini';
import { windowsScreenSaverFix } from '../readings/screen-lock/windows-fix.ts';

const parameters = z.object({ seconds: z.int().check(z.minimum(60), z.maximum(86_400)) });

export const windowsScreenSaverTimeoutFix = windowsScreenSaverFix(
  { type: 'ScreenSaverTimeout', parameters },
  (given) => parameters.parse(given).seconds,
);

import type { Check } from '../check.ts';
import { screenSaverTimeout } from './definition.ts';
import { linuxScreenSaverTimeoutFix } from './linux-fix.ts';
import { macosScreenSaverTimeoutFix } from './macos-fix.ts';
import { windowsScreenSaverTimeoutFix } from './windows-fix.ts';
import { SCREEN_LOCK } from '../readings/screen-lock/reading.ts';

export const screenSaverTimeoutCheck: Check = {
  definition: screenSaverTimeout,
  reading: SCREEN_LOCK,
  fixes: [linuxScreenSaverTimeoutFix, macosScreenSaverTimeoutFix, windowsScreenSaverTimeoutFix],
};

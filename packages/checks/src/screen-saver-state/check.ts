import type { Check } from '../check.ts';
import { screenSaverState } from './definition.ts';
import { linuxScreenSaverStateFix } from './linux-fix.ts';
import { macosScreenSaverStateFix } from './macos-fix.ts';
import { windowsScreenSaverStateFix } from './windows-fix.ts';
import { SCREEN_LOCK } from '../readings/screen-lock/reading.ts';

export const screenSaverStateCheck: Check = {
  definition: screenSaverState,
  reading: SCREEN_LOCK,
  fixes: [linuxScreenSaverStateFix, macosScreenSaverStateFix, windowsScreenSaverStateFix],
};

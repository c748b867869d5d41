import type { Check } from '../check.ts';
import { screenSaverPasswordProtected } from './definition.ts';
import { linuxScreenSaverPasswordFix } from './linux-fix.ts';
import { windowsScreenSaverPasswordFix } from './windows-fix.ts';
import { SCREEN_LOCK } from '../readings/screen-lock/reading.ts';

export const screenSaverPasswordProtectedCheck: Check = {
  definition: screenSaverPasswordProtected,
  reading: SCREEN_LOCK,
  fixes: [linuxScreenSaverPasswordFix, windowsScreenSaverPasswordFix],
  remarks: {
    fix: {
      macos: 'none: macOS takes the change only with the password of the person; the article opens the page',
    },
  },
};

import type { Check } from '../check.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { linuxAutomaticUpdates } from './linux.ts';
import { macosAutomaticUpdates } from './macos.ts';
import { windowsAutomaticUpdates } from './windows.ts';
import { linuxAutomaticUpdatesFix } from './linux-fix.ts';
import { macosAutomaticUpdatesFix } from './macos-fix.ts';
import { windowsAutomaticUpdatesFix } from './windows-fix.ts';
import { syntheticAutomaticUpdates } from './synthetic.ts';

export const osAutoUpdateEnableCheck: Check = {
  definition: osAutoUpdateEnable,
  reading: {
    readers: [linuxAutomaticUpdates, macosAutomaticUpdates, windowsAutomaticUpdates],
    synthetic: syntheticAutomaticUpdates,
  },
  fixes: [linuxAutomaticUpdatesFix, macosAutomaticUpdatesFix, windowsAutomaticUpdatesFix],
};

import { macosScreenSaverFix } from '../readings/screen-lock/macos-fix.ts';

export const macosScreenSaverStateFix = macosScreenSaverFix('ScreenSaverState');

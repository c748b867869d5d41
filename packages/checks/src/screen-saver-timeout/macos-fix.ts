import { macosScreenSaverFix } from '../readings/screen-lock/macos-fix.ts';

export const macosScreenSaverTimeoutFix = macosScreenSaverFix('ScreenSaverTimeout');

import type { Reading } from '../../check.ts';
import { linuxScreenLock } from './linux.ts';
import { macosScreenLock } from './macos.ts';
import { windowsScreenLock } from './windows.ts';
import { syntheticScreenLock } from './synthetic.ts';

export const SCREEN_LOCK: Reading = {
  readers: [linuxScreenLock, macosScreenLock, windowsScreenLock],
  synthetic: syntheticScreenLock,
};

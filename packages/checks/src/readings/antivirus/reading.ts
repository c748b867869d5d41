import type { Reading } from '../../check.ts';
import { linuxAntivirus } from './linux.ts';
import { macosAntivirus } from './macos.ts';
import { windowsAntivirus } from './windows.ts';
import { syntheticAntivirus } from './synthetic.ts';

export const ANTIVIRUS: Reading = {
  readers: [linuxAntivirus, macosAntivirus, windowsAntivirus],
  synthetic: syntheticAntivirus,
};

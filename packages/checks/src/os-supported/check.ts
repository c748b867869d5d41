import type { Check } from '../check.ts';
import { osSupported } from './definition.ts';
import { linuxOperatingSystem } from './linux.ts';
import { macosOperatingSystem } from './macos.ts';
import { windowsOperatingSystem } from './windows.ts';
import { syntheticOperatingSystem } from './synthetic.ts';

export const osSupportedCheck: Check = {
  definition: osSupported,
  reading: {
    readers: [linuxOperatingSystem, macosOperatingSystem, windowsOperatingSystem],
    synthetic: syntheticOperatingSystem,
  },
  fixes: [],
  remarks: {
    fix: 'none: a new version is installed by the person or the company',
  },
};

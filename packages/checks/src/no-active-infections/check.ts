import type { Check } from '../check.ts';
import { noActiveInfections } from './definition.ts';
import { linuxThreats } from './linux.ts';
import { macosThreats } from './macos.ts';
import { windowsThreats } from './windows.ts';
import { windowsThreatsFix } from './windows-fix.ts';
import { syntheticThreats } from './synthetic.ts';

export const noActiveInfectionsCheck: Check = {
  definition: noActiveInfections,
  reading: { readers: [linuxThreats, macosThreats, windowsThreats], synthetic: syntheticThreats },
  fixes: [windowsThreatsFix],
  remarks: {
    fix: {
      macos: 'none: the antivirus itself removes what it found',
      linux: 'none: the antivirus itself removes what it found',
    },
    undo: { windows: 'no: what was removed stays removed, quarantine apart' },
    page: { macos: 'none: macOS has no page' },
  },
};

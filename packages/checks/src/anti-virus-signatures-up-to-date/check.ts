import type { Check } from '../check.ts';
import { antiVirusSignaturesUpToDate } from './definition.ts';
import { linuxSignaturesFix } from './linux-fix.ts';
import { macosSignaturesFix } from './macos-fix.ts';
import { windowsSignaturesFix } from './windows-fix.ts';
import { ANTIVIRUS } from '../readings/antivirus/reading.ts';

export const antiVirusSignaturesUpToDateCheck: Check = {
  definition: antiVirusSignaturesUpToDate,
  reading: ANTIVIRUS,
  fixes: [linuxSignaturesFix, macosSignaturesFix, windowsSignaturesFix],
  remarks: {
    undo: {
      windows: 'nothing to take back: newer definitions replace older ones',
      macos: 'the switch; newer definitions stay',
    },
  },
};
